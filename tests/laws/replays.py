"""Cases for the law of replay, and what the printed words of a verdict lack."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests.laws.oppositions import list_equivalences, list_oppositions

from ascribe import Answer, CitedSentence, Reference, check
from ascribe.sentence_replay import replay_sentence
from ascribe.verify.comparison import Text
from ascribe.verify.cues import find_scopes
from ascribe.verify.denials.reach import has_denying_word
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import find_measures
from ascribe.verify.rules.names import find_names

ROOT = Path(__file__).parents[2]

LABELS = {"supported": "supports", "contradicted": "contradicts"}
"""Status that must come out again → label of the references that it must come out of."""


@dataclass(frozen=True, slots=True)
class Case:
    """A reply and its sources; None detects the language."""

    name: str
    reply: str
    sources: tuple[Any, ...]
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Violation:
    """A verdict that its printed references do not bear out."""

    case: str
    sentence: str
    status: str
    printed: tuple[str, ...]
    problem: str


def list_suite_cases(*files: str) -> list[Case]:
    """Return the cases of these files of ``tests/verify``, with the language that they name."""
    rows = (row for name in files for row in _read_rows(ROOT / "tests/verify" / f"{name}.jsonl"))
    return [Case(row["id"], row["claim"], ("\n\n".join(row["sources"]),), row["language"]) for row in rows]


def list_pair_cases() -> list[Case]:
    """Return the pairs of ``oppositions.toml``, each with a second sentence in its source."""
    pairs = [*list_oppositions(), *list_equivalences()]
    return [Case(f"{p.kind}-{p.language}-{n}", p.claim, (p.source,), p.language) for n, p in enumerate(pairs)]


def list_document_cases() -> list[Case]:
    """Return whole replies over whole documents: the example, and the trial where it is there."""
    example = ROOT / "examples/apollo11"
    cases = [Case("apollo11", _read(example / "reply.md"), (example / "apollo11.md",))]
    for folder in sorted(one.parent for one in (ROOT / "benchmarks/trial").rglob("reply.md")):
        read = ("reply.md", "labels.jsonl", "question.txt")
        sources = tuple(sorted(one for one in folder.iterdir() if one.name not in read))
        cases.append(Case(folder.name, _read(folder / "reply.md"), sources))
    return cases


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _read_rows(path: Path) -> Iterator[dict[str, Any]]:
    return map(json.loads, _read(path).splitlines())


# --- Replays ---


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of some cases: how many verdicts were replayed, and which did not come out again."""

    supported: int
    contradicted: int
    violations: tuple[Violation, ...]

    def __str__(self) -> str:
        counts = f"{self.supported} supported, {self.contradicted} contradicted"
        shown = "\n".join(
            f"{v.case}: {v.sentence!r} is {v.status}, printed {list(v.printed)}: {v.problem}"
            for v in self.violations[:10]
        )
        return f"{counts}, {len(self.violations)} not borne out by what is printed\n{shown}"


def replay_cases(cases: Sequence[Case], find: Callable[..., str], **options: Any) -> Outcome:
    """Check the cases and return those verdicts for which ``find`` names a problem.

    Args:
        cases: the cases.
        find: gives the problem of a sentence, or nothing; see ``find_change`` and ``find_unprinted``.
        options: the options of ``check``, except the language.
    """
    counts = dict.fromkeys(LABELS, 0)
    violations = []
    for case in cases:
        answer = _check(case, tuple(sorted(options.items())))
        for sentence in answer.sentences:
            status = sentence.verdict.status if sentence.verdict else ""
            if status not in LABELS:
                continue
            counts[status] += 1
            printed = [one for one in sentence.references if one.label == LABELS[status]]
            problem = find(sentence, printed, answer, **options)
            if problem:
                quotes = tuple(one.quote for one in printed)
                violations.append(Violation(case.name, sentence.text, status, quotes, problem))
    return Outcome(counts["supported"], counts["contradicted"], tuple(violations))


@lru_cache(maxsize=20_000)
def _check(case: Case, options: tuple[tuple[str, Any], ...]) -> Answer:
    return check(case.reply, list(case.sources), language=case.language, **dict(options))


