"""Messages of verdicts: one plain sentence for every reason, true whatever words are known."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.verdicts import get_verdict

from ascribe.records import Context, Reference, Verdict
from ascribe.records.messages import MAX_WORDS, build_message
from ascribe.records.outcomes import OUTCOMES, STATUS_MESSAGES, STATUSES, Outcome

JARGON = re.compile(
    r"\b(?:claim|entail\w*|negat\w+|polarity|quantifier|modality|attribution|qualifier|threshold|coverage|score"
    r"|counterpart|rules?|models alone|derivation|token\w*|classifier|evidence|refuted)\b|_|[{}`]",
    re.IGNORECASE,
)
"""Words of developers and grammarians."""

ROWS = list(OUTCOMES.values())
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)
COMPARISONS = st.fixed_dictionaries(
    {"rule": st.just("numbers"), "finding": st.sampled_from(["clash", "missing", "agree"]), "claim": VALUES},
    optional={"evidence": VALUES, "formula": VALUES},
)
DETAILS = st.fixed_dictionaries(
    {},
    optional={
        "compared": st.lists(COMPARISONS, max_size=3) | VALUES,
        "difference": COMPARISONS | VALUES,
        "against": st.lists(COMPARISONS, max_size=2) | VALUES,
        "phrases": st.dictionaries(st.sampled_from(["claim", "evidence"]), VALUES) | VALUES,
    },
)


def compare(claim: str, evidence: str | None, finding: str = "clash", **more: str) -> dict[str, Any]:
    return {"rule": "numbers", "finding": finding, "claim": claim, "evidence": evidence, **more}


def assert_plain_sentence(message: str) -> None:
    assert re.fullmatch(r"[A-Z].*\.", message), message
    assert not re.search(r"[.!?] [A-Z]", message), f"two sentences: {message}"
    assert not JARGON.search(message), message


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.reason)
def test_every_reason_has_a_message_in_plain_words(row: Outcome) -> None:
    sides = {
        "known on both sides": compare("14 sails", "12 sails"),
        "known in the reply": compare("14 sails", None, "missing"),
        "the same on both sides": compare("sails", "Sails"),
        "too long to repeat": compare("x" * (MAX_WORDS + 1), "12 sails"),
    }
    for one in ({}, *({"compared": [shown], "against": [shown]} for shown in sides.values())):
        assert_plain_sentence(build_message(row.status, row.reason, one))


@pytest.mark.parametrize("status", STATUSES)
def test_a_code_of_another_package_tells_its_status(status) -> None:
    assert_plain_sentence(STATUS_MESSAGES[status])
    assert build_message(status, "acme_own_code", {}) == STATUS_MESSAGES[status]
    assert build_message(status, "It is not in\nthe ledger.", {}) == "It is not in the ledger."


@pytest.mark.parametrize("row", [row for row in ROWS if row.status == "unknown"], ids=lambda row: row.reason)
def test_what_is_not_decided_is_not_claimed(row: Outcome) -> None:
    for words in (row.wording, row.compared, row.alone):
        assert not words or re.search(
            r"\b(?:may|perhaps|not decided|decide|something different|only one end)\b|_?where the reply says"
            r"|says “\{source\}”, the reply says",
            words,
        ), words


@given(st.sampled_from(ROWS), DETAILS)
def test_no_details_break_a_message(row: Outcome, details: dict[str, Any]) -> None:
    message = build_message(row.status, row.reason, details)
    assert message
    assert "\n" not in message


def test_str_of_a_verdict_is_its_message() -> None:
    verdict = Verdict("unsupported", "not_found", "rules")
    assert str(verdict) == verdict.message == "Nothing in the sources says this."


@pytest.mark.parametrize(
    ("claim", "source", "message"),
    [
        (
            "The mill has 14 sails.",
            "The mill has 12 sails.",
            "The source says “12 sails”, the reply says “14 sails”.",
        ),
        ("The mill has 12 sails.", "The mill has 12 sails.", "The sources say this: see the quoted words."),
        ("The moon is made of cheese.", "The mill has 12 sails.", "Nothing in the sources says this."),
        (
            "Passwords must be removed before release.",
            "Passwords must not be removed before release.",
            "The source says “must not be removed”, the reply says “must be removed”.",
        ),
        (
            "The mill opened in 1871.",
            "The mill opened in 1874.",
            "The source says “1874”, the reply says “1871”.",
        ),
        (
            "The pump weighs at least 9 kg.",
            "The pump weighs at most 9 kg.",
            "The source says “at most 9 kg”, the reply says “at least 9 kg”.",
        ),
        (
            "Ann was hired by Bob.",
            "Bob was hired by Ann.",
            "The source says “Bob was hired by Ann”, the reply says “Ann was hired by Bob”.",
        ),
        (
            "The contract runs for five months.",
            "The contract runs for five years.",
            "The source says “five years”, the reply says “five months”, which may not mean the same.",
        ),
        (
            "The order was signed by Judge Barr.",
            "The order was signed by Judge Ruiz, not by Judge Barr.",
            (
                "The source says “not by Judge Barr”, "
                "the reply says “The order was signed by Judge Barr”, which may not mean the same."
            ),
        ),
        (
            "The fire caused the flood.",
            "The flood caused the fire.",
            "The source says “The flood caused the fire”, the reply says “The fire caused the flood”.",
        ),
        (
            "The mayor said that the driver was drunk.",
            "Police said that the driver was drunk.",
            (
                "The source says “Police said that the driver was drunk”, "
                "the reply says “The mayor said that the driver was drunk”, which may not mean the same."
            ),
        ),
        (
            "The match is cancelled.",
            "If it rains, the match is cancelled.",
            "The source says this only under a condition, which the reply leaves out: “If it rains”.",
        ),
        (
            "The bridge did not fail to open on time.",
            "The bridge failed to open on time.",
            "The source says “failed to open”, the reply says “did not fail to open”.",
        ),
        (
            "Children younger than two should not take it.",
            "Children under two should not take it.",
            "The source says “under two”, the reply says “younger than two”, which may not mean the same.",
        ),
        (
            "Only members may vote.",
            "Members may vote.",
            "The nearest passage does not say “Only members”, so this may go beyond it.",
        ),
        (
            "Revenue rose by 25 %.",
            "Revenue rose from 40 million to 50 million.",
            "This follows from the sources: 40 million → 50 million is +25 %.",
        ),
        (
            "The flood was caused by the storm.",
            "The storm resulted in the flood.",
            "The source says the same in other words: A resulted in B, that is, B was caused by A.",
        ),
        (
            "The Court held by six to four that the ban was lawful.",
            "The Court held by five to four that the ban was lawful.",
            "The source says “five to four”, the reply says “six to four”.",
        ),
        (
            "Revenue rose by 30 % from 40 to 50 million.",
            "Revenue rose from 40 million to 50 million.",
            "The figures in the source give +25 % (40 million → 50 million), the reply says “rose by 30 %”.",
        ),
    ],
)
def test_the_message_has_the_words_that_differ(claim: str, source: str, message: str) -> None:
    assert get_verdict(claim, [source], tier="rules").message == message


@pytest.mark.parametrize("formula", ["more than = more than", "More than = more than"])
def test_a_formula_with_the_same_words_on_both_sides_is_not_told(formula: str) -> None:
    rows = [compare("more than", "more than", "agree", formula=formula)]
    assert build_message("supported", "confirmed", {"compared": rows}) == OUTCOMES["confirmed"].wording
    rows.append(compare("25 %", "40", "agree", formula="40 → 50 is +25 %"))
    message = build_message("supported", "confirmed", {"compared": rows})
    assert message == "This follows from the sources: 40 → 50 is +25 %."


def refer(quote: str, *contexts: Context) -> Reference:
    return Reference(0, len(quote), 0, 0, 1.0, "doc", 1, "contradicts", quote, context=contexts)


def test_only_the_words_of_a_reference_are_quoted_as_those_of_the_source() -> None:
    details = {"compared": [compare("14", "12")]}
    row = OUTCOMES["number_mismatch"]
    told = "The source says “12”, the reply says “14”."
    for reference in (refer("It has 12 sails."), refer("It turns.", Context("lead", "All 12:", 0, 7))):
        assert build_message(row.status, row.reason, details, [reference]) == told
    assert build_message(row.status, row.reason, details, [refer("It turns.")]) == row.wording


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("at most = up to", "The source says “At most”, the reply says “Up to”, which means the same."),
        ("free of x = no x", "The source says the same in other words: free of x, that is, no x."),
    ],
)
def test_a_paraphrase_is_quoted_as_it_is_written(formula: str, message: str) -> None:
    row = {
        "rule": "bounds",
        "finding": "agree",
        "claim": "Up to 12",
        "evidence": "At most",
        "formula": formula,
    }
    quote = [refer("At most 12 people may enter.")]
    assert build_message("supported", "confirmed", {"compared": [row]}, quote) == message


def test_words_in_one_place_are_told_only_if_they_are_of_one_kind() -> None:
    columns = Context("columns", "Test | Errors | Checks", 0, 22)
    row = OUTCOMES["word_replaced"]
    for claim, evidence, context in (("checks", "0", ()), ("costs", "Errors", (columns,))):
        found = {"rule": "replaced", "finding": "missing", "claim": claim, "evidence": evidence}
        given = [refer(f"Alpha | {evidence} | 7", *context)]
        assert build_message(row.status, row.reason, {"difference": found}, given) == row.wording


PAIR = "source says “30 m high”, the reply says “35 m high”."


@pytest.mark.parametrize(
    ("claim", "message", "marked"),
    [
        (
            "The mill has 12 sails and is 35 m high.",
            f"The sources say one part of this; for another, the {PAIR}",
            ["35"],
        ),
        (
            "The mill has 12 sails and a Spanish bank bought the castle.",
            "The sources say one part of this, but they do not say “Spanish bank bought the castle”.",
            ["Spanish bank bought the castle"],
        ),
    ],
)
def test_the_part_that_fails_is_named(claim: str, message: str, marked: list[str]) -> None:
    verdict = get_verdict(claim, "The mill has 12 sails and is 30 m high.", tier="rules")
    assert verdict.status == "partial"
    assert verdict.message == message
    assert [claim[start:end] for start, end in verdict.unsupported] == marked


def test_a_figure_of_another_column_is_marked_and_no_other_word(tmp_path: Path) -> None:
    table = tmp_path / "prices.md"
    rows = "| Room | Winter | Summer |\n|---|---|---|\n| Attic | 40 | 65 |\n| Cellar | 25 | 35 |\n"
    table.write_text(f"## Prices\n\nTable 4. Prices per night in euros.\n\n{rows}", encoding="utf-8")
    claim = "In summer, the attic costs 40 euros per night."
    verdict = get_verdict(claim, table, tier="rules")
    assert verdict.reason == "column_mismatch"
    assert [claim[start:end] for start, end in verdict.unsupported] == ["40"]


def test_words_end_without_a_stop() -> None:
    details = {"compared": [compare("19 March.", None, "missing")]}
    message = "The nearest passage does not say “19 March”, so this may be wrong."
    assert build_message("unknown", "date_not_found", details) == message


def test_the_passage_that_denies_is_told() -> None:
    details = {"compared": [compare("3", "4", "missing")], "against": [compare("14", "12")]}
    message = build_message("unknown", "sources_disagree", details)
    assert message == "One passage says this, and another says “12” where the reply says “14”."


@pytest.mark.parametrize(
    ("source", "reply", "words"),
    [
        ("The rumour that the envoy fled was denied.", "The envoy fled.", ("was denied", "fled")),
        ("The claim that the sluice broke was rejected.", "The sluice broke.", ("was rejected", "broke")),
        ("The night was -7 °C cold.", "The night was 7 °C cold.", ("-7 °C", "7 °C")),
        ("The fund stood at -40 euros.", "The fund stood at 40 euros.", ("-40 euros", "40 euros")),
        ("The weir was not repaired.", "The weir was repaired.", ("was not repaired", "was repaired")),
    ],
)
def test_the_words_of_both_sides_can_be_compared(source: str, reply: str, words: tuple[str, str]) -> None:
    verdict = get_verdict(reply, source, tier="rules", language="en")
    assert verdict.status != "supported"
    assert "The source says “{}”, the reply says “{}”".format(*words) in verdict.message


def test_two_words_below_one_negation_are_not_compared() -> None:
    found = {"rule": "negation", "finding": "missing", "claim": "toddlers", "evidence": "not safe"}
    row = OUTCOMES["negation_unclear"]
    message = "The source says “not safe”, and the reply has no such word, so the two may disagree."
    assert build_message(row.status, row.reason, {"difference": found}) == message
    same = {**found, "claim": "opened", "evidence": "not open"}
    assert "says “not open”, the reply says “opened”" in build_message(
        row.status, row.reason, {"difference": same}
    )


def test_a_negation_of_the_reply_alone_is_named() -> None:
    found = {"rule": "negation", "finding": "missing", "claim": "not safe", "evidence": None}
    row = OUTCOMES["negation_unclear"]
    message = "The reply says “not safe”, and the nearest passage has no such word, so the two may disagree."
    assert build_message(row.status, row.reason, {"difference": found}) == message


def test_what_the_source_does_not_have_is_not_quoted_as_its_words() -> None:
    words = "Idris Parry succeeded Helen Ostrowe"
    found = {"rule": "objects", "finding": "missing", "claim": words, "evidence": None}
    row = OUTCOMES["name_misplaced"]
    quote = [refer("Helen Ostrowe was succeeded by Idris Parry.")]
    assert build_message(row.status, row.reason, {"difference": found}, quote) == row.wording


def test_a_denial_of_the_opposite_is_told_in_words() -> None:
    verdict = get_verdict(
        "Eels live in the lake.",
        "It is untrue that eels do not live in the lake.",
        tier="rules",
        language="en",
    )
    assert verdict.status == "supported"
    assert verdict.message == "The source calls the opposite of this untrue."


def build_reference(quote: str) -> Reference:
    return Reference(0, len(quote), 0, 1, 1.0, "a", 1, label="related", quote=quote)


@pytest.mark.parametrize("row", [row for row in ROWS if "not say “" in row.alone], ids=lambda row: row.reason)
def test_no_passage_is_said_to_lack_what_it_has(row: Outcome) -> None:
    details = {"compared": [compare("31 July", None, "missing")]}
    has = build_message(row.status, row.reason, details, [build_reference("It ends on 31 July.")])
    assert "does not say" not in has
    assert "is not in the nearest passage" not in has
    lacks = build_message(row.status, row.reason, details, [build_reference("It ends on 131 July.")])
    assert "31 July" in lacks
