"""What ``check`` says of the citations that a reply contains, case by case."""

from __future__ import annotations

from typing import Any

import pytest

from ascribe import Answer, check
from ascribe.records import Citation
from ascribe.records.citation import CITATION_FINDINGS, FINDING_OF_REASON, FINDINGS
from ascribe.verify.rules_verifier import RulesVerifier

MILL = "The mill on the Arle has 12 sails and is 30 m high."
BRIDGE = "The bridge over the Arle was built in 1871 by Anna Kohl."
MUSEUM = "The museum of Horn opens at nine and is closed on Mondays."
AGAIN = "In the year 1871 the bridge over the Arle was built."
SOURCES = [MILL, BRIDGE, MUSEUM, AGAIN]
BUILT = "The bridge over the Arle was built in 1871"
SAILS = "The mill on the Arle has 12 sails"
GHENT = "A railway crosses the valley to Ghent"
"""Nothing of this is in the sources."""


def judged(reply: str, sources: Any = None) -> Answer:
    return check(reply, SOURCES if sources is None else sources, tier="rules")


def findings(reply: str) -> list[list[tuple[str, int | str | None]]]:
    return [[(c.finding, c.key) for c in sentence.citations] for sentence in judged(reply).sentences]


@pytest.mark.parametrize(
    ("reply", "found", "supported_by"),
    [
        (f"{BUILT} [2].", [("right", 2)], ()),
        (f"{BUILT} [4].", [("right", 4)], ()),  # a second right source, whether or not the check cites it
        (f"{BUILT}.[^2]", [("right", 2)], ()),
        (f"{BUILT} [@source-2].", [("right", "source-2")], ()),
        (f'<cite id="s2">{BUILT}</cite>.', [("right", "s2")], ()),
        (f"{BUILT} [1].", [("elsewhere", 1)], (2,)),
        (f"{BUILT} [1]–[3].", [("beside", 1), ("right", 2), ("elsewhere", 3)], (2,)),
        (f"{BUILT} [2, 3].", [("right", 2), ("elsewhere", 3)], (2,)),
        (f"{BUILT} [9].", [("not_given", 9)], (2,)),
        (f"{BUILT} (Moss et al., 2019).", [("not_given", "Moss et al., 2019")], (2,)),
        (f"{GHENT} [9].", [("not_given", 9)], ()),
        (f"{GHENT} [1].", [("unsupported", 1)], ()),
        ("The mill on the Arle has 14 sails [1].", [("contradicted", 1)], ()),
        ("The mill on the Arle has 14 sails [3].", [("unsupported", 3)], ()),
        ("The mill on the Arle is a sight for painters [1].", [("undecided", 1)], ()),
        ("I hope this helps [2].", [("not_checkable", 2)], ()),
    ],
)
def test_findings(reply, found, supported_by) -> None:
    (sentence,) = judged(reply).sentences
    assert [(c.finding, c.key) for c in sentence.citations] == found
    assert sentence.citations[-1].supported_by == supported_by


def test_a_supported_sentence_without_a_citation_is_missing_one_if_the_reply_has_any() -> None:
    assert findings(f"{BUILT} [2]. The museum of Horn opens at nine.") == [
        [("right", 2)],
        [("missing", None)],
    ]
    assert findings(f"{BUILT}. The museum of Horn opens at nine.") == [[], []]
    assert findings(f"{BUILT} [2].\n\n{GHENT}.\n\nIs it old?") == [[("right", 2)], [], []]


def test_a_note_of_the_reply_needs_no_citation_and_names_the_source_that_it_quotes() -> None:
    assert findings(f"{BUILT}[^1].\n\n[^1]: {BUILT} by Anna Kohl.") == [[("right", 1)], []]
    assert findings(f"{BUILT}[^1].\n\n[^1]: {SAILS}.") == [[("elsewhere", 1)], []]
    assert findings(f"{BUILT}[^a].\n\n[^a]: {BUILT}.") == [[("right", "a")], []]


def test_a_sentence_that_needs_two_sources_and_cites_one_lacks_the_other() -> None:
    (sentence,) = judged(f"{SAILS}, and the museum of Horn opens at nine [1].").sentences
    (_, lacking) = sentence.citations
    assert (lacking.finding, lacking.reason, lacking.supported_by) == ("missing", "second_source", (3,))


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        (f"According to [2], {BUILT[0].lower()}{BUILT[1:]}.", [("right", 2)]),
        (f"According to [1], {BUILT[0].lower()}{BUILT[1:]}.", [("elsewhere", 1)]),
        (f"Source [3] says that {BUILT[0].lower()}{BUILT[1:]}.", [("elsewhere", 3)]),
        (f"{BUILT}, see [2].", [("right", 2)]),
        (f"{BUILT}, according to [2].", [("right", 2)]),
        (f"{BUILT} (see also [1]).", [("elsewhere", 1)]),
    ],
)
def test_a_marker_that_the_sentence_names_as_its_source_refers_to_all_of_it(reply, found) -> None:
    assert findings(reply) == [found]