def find_change(sentence: CitedSentence, printed: Sequence[Reference], answer: Answer, **_: Any) -> str:
    """Return what the sentence is called by its references alone, if it is something else."""
    assert sentence.verdict is not None
    if not printed:
        return "there are no references"
    again = replay_sentence(answer, sentence)
    return "" if again.status == sentence.verdict.status else f"again: {again.status} ({again.reason})"


def find_change_undeclared(
    sentence: CitedSentence, printed: Sequence[Reference], _: Answer, **options: Any
) -> str:
    """Return the same for its text alone, with the language detected from what is printed."""
    assert sentence.verdict is not None
    again = check(sentence.text, list(printed), **options)
    found = [one.verdict for one in again.sentences if one.verdict is not None]
    if [one.status for one in found] == [sentence.verdict.status]:
        return ""
    return f"again: {', '.join(f'{one.status} ({one.reason})' for one in found)}"


_ITEM_MARK = re.compile(r"\A\s*(?:[-*+•]|\d{1,3}[.)])\s+")


def find_unprinted(sentence: CitedSentence, printed: Sequence[Reference], answer: Answer, **_: Any) -> str:
    """Return which figure, date, name or negation of a supported sentence is not printed.

    The number of a list item is no figure, nor is "one", and the first word is no name. A figure or a date
    for which a formula is shown, a date within a span that is printed, and a "not" for which a rule found
    other words, need not be printed as such; for any other "not" a word that denies must be.
    Of a calculation the operands are printed.
    """
    assert sentence.verdict is not None
    assert answer.settings is not None
    if sentence.verdict.status != "supported":
        return ""
    language = answer.settings.language
    claim = Text.read(_ITEM_MARK.sub("", sentence.text), language)
    words = [text for one in printed for text in (*(c.text for c in one.context), one.quote)]
    shown = Text.read("\n".join(words), language)
    agreed = [row for row in sentence.verdict.details.get("compared", ()) if row["finding"] == "agree"]
    calculated = [row for row in sentence.verdict.details.get("compared", ()) if _is_calculated(row)]
    missing = [
        *(
            part
            for row in calculated
            for part in _PARAGRAPH_END.split(row["evidence"])
            if _fold(part) not in _fold(shown.text)
        ),
        *_find_unprinted_figures(claim, shown, [*agreed, *calculated]),
        *_find_unprinted_names(claim, shown, agreed),
    ]
    if find_scopes(claim, "negation") and not has_denying_word(shown) and not _explains_negation(agreed):
        missing.append("the negation")
    return f"not printed: {', '.join(missing)}" if missing else ""


_PARAGRAPH_END = re.compile(r"\n\s*\n")
"""Operands may be in two paragraphs, which are printed as two references."""


def _is_calculated(row: dict[str, Any]) -> bool:
    return row["finding"] == "missing" and "formula" in row


def _fold(text: str) -> str:
    return " ".join(text.split())


def _find_unprinted_figures(claim: Text, shown: Text, agreed: list[dict[str, Any]]) -> Iterator[str]:
    if any("formula" in row for row in agreed):
        return
    words = {word.form for word in shown.words}
    figures, dates = find_figures(shown), find_dates(shown.text, shown.language)
    for figure in find_figures(claim):
        written = claim.text[figure.start : figure.end]
        if written.casefold() not in (*words, "one") and not any(
            figure.agrees_with(other) for other in figures
        ):
            yield written
    for date in find_dates(claim.text, claim.language):
        written = claim.text[date.start : date.end]
        if written not in words and not any(date.is_entailed_by(other) for other in dates):
            yield written


def _find_unprinted_names(claim: Text, shown: Text, agreed: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the names that are not printed; the words of dates and the signs of units are no names.

    A month within a span that is printed is not printed itself.
    """
    spanned = {row["claim"] for row in agreed if row["rule"] == "spans"}
    places = [(one.start, one.end) for one in find_measures(claim)]
    places += [(one.start, one.end) for one in find_dates(claim.text, claim.language)]
    for word in find_names(claim):
        is_value = any(start <= word.start < end for start, end in places)
        written = claim.text[word.start : word.end]
        if word.start and not is_value and word.stem not in shown.stems and written not in spanned:
            yield written


def _explains_negation(agreed: list[dict[str, Any]]) -> bool:
    return any(row["rule"] not in ("numbers", "dates", "names", "units") for row in agreed)
