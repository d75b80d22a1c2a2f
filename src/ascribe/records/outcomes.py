"""The tables of outcomes: reason, status, wording and exit code of verdicts; reasons of refusals.

``records.messages`` builds the message of a verdict from its row. ``docs/ask.md`` says which situation leads
to which refusal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Status = Literal["supported", "partial", "contradicted", "unsupported", "not_checkable", "unknown"]
STATUSES: tuple[Status, ...] = get_args(Status)

NOT_SUPPORTED: tuple[Status, ...] = ("contradicted", "unsupported", "partial")
"""Statuses of sentences that were checked and are not supported."""

FAILING: tuple[Status, ...] = (*NOT_SUPPORTED, "unknown")
"""Statuses for which ``ascribe check`` exits with 1 unless ``--fail-on`` says otherwise."""

CHECKED: tuple[Status, ...] = ("supported", *NOT_SUPPORTED)
"""Statuses that make a ``VerificationResult`` and count in faithfulness."""

Tier = Literal["rules", "builtin", "large", "hf", "llm"]
TIERS: tuple[Tier, ...] = get_args(Tier)

STATUS_WORDS: dict[Status, str] = {
    "supported": "supported",
    "partial": "partly supported",
    "contradicted": "contradicted",
    "unsupported": "not in the sources",
    "not_checkable": "nothing to check",
    "unknown": "not decided",
}
"""Status → how reports show it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One row of the table: the reason code of a verdict, its status, its tiers and the reason in words.

    Args:
        reason: the code.
        status: the status that goes with it.
        tiers: the tiers that give it.
        wording: the reason in one sentence, where the words that differ are not known.
        compared: the same with the words of both sides: ``{source}`` and ``{reply}``; empty if none decide.
        alone: the same with ``{reply}`` only, for words with no counterpart in the source; empty if none.
    """

    reason: str
    status: Status
    tiers: tuple[Tier, ...]
    wording: str
    compared: str = ""
    alone: str = ""

    @property
    def exit_code(self) -> int:
        """The default exit code of ``ascribe check`` for this outcome."""
        return int(self.status in FAILING)


_ALL_TIERS: tuple[Tier, ...] = TIERS
"""Every tier, including those with models, since no model overrules some outcomes of the rules."""

_MODEL_TIERS: tuple[Tier, ...] = ("builtin", "large", "hf", "llm")
_HF_ONLY: tuple[Tier, ...] = ("hf",)
_LLM_ONLY: tuple[Tier, ...] = ("llm",)

KINDS: dict[str, str] = {
    "number": "a number",
    "date": "a date or time",
    "unit": "a unit",
    "name": "a name",
    "negation": "a word such as “not”",
    "polarity": "a word and its opposite",
    "quantifier": "a word such as “all” or “some”",
    "bound": "a limit such as “at least”",
    "comparison": "what is more and what is less",
    "order": "what came first",
    "cause": "what caused what",
    "condition": "a condition",
    "modality": "a word such as “may” or “must”",
    "attribution": "who says it",
    "roles": "who does what, or what belongs to what",
    "subject": "who or what it is about",
    "qualifier": "a word such as “only” or “former”",
    "word_replaced": "a word",
    "word_added": "a word that the reply adds",
    "content": "some of the words",
}
"""What may differ between an unsupported sentence and the nearest passage, in words."""

UNCLEAR: dict[str, str] = {
    **{kind: f"{kind}_unclear" for kind in KINDS},
    **{kind: f"{kind}_not_found" for kind in ("number", "date", "name", "content")},
    "qualifier": "qualifier_mismatch",
    "word_replaced": "word_replaced",
    "word_added": "word_added",
}
"""Kind of difference → the reason of a sentence that is undecided because of it."""

_BOTH = "The source says “{source}”, the reply says “{reply}”."
_RESULT = "The figures in the source give {source}, the reply says “{reply}”."
_DISAGREEMENT = "One passage says this, and another says “{source}” where the reply says “{reply}”."
_PERHAPS = "The source says “{source}”, the reply says “{reply}”, which may not mean the same."
_ABSENT = "The nearest passage does not say “{reply}”, so this may be wrong."
_ADDED = "The nearest passage does not say “{reply}”, so this may go beyond it."
_REFUTED = "The nearest passage says otherwise, and does not say “{reply}”."
_NEAREST = "Nothing in the sources says this: the nearest passage says “{source}”, the reply says “{reply}”."
_MISSING = "Nothing in the sources says this: the nearest passage does not say “{reply}”."
_PART_BOTH = (
    "The sources say one part of this; for another, the source says “{source}”, the reply says “{reply}”."
)
_PART_DENIED = "The sources say one part of this, and otherwise where the reply says “{reply}”."
_PART_MISSING = "The sources say one part of this, but they do not say “{reply}”."
_DENIAL_OF_REPLY = (
    "The reply says “{reply}”, and the nearest passage has no such word, so the two may disagree."
)
DENIALS_OF_SOURCE = {
    "negation_unclear": (
        "The source says “{source}”, and the reply has no such word, so the two may disagree."
    ),
    "negation_not_entailed": (
        "Nothing in the sources says this: the nearest passage says “{source}”, and the reply has no such word."
    ),
}
"""Reason → the message with a word such as "not" that only the source has: ``{source}``."""

ELSEWHERE = "The source has “{reply}”, too, but it may be about something else there."

_GENERAL_OUTCOMES = (
    Outcome("confirmed", "supported", _ALL_TIERS, "The sources say this: see the quoted words."),
    Outcome("entailed", "supported", _MODEL_TIERS, "The quoted words say this, or it follows from them."),
    Outcome("clauses_confirmed", "supported", _ALL_TIERS, "The sources say each part of this, in different places: see the quoted words."),
    Outcome("clause_contradicted", "partial", _ALL_TIERS, "The sources say one part of this, and the opposite or another value for another part.", _PART_BOTH, _PART_DENIED),
    Outcome("clause_not_found", "partial", _ALL_TIERS, "The sources say one part of this, but not another.", "", _PART_MISSING),
    Outcome("partly_entailed", "partial", _LLM_ONLY, "The sources say part of this, but not the rest."),
    Outcome("number_mismatch", "contradicted", _ALL_TIERS, "The source gives a different number.", _BOTH),
    Outcome("column_mismatch", "contradicted", _ALL_TIERS, "The source has this figure in another column of the table.", "The table has “{source}” where the reply says “{reply}”."),
    Outcome("derivation_mismatch", "contradicted", _ALL_TIERS, "The figures in the source give a different result.", _RESULT),
    Outcome("date_mismatch", "contradicted", _ALL_TIERS, "The source gives a different date.", _BOTH),
    Outcome("negation_mismatch", "contradicted", _ALL_TIERS, "The source and the reply disagree: one says that this is so, the other that it is not.", _BOTH),
    Outcome("polarity_mismatch", "contradicted", _ALL_TIERS, "The source says the opposite.", _BOTH),
    Outcome("quantifier_mismatch", "contradicted", _ALL_TIERS, "The source and the reply disagree on how many.", _BOTH),
    Outcome("bound_mismatch", "contradicted", _ALL_TIERS, "The source and the reply disagree on whether the figure is the least or the most.", _BOTH),
    Outcome("comparison_reversed", "contradicted", _ALL_TIERS, "In the source, what is more and what is less, or what rises and what falls, is the other way round.", _BOTH),
    Outcome("order_reversed", "contradicted", _ALL_TIERS, "In the source, the two happened in the opposite order.", _BOTH),
    Outcome("cause_reversed", "contradicted", _ALL_TIERS, "In the source, cause and effect are the other way round.", _BOTH),
    Outcome("condition_mismatch", "contradicted", _ALL_TIERS, "The source states the opposite condition.", _BOTH),
    Outcome("attribution_mismatch", "contradicted", _ALL_TIERS, "In the source, someone else says this.", _BOTH),
    Outcome("called_untrue", "contradicted", _ALL_TIERS, "The source says that this is not true."),
    Outcome("roles_exchanged", "contradicted", _ALL_TIERS, "In the source, who does what is the other way round.", _BOTH),
    Outcome("unit_mismatch", "contradicted", _ALL_TIERS, "The source gives the number in a different unit.", _BOTH),
    Outcome("refuted", "contradicted", _MODEL_TIERS, "The nearest passage in the sources says otherwise."),
    Outcome("not_entailed", "unsupported", _MODEL_TIERS, "Nothing in the sources says this."),
    Outcome("not_found", "unsupported", _ALL_TIERS, "Nothing in the sources says this."),
    Outcome("modality_strengthened", "unsupported", _ALL_TIERS, "The source says this less firmly than the reply, for example with “may”, “should” or “will”.", _BOTH),
    Outcome("quantifier_widened", "unsupported", _ALL_TIERS, "The source says this about fewer cases.", _BOTH),
    Outcome("cause_added", "unsupported", _ALL_TIERS, "The source does not say that one caused the other."),
    Outcome("condition_dropped", "unsupported", _ALL_TIERS, "The source says this only under a condition, which the reply leaves out.", "The source says this only under a condition, which the reply leaves out: “{source}”."),
    Outcome("attribution_dropped", "unsupported", _ALL_TIERS, "The source says only that someone says this.", "The source says only that someone says this: “{source}”."),
    Outcome("sources_disagree", "unknown", _ALL_TIERS, "One passage says this, and another says something different.", _DISAGREEMENT),
    Outcome("other_subject", "unknown", _ALL_TIERS, "The source says part of this, but it may be about something else there.", "The source says “{source}”, the reply says “{reply}”, which may be about something else."),
    Outcome("column_unclear", "unknown", _ALL_TIERS, "The table may say this of another column."),
    Outcome("other_row", "unknown", _ALL_TIERS, "The table may say this of a row that the sentence does not name."),
    Outcome("printed_insufficient", "unknown", _ALL_TIERS, "The sources may say this, but no small number of passages shows it."),
    Outcome("number_not_found", "unknown", _ALL_TIERS, "A number in the reply is not in the nearest passage, so this may be wrong.", _PERHAPS, _ABSENT),
    Outcome("range_narrowed", "unknown", _ALL_TIERS, "The source gives a range, and the reply gives only one end of it.", _BOTH),
    Outcome("date_not_found", "unknown", _ALL_TIERS, "A date in the reply is not in the nearest passage, so this may be wrong.", _PERHAPS, _ABSENT),
    Outcome("name_not_found", "unknown", _ALL_TIERS, "A name in the reply is not in the nearest passage, so this may be wrong.", _PERHAPS, _ABSENT),
    Outcome("negation_unclear", "unknown", _ALL_TIERS, "The reply or the nearest passage has a word such as “not” that the other lacks, so they may disagree.", _PERHAPS, _DENIAL_OF_REPLY),
    Outcome("negation_not_found", "unknown", _ALL_TIERS, "The reply says that something is not so, and the nearest passage may not say that.", "", "The nearest passage does not say “{reply}” in these words, so this may be wrong."),
    Outcome("polarity_unclear", "unknown", _ALL_TIERS, "The nearest passage has the opposite of a word in the reply, so they may disagree.", _PERHAPS),
    Outcome("word_replaced", "unknown", _ALL_TIERS, "The source has another word in the same place, so it may not mean the same.", _PERHAPS, _ABSENT),
    Outcome("word_added", "unknown", _ALL_TIERS, "The reply adds a word that the source does not have, so this may go beyond it.", _PERHAPS, _ADDED),
    Outcome("misplaced", "unknown", _ALL_TIERS, "A figure or name of this sentence is in the source, too, but it may be about something else there.", "", ELSEWHERE),
    Outcome("number_calculated", "unknown", _ALL_TIERS, "A number of this sentence may follow from those of the source by a calculation that the sentence does not name.", "The reply says “{reply}”, which may follow from “{source}” by a calculation."),
    Outcome("number_misplaced", "unknown", _ALL_TIERS, "A number of this sentence is in the source, too, but it may be about something else there.", "", ELSEWHERE),
    Outcome("date_misplaced", "unknown", _ALL_TIERS, "A date or time of this sentence is in the source, too, but it may be about something else there.", "", ELSEWHERE),
    Outcome("name_misplaced", "unknown", _ALL_TIERS, "A name of this sentence is in the source, too, but it may be about something else there.", "", ELSEWHERE),
    Outcome("content_not_found", "unknown", _ALL_TIERS, "Some words of the reply are in none of the nearest passages, so this may be wrong.", _PERHAPS, _ABSENT),
    Outcome("roles_unclear", "unknown", _ALL_TIERS, "The source has these words in another order, so who does what may differ.", _PERHAPS),
    Outcome("rearranged", "unknown", _ALL_TIERS, "The source has these words in another order, so it may say something else."),
    Outcome("wording_unclear", "unknown", _ALL_TIERS, "The source has these words in another order or with other small words, which are not compared any further in this language, so it is not decided."),
    Outcome("joined", "unknown", _ALL_TIERS, "The source has these words in different parts of a sentence, so it may say this of something else."),
    Outcome("subject_unclear", "unknown", _ALL_TIERS, "The source may say this about someone or something else.", _PERHAPS),
    Outcome("quantifier_unclear", "unknown", _ALL_TIERS, "The reply and the nearest passage may disagree on a word such as “all” or “some”.", _PERHAPS, _ADDED),
    Outcome("bound_unclear", "unknown", _ALL_TIERS, "The reply or the source gives a limit such as “at least” that the other lacks, so they may disagree.", _PERHAPS, _ADDED),
    Outcome("comparison_unclear", "unknown", _ALL_TIERS, "In the nearest passage, what is more and what is less may be the other way round.", _PERHAPS),
    Outcome("order_unclear", "unknown", _ALL_TIERS, "The nearest passage may not say which of the two came first.", _PERHAPS),
    Outcome("cause_unclear", "unknown", _ALL_TIERS, "The nearest passage may give another cause or effect.", _PERHAPS),
    Outcome("condition_unclear", "unknown", _ALL_TIERS, "The reply and the source may not state the same condition.", _PERHAPS, _ADDED),
    Outcome("restriction_dropped", "unknown", _ALL_TIERS, "The source may say this only of some cases, and the reply does not say of which.", "The source may say this only with “{source}”, which the reply leaves out."),
    Outcome("modality_unclear", "unknown", _ALL_TIERS, "The reply or the source has a word such as “may” or “must” that the other lacks, so they may disagree.", _PERHAPS, _ADDED),
    Outcome("attribution_unclear", "unknown", _ALL_TIERS, "The reply and the source may not name the same person as saying this.", _PERHAPS),
    Outcome("quotation_changed", "unknown", _ALL_TIERS, "The nearest passage does not have the quoted words exactly like this, so they may be changed.", "", "The nearest passage does not have the quoted words {reply} exactly like this, so they may be changed."),
    Outcome("speaker_unclear", "unknown", _ALL_TIERS, "The source may quote somebody else with these words.", "", "The source may quote somebody other than “{reply}” with these words."),
    Outcome("unit_unclear", "unknown", _ALL_TIERS, "The source gives the number in another unit, or may count something else.", _PERHAPS),
    Outcome("qualifier_mismatch", "unknown", _ALL_TIERS, "The reply or the source has a word such as “only” or “former” that the other lacks, so they may disagree.", _PERHAPS, _ADDED),
    Outcome("qualifier_moved", "unknown", _ALL_TIERS, "The reply has a word such as “only” in another place than the source, so it may restrict something else.", _BOTH),
    Outcome("too_long", "unknown", _ALL_TIERS, "The sentence is too long to be compared word by word, so it is not decided; split it."),
    Outcome("too_short", "unknown", _ALL_TIERS, "These words alone say too little to be compared with the sources, so it is not decided."),
    Outcome("partly_covered", "unknown", _ALL_TIERS, "The sources have only some of these words, which is not enough to decide."),
    Outcome("uncertain", "unknown", _MODEL_TIERS, "A passage may say this, but not clearly enough to decide."),
    Outcome("whole_not_found", "unknown", _ALL_TIERS, "The sources say each part of this, but perhaps not how the parts belong together."),
    Outcome("other_language", "unknown", _ALL_TIERS, "The reply and the source are in different languages, which cannot be compared here, so it is not decided."),
    Outcome("language_unread", "unknown", _ALL_TIERS, "No source has exactly these words, and “not” is not recognized in this language, so it is not decided."),
    Outcome("quote_not_found", "unknown", _LLM_ONLY, "The judging model quoted nothing that occurs in the sources, so it is not decided."),
    Outcome("quote_unrelated", "unknown", _LLM_ONLY, "The judging model quoted words that have almost nothing to do with this, so it is not decided."),
    Outcome("judge_unreadable", "unknown", _LLM_ONLY, "The answer of the judging model could not be read, so it is not decided."),
    Outcome("judge_unreachable", "unknown", _LLM_ONLY, "The judging model could not be reached, so it is not decided."),
    Outcome("budget_spent", "unknown", _LLM_ONLY, "The calls or words allowed for this check were used up, so it is not decided."),
    Outcome("greeting", "not_checkable", _ALL_TIERS, "A greeting or thanks states no fact."),
    Outcome("refusal", "not_checkable", _ALL_TIERS, "The reply says that it has no answer."),
    Outcome("question", "not_checkable", _ALL_TIERS, "A question states no fact."),
    Outcome("heading", "not_checkable", _ALL_TIERS, "A heading, or the lead of a list, states no fact."),
    Outcome("table_header", "not_checkable", _ALL_TIERS, "The head of a table states no fact."),
    Outcome("code", "not_checkable", _ALL_TIERS, "Code is not checked."),
    Outcome("source_list", "not_checkable", _ALL_TIERS, "An entry in a list of sources states no fact."),
    Outcome("meta", "not_checkable", _ALL_TIERS, "The sentence is about the reply itself."),
    Outcome("offer", "not_checkable", _ALL_TIERS, "An offer of help states no fact."),
    Outcome("advice", "not_checkable", _ALL_TIERS, "Advice to the reader is not a statement of fact."),
    Outcome("opinion", "not_checkable", _ALL_TIERS, "A personal opinion is not a statement of fact."),
    Outcome("no_statement", "not_checkable", _HF_ONLY, "The sentence states no fact that could be checked."),
    Outcome("no_content", "not_checkable", _ALL_TIERS, "There are no words to check."),
)  # fmt: skip

_KINDS_NAMED_ALONE = (
    "number",
    "date",
    "name",
    "quantifier",
    "bound",
    "modality",
    "qualifier",
    "word_replaced",
    "word_added",
    "content",
)
"""Kinds of which the words of the reply tell enough if the source has none in that place."""

_KIND_OUTCOMES = (
    *(
        Outcome(f"{kind}_refuted", "contradicted", _MODEL_TIERS, f"The nearest passage says otherwise, and differs in {words}.", _BOTH, _REFUTED if kind in _KINDS_NAMED_ALONE else "")
        for kind, words in KINDS.items()
    ),
    *(
        Outcome(f"{kind}_not_entailed", "unsupported", _ALL_TIERS, f"Nothing in the sources says this, and the nearest passage differs in {words}.", _NEAREST, _MISSING if kind in _KINDS_NAMED_ALONE else "")
        for kind, words in KINDS.items()
    ),
)  # fmt: skip
"""Outcomes of the whole sentence, unsupported or refuted, that name the difference the words show."""

OUTCOMES: dict[str, Outcome] = {row.reason: row for row in (*_GENERAL_OUTCOMES, *_KIND_OUTCOMES)}
"""Every reason code, in the order of the docs."""

STATUS_MESSAGES: dict[Status, str] = {
    "supported": "The sources say this: see the quoted words.",
    "partial": "The sources say only part of this.",
    "contradicted": "The sources say otherwise.",
    "unsupported": "Nothing in the sources says this.",
    "not_checkable": "There is nothing here to check.",
    "unknown": "It is not decided whether the sources say this.",
}
"""Status → message of a verdict whose reason is a code of another package."""


Refusal = Literal[
    "no_evidence",
    "unsupported_answer",
    "conflicting_sources",
    "generator_refused",
    "generator_error",
    "no_verifier",
]
REFUSALS: tuple[Refusal, ...] = get_args(Refusal)

REFUSAL_WORDS: dict[str, str] = {
    "no_evidence": "nothing in the sources answers the question",
    "unsupported_answer": "too little of the generated answer is supported by the sources",
    "conflicting_sources": "the sources disagree",
    "generator_refused": "the generator found no answer in the sources",
    "generator_error": "the generator failed",
    "no_verifier": "the generated answer could not be checked",
}
"""Reason → how reports show it."""