def test_a_marker_refers_to_the_words_before_it() -> None:
    right = f"{SAILS} [1], and the bridge over the Arle was built in 1871 [2]."
    assert findings(right) == [[("right", 1), ("right", 2)]]
    exchanged = right.replace("[1]", "[x]").replace("[2]", "[1]").replace("[x]", "[2]")
    assert findings(exchanged) == [[("elsewhere", 2), ("elsewhere", 1)]]


@pytest.mark.parametrize(
    "form",
    [
        "According to [{}], the mill on the Arle has 12 sails, and according to [{}], the {}.",
        "[{}] says that the mill on the Arle has 12 sails, while [{}] says that the {}.",
        "The mill on the Arle has 12 sails [{}], and according to [{}], the {}.",
    ],
)
def test_a_marker_behind_citing_words_refers_to_the_words_after_it(form: str) -> None:
    built = BUILT[4:]
    assert findings(form.format(1, 2, built)) == [[("right", 1), ("right", 2)]]
    assert findings(form.format(2, 1, built)) == [[("elsewhere", 2), ("elsewhere", 1)]]


def test_a_marker_at_the_end_of_a_paragraph_belongs_to_the_sentences_before_it() -> None:
    assert findings(f"{SAILS}. It is 30 m high [1].") == [[], [("right", 1)]]
    (_, last) = findings(f"{SAILS}. The mill on the Arle has 14 sails [1].")
    assert last == [("contradicted", 1)]
    (_, last) = findings(f"{SAILS}. {GHENT} [1].")
    assert last == [("partly", 1)]


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        (f"Facts [1]:\n\n- {SAILS}\n- It is 30 m high", [[("right", 1)], [], []]),
        (f"Facts [3]:\n\n- {SAILS}\n- {BUILT} [4]", [[("elsewhere", 3)], [], [("right", 4)]]),
        (f"Facts [1]:\n\n- {SAILS}\n- {BUILT}", [[("right", 1)], [], [("missing", None)]]),
        (f"Facts [3]:\n\n- {GHENT}", [[("undecided", 3)], []]),
        (f"- {SAILS}\n- {BUILT}\n\n[1][2]", [[], [("right", 1), ("right", 2)], []]),
        (f"- {BUILT}\n- {SAILS}\n\n[1]", [[("missing", None)], [("right", 1)], []]),
        (f"- The mill [1]:\n  - {SAILS}\n- {BUILT}", [[("right", 1)], [], [("missing", None)]]),
        (f"Facts [1]:\n\n{BUILT}.", [[("not_checkable", 1)], [("missing", None)]]),
    ],
)
def test_a_marker_of_a_lead_or_behind_a_list_belongs_to_its_unmarked_items(reply, found) -> None:
    assert findings(reply) == found


def test_a_sentence_that_is_not_supported_never_makes_its_marker_right() -> None:
    """One that is supported in part makes the marker of that part ``partly``; an undecided one, nothing."""
    (found,) = findings(f"{SAILS} [1], and a Spanish bank bought the castle [2].")
    assert found == [("partly", 1), ("undecided", 2)]
    disagreeing = ["The mill has 12 sails.", "The mill has 14 sails."]
    (sentence,) = judged("The mill has 12 sails [1].", disagreeing).sentences
    assert sentence.verdict is not None
    assert sentence.verdict.status != "supported"
    assert sentence.citations[0].finding == "undecided"


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        (f"{SAILS} and is 35 m high [1].", [("partly", 1)]),
        (f"{SAILS} and is 35 m high [3].", [("undecided", 3)]),
        (f"{SAILS} [1] and is 35 m high [1].", [("partly", 1), ("undecided", 1)]),
        (f"{SAILS}, and a Spanish bank bought the castle [1].", [("partly", 1)]),
    ],
)
def test_a_marker_of_a_half_right_sentence_is_partly_right_if_the_right_half_rests_on_it(
    reply, found
) -> None:
    (sentence,) = judged(reply).sentences
    assert sentence.verdict is not None
    assert sentence.verdict.status == "partial"
    assert [(c.finding, c.key) for c in sentence.citations] == found


def test_entries_of_a_list_of_sources_are_no_citations() -> None:
    answer = judged(f"{BUILT} [2].\n\nSources:\n\n[1] mill.txt\n[2] bridge.txt\n")
    assert answer.citation_counts() == {"right": 1, "not_checkable": 2}
    assert answer.miscited_sentences == answer.uncited_sentences == []


def test_the_spans_are_the_characters_of_the_marker() -> None:
    reply = f'<cite id="s1">{SAILS}</cite>. {BUILT} [2].'
    spans = [[reply[a:b] for a, b in c.spans] for s in judged(reply).sentences for c in s.citations]
    assert spans == [['<cite id="s1">', "</cite>"], ["[2]"]]


