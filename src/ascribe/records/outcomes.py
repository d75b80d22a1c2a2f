"""The tables of outcomes: reason, status, wording and exit code of a verdict; reasons of a refusal.

``docs/ask.md`` lists which situation leads to which refusal.
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

Tier = Literal["rules", "builtin", "hf", "llm"]
TIERS: tuple[Tier, ...] = get_args(Tier)

STATUS_WORDS: dict[Status, str] = {
    "supported": "supported",
    "partial": "partly supported",
    "contradicted": "contradicted",
    "unsupported": "not in the sources",
    "not_checkable": "nothing to check",
    "unknown": "not decided",
}
"""How people read a status."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One finding: the code that a verdict carries, the status it leads to, and what people read."""

    reason: str
    status: Status
    tiers: tuple[Tier, ...]
    wording: str

    @property
    def exit_code(self) -> int:
        """What ``ascribe check`` exits with for this finding, by default."""
        return int(self.status in FAILING)


_ALL_TIERS: tuple[Tier, ...] = TIERS
"""Every tier, those with models too: findings of the rules that no model overrules among them."""

_RULES_TIER: tuple[Tier, ...] = ("rules",)
_MODEL_TIERS: tuple[Tier, ...] = ("builtin", "hf", "llm")
_HF_TIER: tuple[Tier, ...] = ("hf",)
_LLM_TIER: tuple[Tier, ...] = ("llm",)

KINDS: dict[str, str] = {
    "number": "a number",
    "date": "a date or time",
    "unit": "a unit",
    "name": "a name",
    "negation": "a negation",
    "polarity": "a word and its opposite",
    "quantifier": "a word such as “all” or “some”",
    "bound": "a bound such as “at least”",
    "comparison": "a comparison",
    "order": "what came first",
    "cause": "cause and effect",
    "condition": "a condition",
    "modality": "a word such as “may” or “must”",
    "attribution": "who says it",
    "roles": "who does what, or what belongs to what",
    "subject": "whom it is said of",
    "qualifier": "a word such as “only” or “former”",
    "word_replaced": "a word in the same place",
    "word_added": "a word that the sentence adds",
    "content": "what the sentence adds",
}
"""What a sentence without support and the nearest passage may differ in, in words."""

UNCLEAR: dict[str, str] = {
    **{kind: f"{kind}_unclear" for kind in KINDS},
    **{kind: f"{kind}_not_found" for kind in ("number", "date", "name", "content")},
    "qualifier": "qualifier_mismatch",
    "word_replaced": "word_replaced",
    "word_added": "word_added",
}
"""Kind → the reason of a sentence that is undecided for it."""

