"""The tables of outcomes: reason, status, wording and exit code of verdicts; reasons of refusals.

``docs/ask.md`` says which situation leads to which refusal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Status = Literal["supported", "partial", "contradicted", "unsupported", "not_checkable", "unknown"]
STATUSES: tuple[Status, ...] = get_args(Status)

FAILING: tuple[Status, ...] = ("contradicted", "unsupported", "partial", "unknown")
"""Statuses for which ``ascribe check`` exits with 1 unless ``--fail-on`` says otherwise."""

CHECKED: tuple[Status, ...] = ("supported", "partial", "contradicted", "unsupported")
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
    """One row of the table: the reason code of a verdict, its status, its tiers and the reason in words."""

    reason: str
    status: Status
    tiers: tuple[Tier, ...]
    wording: str

    @property
    def exit_code(self) -> int:
        """The default exit code of ``ascribe check`` for this outcome."""
        return int(self.status in FAILING)


_ALL_TIERS: tuple[Tier, ...] = TIERS
"""Every tier, including those with models, since no model overrules some outcomes of the rules."""

_RULES_ONLY: tuple[Tier, ...] = ("rules",)
_MODEL_TIERS: tuple[Tier, ...] = ("builtin", "large", "hf", "llm")
_HF_ONLY: tuple[Tier, ...] = ("hf",)
_LLM_ONLY: tuple[Tier, ...] = ("llm",)

KINDS: dict[str, str] = {
    "number": "a number",
    "date": "a date or time",
    "unit": "a unit",
    "name": "a name",
    "negation": "a negation",
    "polarity": "two opposite words",
    "quantifier": "a word such as “all” or “some”",
    "bound": "a limit such as “at least”",
    "comparison": "a comparison",
    "order": "what came first",
    "cause": "cause and effect",
    "condition": "a condition",
    "modality": "a word such as “may” or “must”",
    "attribution": "who says it",
    "roles": "who does what, or what belongs to what",
    "subject": "who or what it is about",
    "qualifier": "a word such as “only” or “former”",
    "word_replaced": "another word in the same place",
    "word_added": "a word that the sentence adds",
    "content": "words that the passage does not have",
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

_GENERAL_OUTCOMES = (
    Outcome("confirmed", "supported", _ALL_TIERS, "The source says this, and every figure, name and negation matches."),
    Outcome("entailed", "supported", _MODEL_TIERS, "The passage states or implies this, and no rule finds a conflict."),
    Outcome("clauses_confirmed", "supported", _ALL_TIERS, "Each statement in the sentence is supported, in different places of the sources."),
    Outcome("clause_not_found", "partial", _ALL_TIERS, "One statement in the sentence is supported; another is not in the sources."),
    Outcome("partly_entailed", "partial", _LLM_ONLY, "The passages support part of the sentence; the rest is not in them."),
    Outcome("number_mismatch", "contradicted", _ALL_TIERS, "The source gives a different number."),
    Outcome("column_mismatch", "contradicted", _ALL_TIERS, "The source gives this figure in another column of the table."),
    Outcome("derivation_mismatch", "contradicted", _ALL_TIERS, "The figures in the source give a different result."),
    Outcome("date_mismatch", "contradicted", _ALL_TIERS, "The source gives a different date."),
    Outcome("negation_mismatch", "contradicted", _ALL_TIERS, "Either the sentence or the source is negated, but not both."),
    Outcome("polarity_mismatch", "contradicted", _ALL_TIERS, "The source says the opposite."),
    Outcome("quantifier_mismatch", "contradicted", _ALL_TIERS, "The sentence and the source disagree on how many."),
    Outcome("bound_mismatch", "contradicted", _ALL_TIERS, "The sentence and the source disagree on whether the figure is a minimum or a maximum."),
    Outcome("comparison_reversed", "contradicted", _ALL_TIERS, "The source makes the comparison the other way round."),
    Outcome("order_reversed", "contradicted", _ALL_TIERS, "In the source, the two happened in the opposite order."),
    Outcome("cause_reversed", "contradicted", _ALL_TIERS, "In the source, cause and effect are the other way round."),
    Outcome("condition_mismatch", "contradicted", _ALL_TIERS, "The source states the opposite condition."),
    Outcome("attribution_mismatch", "contradicted", _ALL_TIERS, "In the source, someone else says this."),
    Outcome("called_untrue", "contradicted", _ALL_TIERS, "The source says that this is not true."),
    Outcome("roles_exchanged", "contradicted", _ALL_TIERS, "In the source, who does what is the other way round."),
    Outcome("unit_mismatch", "contradicted", _ALL_TIERS, "The source gives the number in a different unit."),
    Outcome("refuted", "contradicted", _MODEL_TIERS, "The nearest passage contradicts this."),
    Outcome("not_entailed", "unsupported", _MODEL_TIERS, "No passage says this."),
    Outcome("not_found", "unsupported", _ALL_TIERS, "Almost nothing of this is in the sources."),
    Outcome("modality_strengthened", "unsupported", _RULES_ONLY, "The source only says that this may, should or will happen, or is allowed."),
    Outcome("quantifier_widened", "unsupported", _RULES_ONLY, "The source says this about fewer cases."),
    Outcome("cause_added", "unsupported", _RULES_ONLY, "The source does not say that one causes the other."),
    Outcome("condition_dropped", "unsupported", _RULES_ONLY, "The source says this only under a condition, which the sentence leaves out."),
    Outcome("attribution_dropped", "unsupported", _RULES_ONLY, "The source only reports that someone says this."),
    Outcome("sources_disagree", "unknown", _ALL_TIERS, "One passage says this, another says something different."),
    Outcome("other_subject", "unknown", _ALL_TIERS, "The source says part of this, but about something else."),
    Outcome("column_unclear", "unknown", _ALL_TIERS, "The figure may belong to another column of the table."),
    Outcome("other_row", "unknown", _ALL_TIERS, "The figure belongs to a row of the table that the sentence does not name."),
    Outcome("printed_insufficient", "unknown", _ALL_TIERS, "No few passages could be found that show this on their own."),
    Outcome("number_not_found", "unknown", _ALL_TIERS, "A number in the sentence is not in the nearest passage."),
    Outcome("range_narrowed", "unknown", _ALL_TIERS, "The source gives a range; the sentence gives only one end of it."),
    Outcome("date_not_found", "unknown", _ALL_TIERS, "A date in the sentence is not in the nearest passage."),
    Outcome("name_not_found", "unknown", _ALL_TIERS, "A name in the sentence is not in the nearest passage."),
    Outcome("negation_unclear", "unknown", _ALL_TIERS, "The sentence or the nearest passage has a negation that the other lacks."),
    Outcome("polarity_unclear", "unknown", _ALL_TIERS, "The nearest passage has the opposite of a word in the sentence."),
    Outcome("word_replaced", "unknown", _ALL_TIERS, "The source has a different word in the same place."),
    Outcome("word_added", "unknown", _ALL_TIERS, "The sentence adds a word where the source has none."),
    Outcome("misplaced", "unknown", _RULES_ONLY, "The source uses a figure or name of the sentence in a different context."),
    Outcome("number_misplaced", "unknown", _ALL_TIERS, "The source uses a number of the sentence in a different context."),
    Outcome("date_misplaced", "unknown", _ALL_TIERS, "The source uses a date or time of the sentence in a different context."),
    Outcome("name_misplaced", "unknown", _ALL_TIERS, "The source uses a name of the sentence in a different context."),
    Outcome("content_not_found", "unknown", _ALL_TIERS, "Some words of the sentence are in none of the nearest passages."),
    Outcome("roles_unclear", "unknown", _ALL_TIERS, "Who does what, or what belongs to what, may differ: the source arranges the words differently."),
    Outcome("subject_unclear", "unknown", _ALL_TIERS, "The source may say this about someone else named in the same sentence."),
    Outcome("quantifier_unclear", "unknown", _ALL_TIERS, "A word such as “all” or “some” differs between the sentence and the nearest passage."),
    Outcome("bound_unclear", "unknown", _ALL_TIERS, "Either the sentence or the source has a limit such as “at least”, but not both."),
    Outcome("comparison_unclear", "unknown", _ALL_TIERS, "The nearest passage may make the comparison the other way round."),
    Outcome("order_unclear", "unknown", _ALL_TIERS, "The nearest passage does not say what came first."),
    Outcome("cause_unclear", "unknown", _ALL_TIERS, "The nearest passage gives a different cause or effect."),
    Outcome("condition_unclear", "unknown", _ALL_TIERS, "The sentence and the source have different conditions, or only one of them has a condition."),
    Outcome("modality_unclear", "unknown", _ALL_TIERS, "Either the sentence or the source has a word such as “may” or “must”, but not both."),
    Outcome("attribution_unclear", "unknown", _ALL_TIERS, "The sentence and the source name different speakers, or only one of them names a speaker."),
    Outcome("unit_unclear", "unknown", _ALL_TIERS, "The source gives the number in a different unit, or counts something else."),
    Outcome("qualifier_mismatch", "unknown", _ALL_TIERS, "Either the sentence or the source has a word such as “only” or “former”, but not both."),
    Outcome("too_long", "unknown", _RULES_ONLY, "The sentence has too many words for a word-by-word comparison; split it."),
    Outcome("too_short", "unknown", _RULES_ONLY, "The sentence cannot be understood without the question or the lines around it."),
    Outcome("partly_covered", "unknown", _RULES_ONLY, "The sources share only some of the words, and rules alone cannot decide."),
    Outcome("uncertain", "unknown", _MODEL_TIERS, "A passage may support this, but not clearly enough for this strictness."),
    Outcome("whole_not_found", "unknown", _ALL_TIERS, "Each statement is supported on its own, but the connection between them is not."),
    Outcome("other_language", "unknown", _RULES_ONLY, "The reply and the source are in different languages, and rules cannot compare them."),
    Outcome("language_unread", "unknown", _RULES_ONLY, "The rules cannot recognize negation in this language, and no source has these exact words."),
    Outcome("quote_not_found", "unknown", _LLM_ONLY, "The judge gave no quote that occurs in a passage."),
    Outcome("quote_unrelated", "unknown", _LLM_ONLY, "The judge's quote has almost nothing in common with the sentence."),
    Outcome("judge_unreadable", "unknown", _LLM_ONLY, "The judge's answer could not be read."),
    Outcome("judge_unreachable", "unknown", _LLM_ONLY, "The judge could not be reached."),
    Outcome("budget_spent", "unknown", _LLM_ONLY, "The calls or tokens allowed for this check were used up."),
    Outcome("greeting", "not_checkable", _ALL_TIERS, "A greeting or thanks states no fact."),
    Outcome("refusal", "not_checkable", _ALL_TIERS, "The reply says that it has no answer."),
    Outcome("question", "not_checkable", _ALL_TIERS, "A question states no fact."),
    Outcome("heading", "not_checkable", _ALL_TIERS, "A heading states no fact."),
    Outcome("table_header", "not_checkable", _ALL_TIERS, "A table header states no fact."),
    Outcome("code", "not_checkable", _ALL_TIERS, "Code is not checked."),
    Outcome("source_list", "not_checkable", _ALL_TIERS, "An entry in a list of sources states no fact."),
    Outcome("meta", "not_checkable", _ALL_TIERS, "The sentence is about the reply itself."),
    Outcome("offer", "not_checkable", _ALL_TIERS, "An offer of help states no fact."),
    Outcome("advice", "not_checkable", _ALL_TIERS, "Advice to the reader is not a statement of fact."),
    Outcome("opinion", "not_checkable", _ALL_TIERS, "A personal opinion is not a statement of fact."),
    Outcome("no_statement", "not_checkable", _HF_ONLY, "The sentence classifier found no claim to verify."),
    Outcome("no_content", "not_checkable", _ALL_TIERS, "There are no words to check."),
)  # fmt: skip

_KIND_OUTCOMES = (
    *(
        Outcome(f"{kind}_refuted", "contradicted", _MODEL_TIERS, f"The nearest passage contradicts this. Difference: {words}.")
        for kind, words in KINDS.items()
    ),
    *(
        Outcome(f"{kind}_not_entailed", "unsupported", _ALL_TIERS, f"No passage says this. Difference from the nearest one: {words}.")
        for kind, words in KINDS.items()
    ),
)  # fmt: skip
"""Outcomes of the whole sentence, unsupported or refuted, that name the difference the words show."""

OUTCOMES: dict[str, Outcome] = {row.reason: row for row in (*_GENERAL_OUTCOMES, *_KIND_OUTCOMES)}
"""Every reason code, in the order of the docs."""


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