def test_the_answer_lists_miscited_and_uncited_sentences() -> None:
    answer = judged(f"{BUILT} [1]. {SAILS} [1]. The museum of Horn opens at nine.")
    assert [s.text for s in answer.miscited_sentences] == [f"{BUILT} [1]."]
    assert [s.text for s in answer.uncited_sentences] == ["The museum of Horn opens at nine."]
    assert answer.citation_counts() == {"right": 1, "elsewhere": 1, "missing": 1}
    assert Answer.from_json(answer.to_json()) == answer
    trail = answer.audit_trail()["sentences"][0]["citations"][0]
    assert (trail["finding"], trail["supported_by"]) == ("elsewhere", [2])


class CountingVerifier:
    """The rules, counting the claims that they verify."""

    def __init__(self) -> None:
        self.rules = RulesVerifier(language="en")
        self.tier, self.thresholds = self.rules.tier, self.rules.thresholds
        self.claims = 0

    def verify(self, claims: Any, *rest: Any) -> Any:
        self.claims += len(claims)
        return self.rules.verify(claims, *rest)


@pytest.mark.parametrize(
    ("reply", "more"),
    [
        (f"{BUILT} [2]. {SAILS} [1]. The museum of Horn opens at nine [3]. {GHENT} [9].", 0),
        (f"The mill on the Arle has 14 sails [1]. {GHENT} [1]. The mill is a sight for painters [2].", 0),
        (f"{SAILS} [2].", 1),  # a second source may say it too
    ],
)
def test_only_a_source_that_may_support_a_supported_sentence_is_verified_by_itself(reply, more) -> None:
    counting = CountingVerifier()
    answer = check(reply, SOURCES, tier=counting)
    assert counting.claims == len(answer.sentences) + more


def test_every_finding_has_its_row_and_every_reason_a_finding() -> None:
    assert tuple(CITATION_FINDINGS) == FINDINGS
    assert set(FINDING_OF_REASON.values()) <= set(FINDINGS)
    assert not CITATION_FINDINGS["right"].needs_review
    assert all(row.needs_review for row in CITATION_FINDINGS.values() if row.miscited)


@pytest.mark.parametrize("made", [{"finding": "wrong"}, {"finding": "right", "spans": ((3, 2),)}])
def test_impossible_citations_are_refused(made) -> None:
    with pytest.raises(ValueError, match=r"finding must be|bad range"):
        Citation(**made)


NAMED = [
    {"id": "mill.md", "text": f"{SAILS}."},
    {"id": "bridge.md", "text": f"{BUILT}."},
    {
        "id": "b.pdf",
        "text": "The lake of Horn is 40 m deep.",
        "metadata": {"authors": ["Mary Jones", "Tim Lee"], "year": 2018, "title": "The lakes"},
    },
]
DEEP = "The lake of Horn is 40 m deep"


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        (f"{SAILS}[^1].\n\n[^1]: bridge.md", ("elsewhere", 2)),
        (f"{SAILS}[^1].\n\n[^1]: mill.md, p. 3", ("right", 1)),
        (f"{BUILT}[^built].\n\n[^built]: bridge.md", ("right", 2)),
        (f"{BUILT}[^built].\n\n[^built]: barn.md", ("not_given", None)),
        (f"{BUILT}[^2].\n\n[^2]: barn.md", ("not_given", None)),
        (f"{BUILT}[^2].\n\n[^2]: an old bridge", ("right", 2)),
        (f"{SAILS} [2].\n\n**Sources**\n\n1. bridge.md\n2. mill.md", ("right", 1)),
        (f"{SAILS} [1].\n\nSources:\n[1] bridge.md\n[2] mill.md", ("elsewhere", 2)),
        (f"{DEEP} [1].\n\nReferences\n\n- [1] Jones, Mary; Lee, Tim (2018). *The lakes*.", ("right", 3)),
        (f"{DEEP} (Jones & Lee, 2018).", ("right", 3)),
        (f"{DEEP} (Jones et al., 2018).", ("right", 3)),
        (f"{DEEP} (Jones and Moss, 2018).", ("not_given", None)),
        (f"{DEEP} (Jones & Lee, 2019).", ("not_given", None)),
        (f"{SAILS} (Jones & Lee, 2018).", ("elsewhere", 3)),
        (f"{DEEP} (Jones 2018).", ("right", 3)),
        (f"{SAILS} (Jones, 2018).", ("elsewhere", 3)),
        (f"Jones and Lee (2018) say that {DEEP[0].lower()}{DEEP[1:]}.", ("right", 3)),
    ],
)
def test_a_marker_names_what_the_reply_says_that_it_means(reply, found) -> None:
    (citation, *_) = judged(reply, NAMED).sentences[0].citations
    assert (citation.finding, citation.document_position) == found


@pytest.mark.parametrize("style", ["bracket", "superscript", "footnote", "author_year"])
def test_the_citations_that_ascribe_writes_are_right_when_they_are_checked(style) -> None:
    first = judged(f"{DEEP}. {SAILS}.", NAMED[::2])
    again = judged(first.with_citations(style), list(first.documents))
    found = [
        c for sentence in again.sentences[:2] for c in sentence.citations if c.finding != "not_checkable"
    ]
    assert {c.finding for c in found} == {"right"}
    assert again.miscited_sentences == []