_GENERAL_OUTCOMES = (
    Outcome("confirmed", "supported", _ALL_TIERS, "The source says it, and every figure, name and negation agrees."),
    Outcome("entailed", "supported", _MODEL_TIERS, "The passage entails it, and no rule objects."),
    Outcome("clauses_confirmed", "supported", _ALL_TIERS, "The sources say each statement of the sentence, in several places."),
    Outcome("clause_not_found", "partial", _ALL_TIERS, "One statement of the sentence is supported, another is not in the sources."),
    Outcome("partly_entailed", "partial", _LLM_TIER, "The passages say a part of the sentence; the rest is not in them."),
    Outcome("number_mismatch", "contradicted", _ALL_TIERS, "The source gives another number."),
    Outcome("derivation_mismatch", "contradicted", _ALL_TIERS, "The figures of the source give another result."),
    Outcome("date_mismatch", "contradicted", _ALL_TIERS, "The source gives another date."),
    Outcome("negation_mismatch", "contradicted", _ALL_TIERS, "One of the two is negated, the other is not."),
    Outcome("polarity_mismatch", "contradicted", _ALL_TIERS, "The source says the opposite."),
    Outcome("quantifier_mismatch", "contradicted", _ALL_TIERS, "One says none or few of them, the other all or most."),
    Outcome("bound_mismatch", "contradicted", _ALL_TIERS, "One gives the figure as the least, the other as the most."),
    Outcome("comparison_reversed", "contradicted", _ALL_TIERS, "The source has the comparison the other way round."),
    Outcome("order_reversed", "contradicted", _ALL_TIERS, "The source has the two in the other order of time."),
    Outcome("cause_reversed", "contradicted", _ALL_TIERS, "The source has cause and effect the other way round."),
    Outcome("condition_mismatch", "contradicted", _ALL_TIERS, "The source makes the contrary the condition."),
    Outcome("attribution_mismatch", "contradicted", _ALL_TIERS, "In the source somebody else says it."),
    Outcome("called_untrue", "contradicted", _ALL_TIERS, "The source says that this is not true."),
    Outcome("roles_exchanged", "contradicted", _ALL_TIERS, "Who does what is exchanged: the source has the two the other way round."),
    Outcome("unit_mismatch", "contradicted", _ALL_TIERS, "The source gives the number with another unit."),
    Outcome("refuted", "contradicted", _MODEL_TIERS, "The passage that fits best says something else."),
    Outcome("not_entailed", "unsupported", _MODEL_TIERS, "No passage says this."),
    Outcome("not_found", "unsupported", _ALL_TIERS, "Next to nothing of this is in the sources."),
    Outcome("modality_strengthened", "unsupported", _RULES_TIER, "The source only says that it may, should or will be so, or that it is allowed."),
    Outcome("quantifier_widened", "unsupported", _RULES_TIER, "The source says it of fewer."),
    Outcome("cause_added", "unsupported", _RULES_TIER, "The source makes neither the cause of the other."),
    Outcome("condition_dropped", "unsupported", _RULES_TIER, "The source says it under a condition that the sentence leaves out."),
    Outcome("attribution_dropped", "unsupported", _RULES_TIER, "The source only says that somebody says so."),
    Outcome("sources_disagree", "unknown", _ALL_TIERS, "One passage says it, another passage says something else."),
    Outcome("other_subject", "unknown", _ALL_TIERS, "The source says a part of this of something else."),
    Outcome("number_not_found", "unknown", _ALL_TIERS, "A number of the sentence is not in the passage that fits best."),
    Outcome("range_narrowed", "unknown", _ALL_TIERS, "The source gives a range, the sentence one end of it."),
    Outcome("date_not_found", "unknown", _ALL_TIERS, "A date of the sentence is not in the passage that fits best."),
    Outcome("name_not_found", "unknown", _ALL_TIERS, "A name of the sentence is not in the passage that fits best."),
    Outcome("negation_unclear", "unknown", _ALL_TIERS, "A negation in one of the two has no counterpart in the other."),
    Outcome("polarity_unclear", "unknown", _ALL_TIERS, "A word of the sentence has its opposite in the passage that fits best."),
    Outcome("word_replaced", "unknown", _ALL_TIERS, "The source has another word in the same place."),
    Outcome("word_added", "unknown", _ALL_TIERS, "The sentence has one more word than the source in the same place."),
    Outcome("misplaced", "unknown", _RULES_TIER, "A figure or name stands with other words in the source."),
    Outcome("number_misplaced", "unknown", _ALL_TIERS, "A number of the sentence stands with other words in the source."),
    Outcome("date_misplaced", "unknown", _ALL_TIERS, "A date or time of the sentence stands with other words in the source."),
    Outcome("name_misplaced", "unknown", _ALL_TIERS, "A name of the sentence stands with other words in the source."),
    Outcome("content_not_found", "unknown", _ALL_TIERS, "Some words of the sentence are in no passage that is near it."),
    Outcome("roles_unclear", "unknown", _ALL_TIERS, "Who does what, or what belongs to what, may differ: the source has the words in another arrangement."),
    Outcome("subject_unclear", "unknown", _ALL_TIERS, "The source may say it of somebody else that it names in the same sentence."),
    Outcome("quantifier_unclear", "unknown", _ALL_TIERS, "A word such as “all” or “some” differs from the passage that fits best."),
    Outcome("bound_unclear", "unknown", _ALL_TIERS, "A bound such as “at least” stands in one of the two only."),
    Outcome("comparison_unclear", "unknown", _ALL_TIERS, "The passage that fits best may compare the other way round."),
    Outcome("order_unclear", "unknown", _ALL_TIERS, "The passage that fits best does not say what came first."),
    Outcome("cause_unclear", "unknown", _ALL_TIERS, "The passage that fits best gives another cause or effect."),
    Outcome("condition_unclear", "unknown", _ALL_TIERS, "A condition stands in one of the two only, or they differ."),
    Outcome("modality_unclear", "unknown", _ALL_TIERS, "A word such as “may” or “must” stands in one of the two only."),
    Outcome("attribution_unclear", "unknown", _ALL_TIERS, "Who says it differs, or only one of the two has it said by somebody."),
    Outcome("unit_unclear", "unknown", _ALL_TIERS, "The source gives the number with another unit or counts something else."),
    Outcome("qualifier_mismatch", "unknown", _ALL_TIERS, "A word such as “only” or “former” stands in one of the two only."),
    Outcome("too_long", "unknown", _RULES_TIER, "The sentence has too many words to be compared word by word; split it."),
    Outcome("too_short", "unknown", _RULES_TIER, "The sentence says nothing by itself; the question or the lines around it do."),
    Outcome("partly_covered", "unknown", _RULES_TIER, "The sources share some of the words; rules alone cannot decide."),
    Outcome("uncertain", "unknown", _MODEL_TIERS, "A passage may say this, but not surely enough for this strictness."),
    Outcome("whole_not_found", "unknown", _ALL_TIERS, "Each statement is supported by itself; that they hold together is not."),
    Outcome("other_language", "unknown", _RULES_TIER, "Reply and source are in different languages; rules cannot compare them."),
    Outcome("language_unread", "unknown", _RULES_TIER, "The rules do not know how this language negates, and no source has the very words."),
    Outcome("quote_not_found", "unknown", _LLM_TIER, "The judge has no quote for its verdict that stands in a passage."),
    Outcome("quote_unrelated", "unknown", _LLM_TIER, "What the judge quotes has next to nothing of the sentence."),
    Outcome("judge_unreadable", "unknown", _LLM_TIER, "The judge gave no answer that could be read."),
    Outcome("judge_unreachable", "unknown", _LLM_TIER, "The judge could not be asked."),
    Outcome("budget_spent", "unknown", _LLM_TIER, "The calls or tokens allowed for this check were spent before."),
    Outcome("greeting", "not_checkable", _ALL_TIERS, "A greeting or thanks states no fact."),
    Outcome("refusal", "not_checkable", _ALL_TIERS, "The reply says that it has no answer."),
    Outcome("question", "not_checkable", _ALL_TIERS, "A question states no fact."),
    Outcome("heading", "not_checkable", _ALL_TIERS, "A heading states no fact."),
    Outcome("table_header", "not_checkable", _ALL_TIERS, "A table header states no fact."),
    Outcome("code", "not_checkable", _ALL_TIERS, "Code is not checked."),
    Outcome("source_list", "not_checkable", _ALL_TIERS, "An entry of a list of sources states no fact."),
    Outcome("meta", "not_checkable", _ALL_TIERS, "The sentence speaks about the reply itself."),
    Outcome("offer", "not_checkable", _ALL_TIERS, "An offer of help states no fact."),
    Outcome("advice", "not_checkable", _ALL_TIERS, "Advice to the reader is not a fact of the sources."),
    Outcome("opinion", "not_checkable", _ALL_TIERS, "A personal opinion is not a fact of the sources."),
    Outcome("no_statement", "not_checkable", _HF_TIER, "The classifier of sentences says that there is nothing to verify."),
    Outcome("no_content", "not_checkable", _ALL_TIERS, "There are no words to check."),
)  # fmt: skip

_KIND_OUTCOMES = (
    *(
        Outcome(f"{kind}_refuted", "contradicted", _MODEL_TIERS, f"The passage that fits best says something else; they differ in {words}.")
        for kind, words in KINDS.items()
    ),
    *(
        Outcome(f"{kind}_not_entailed", "unsupported", _ALL_TIERS, f"No passage says this; the one that fits best differs in {words}.")
        for kind, words in KINDS.items()
    ),
)  # fmt: skip
"""What is found unsupported or refuted as a whole, with the difference that the words show."""

OUTCOMES: dict[str, Outcome] = {row.reason: row for row in (*_GENERAL_OUTCOMES, *_KIND_OUTCOMES)}
"""Every reason code, in the order in which the docs list them."""


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
    "unsupported_answer": "too little of what was generated is supported by the sources",
    "conflicting_sources": "the sources disagree",
    "generator_refused": "the generator found no answer in the sources",
    "generator_error": "the generator failed",
    "no_verifier": "what was generated could not be checked",
}
"""Reason → how people read it."""
