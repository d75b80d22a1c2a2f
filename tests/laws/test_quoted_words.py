"""The law of messages: what a message quotes was said like this, by the source or by the reply."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ascribe import CitedSentence, check

CASES = Path(__file__).parent.parent / "verify"
FILES = ("cases", "figures", "named_lies", "retold_logic")
TABLE = """\
| Test | Errors | Checks |
|---|---|---|
| Alpha | 0 | 7 |
| Beta | 3 | 9 |
"""
FURTHER = [
    ("The fire was triggered by the short circuit.", "The short circuit triggered the fire."),
    ("The vaccine causes fever.", "The vaccine can cause fever."),
    ("Fever is caused by the vaccine.", "The vaccine can cause fever."),
    ("Paris is north of Berlin.", "Berlin is south of Paris."),
    ("The mill opened before the bridge.", "The bridge opened after the mill."),
    ("The hall has no smoke.", "The hall is free of smoke."),
    ("Up to 12 people may enter.", "At most 12 people may enter."),
    ("The mill has 12 **sails** [1] and is 35 m high [2].", "The mill has 12 sails and is 30 m high."),
    ("The mill has 12 sails, which are made of **old** oak [3].", "The mill has 12 sails."),
    ("The mill is *not* tall [1].", "The mill\nis tall."),
    ("Alpha has 7 errors.", TABLE),
    ("Beta has 9 errors and 3 checks.", TABLE),
    ("Alpha passed all checks.", TABLE),
    ("Alpha failed 2 checks.", TABLE),
    ("Idris Parry succeeded Ann Lee in May.", "Ann Lee retired in May and was succeeded by Idris Parry."),
    ("Of 186 members, 141 of 186 eligible ones came.", "186 were eligible and 141 came."),
    ("The policy excludes staff.", "The policy does not apply to staff."),
    ("The council chose brick for the wall.", "The council chose brick instead of concrete for the wall."),
]


def iterate_cases() -> Iterator[tuple[str, list[str]]]:
    for name in FILES:
        for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            sources = row["sources"] if "sources" in row else [row["source"]]
            yield row["claim"], [one for one in sources if re.search(r"\w", one)]
    yield from ((claim, [source]) for claim, source in FURTHER)


def flatten(text: str) -> str:
    """The words on one line and in small letters, without marks of Markdown and markers."""
    return " ".join(re.sub(r"\[\d+\]|[*_`]", " ", text).split()).casefold()


def list_quotations(message: str) -> tuple[list[str], list[str]]:
    """What the message quotes: the words of the source, and those of the reply."""
    of_reply = re.findall(r"reply says “(.*?)”(?=[,.])", message)
    rest = re.sub(r"reply says “.*?”(?=[,.])", "", message)
    of_reply += re.findall(r"(?:do|does|did) not say “(.*?)”(?=[,.]| in these)", rest)
    of_source = re.findall(r"(?:source|passage|another) says “(.*?)”(?=[,.]| where)", rest)
    of_source += re.findall(r"(?:source|passage) has “(.*?)”, too", rest)
    return [*of_source, *re.findall(r"table has “(.*?)” where", rest)], of_reply


def find_invented(sentence: CitedSentence) -> list[str]:
    """What the message quotes and nobody says."""
    assert sentence.verdict is not None
    read = [
        text
        for one in sentence.references
        for text in (one.quote, *(context.text for context in one.context))
    ]
    of_source, of_reply = list_quotations(sentence.verdict.message)
    said, mine = [flatten(text) for text in read], flatten(sentence.text)
    invented = [words for words in of_source if not any(flatten(words) in text for text in said)]
    return invented + [words for words in of_reply if flatten(words) not in mine]


def test_what_a_message_quotes_was_said() -> None:
    quoting, invented = 0, []
    for claim, sources in iterate_cases():
        for sentence in check(claim, sources, tier="rules").sentences:
            assert sentence.verdict is not None
            quoting += any(list_quotations(sentence.verdict.message))
            invented += [(claim, words, sentence.verdict.message) for words in find_invented(sentence)]
    assert quoting > 200
    assert invented == []


@pytest.mark.parametrize(("claim", "source"), FURTHER)
def test_what_a_message_of_a_model_tier_quotes_was_said(claim: str, source: str) -> None:
    for sentence in check(claim, source, tier="builtin").sentences:
        assert find_invented(sentence) == []


def test_an_invented_quotation_is_found() -> None:
    assert list_quotations("The source says “a “b” c”, the reply says “d”.") == (["a “b” c"], ["d"])
    (sentence,) = check("The mill has 14 sails.", "The mill has 12 sails.", tier="rules").sentences
    assert find_invented(sentence) == []
    assert find_invented(replace(sentence, text="The mill has 15 sails.")) == ["14 sails"]
