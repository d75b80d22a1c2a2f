"""Tier ``llm``: verdicts by a language model that quotes its evidence, limited by the rules.

A verdict counts only if each of its quotes occurs in a passage that was sent to the model. A claim whose
request failed or whose answer could not be parsed is ``unknown``, with its own reason, and never
``unsupported``.

The table below maps the finding of the rules and the label of the judge to a reason code. It is the table
of tier ``builtin``, with a judge whose probability is above every threshold or below all of them. Only at
the two highest levels of strictness does an objection of the rules outweigh the judge.

| finding of the rules | supported | partial | contradicted | not found |
|---|---|---|---|---|
| contradicted, ``sources_disagree`` | the rule's | the rule's | the rule's | the rule's |
| a finding of ``EXACT_FINDINGS`` | the rule's | ``partly_entailed`` | ``refuted`` | ``not_entailed`` |
| another objection | see below | ``partly_entailed`` | ``refuted`` | ``not_entailed`` |
| ``confirmed`` | ``confirmed`` | ``partly_entailed`` | ``uncertain`` | ``uncertain`` |
| ``not_found`` | ``entailed`` | ``partly_entailed`` | ``refuted`` | ``not_found`` |
| ``not_found``, with a figure | the figure's | ``partly_entailed`` | ``refuted`` | ``not_found`` |
| anything else | see below | ``partly_entailed`` | ``refuted`` | ``not_entailed`` |

An ``unsupported`` claim keeps the reason of the rules if the judge does not find it either.

| finding of the rules if the judge supports the claim | ``loose``, ``balanced`` | ``strict`` | ``paranoid`` |
|---|---|---|---|
| another objection | ``entailed`` | the rule's | the rule's |
| another finding | ``entailed`` | ``entailed`` | ``uncertain`` |
| ``partly_covered``, ``other_language``, ``language_unread`` | ``entailed`` | ``entailed`` | ``entailed`` |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ascribe.errors import check_whole_number
from ascribe.llm import ChatEndpoint
from ascribe.records import Reference, Strictness, Verdict
from ascribe.records.outcomes import OUTCOMES
from ascribe.text.words import count_content_words
from ascribe.verify.decision import (
    EXACT_FINDINGS,
    OBJECTIONS,
    RULE_THRESHOLDS,
    decide_reason,
    get_finding,
    get_veto_reason,
    is_veto,
)
from ascribe.verify.discourse.coreference import refers_to_other_subject
from ascribe.verify.evidence.candidates import select_best_sentences
from ascribe.verify.evidence.conflicts import find_denying_passage, mark_conflict
from ascribe.verify.evidence.languages import is_language_mismatch
from ascribe.verify.evidence.sets import ClaimBatch, ClaimContext, EvidenceSet
from ascribe.verify.llm_judge.passages import Passage, select_passages
from ascribe.verify.llm_judge.session import (
    PROMPT,
    Budget,
    JudgeFailure,
    JudgeFinding,
    JudgeLabel,
    JudgeQuestion,
    JudgeSession,
)
from ascribe.verify.reasons.refinement import RefiningVerifier
from ascribe.verify.rules import RULES
from ascribe.verify.rules_verifier import RulesVerifier

DEFAULT_CALLS = 500
"""Default limit on the calls of one check: enough for a reply of some 300 sentences."""

DEFAULT_TOKENS = 1_000_000
"""Default limit on the tokens of one check: about what ``DEFAULT_CALLS`` requests of usual size need."""

DEFAULT_CONCURRENCY = 4
"""Default number of concurrent requests."""

_SCORES = {"supported": 1.0, "partial": 0.5, "contradicted": 0.0, "unsupported": 0.0}
"""Scores by status. A judge gives no probability, so these only count: the mean over a reply is the share of
its sentences that are supported, with ``partial`` as one half."""

_UNREAD_NOTES = {
    "too_long": "The sentence is too long for the rules to check, so it was not sent to the judge.",
    "too_short": "The sentence says too little on its own, so it was not sent to the judge.",
}
_DECIDED_NOTE = "The rules decide this sentence, so it was not sent to the judge."
_NO_SENTENCE_NOTE = "The sources contain no sentence to judge it by."


@dataclass(frozen=True, slots=True)
class LLMJudge:
    """Configuration of an LLM judge and its budget, for ``check(…, tier=LLMJudge(…))``.

    Args:
        endpoint: the model; None uses the one of the environment: see ``ChatEndpoint.from_environment``.
        calls: most calls of one check.
        tokens: most tokens of all requests and answers of one check.
        concurrency: most requests at the same time.

    Raises:
        InputError: a number is below 1; or, when a check begins, no endpoint is configured.

    Example:
        >>> judge = LLMJudge(ChatEndpoint("http://localhost:8000/v1", "my-model"), calls=50)
        >>> judge().versions["llm.host"]
        'localhost:8000'
    """

    endpoint: ChatEndpoint | None = None
    calls: int = DEFAULT_CALLS
    tokens: int = DEFAULT_TOKENS
    concurrency: int = DEFAULT_CONCURRENCY

    def __post_init__(self) -> None:
        for name in ("calls", "tokens", "concurrency"):
            check_whole_number(name, getattr(self, name))

    def __call__(
        self, *, strictness: Strictness = "balanced", language: str | None = None
    ) -> LLMJudgeVerifier:
        """Build a verifier with its own budget."""
        return LLMJudgeVerifier(strictness, language, self)


class LLMJudgeVerifier(RefiningVerifier):
    """Verifier that combines the labels of a language model with the findings of the rules.

    Args:
        strictness: which findings of the rules outweigh the label ``supported``: see the table of this
            module.
        language: ISO 639-1 code of the reply; None means English.
        judge: the model, and its budget over the life of this verifier.

    Raises:
        InputError: no endpoint is given or configured.
    """

    tier = "llm"
    replays = False  # its quotes are looked up, and only they are compared; a replay would be another request

    def __init__(
        self, strictness: Strictness = "balanced", language: str | None = None, judge: LLMJudge | None = None
    ) -> None:
        judge = judge or LLMJudge()
        endpoint = judge.endpoint or ChatEndpoint.from_environment()
        self.rules = RulesVerifier(strictness, language)
        self.language = language
        self.strictness: Strictness = strictness
        self.thresholds = {"supported": _SCORES["supported"]}
        self.versions = {"llm.host": endpoint.host, "llm.model": endpoint.model, "llm.prompt": PROMPT.version}
        self._session = JudgeSession(endpoint, Budget(judge.calls, judge.tokens), judge.concurrency)

    def verify_batch(self, batch: ClaimBatch) -> list[Verdict]:
        """Return one verdict per claim of the batch, in order."""
        ruled = self.rules.verify_batch(batch)
        questions = {}
        for i, verdict in enumerate(ruled):
            order = (-batch.scores.matrix[i]).argsort(kind="stable")
            passages = select_passages([*batch.cited[i], *order], batch.evidence)
            if passages and _find_unasked_note(verdict) is None:
                questions[i] = JudgeQuestion(batch.claims[i].reading, passages)
        found = self._session.get_findings(questions)
        return [
            self._combine(batch.contexts[i], verdict, found[i], questions[i].passages)
            if i in found
            else self._keep_rule_verdict(verdict)
            for i, verdict in enumerate(ruled)
        ]

    def _keep_rule_verdict(self, ruled: Verdict) -> Verdict:
        """Return the verdict of the rules on a claim that was not sent to the judge, with a note why."""
        if ruled.status == "not_checkable":
            return replace(ruled, tier=self.tier)
        return replace(
            ruled, details={**ruled.details, self.tier: _find_unasked_note(ruled) or _NO_SENTENCE_NOTE}
        )

    def _combine(
        self,
        case: ClaimContext,
        ruled: Verdict,
        found: JudgeFinding | JudgeFailure,
        passages: Sequence[Passage],
    ) -> Verdict:
        """Combine the verdict of the rules with the finding of the judge."""
        details = {**ruled.details, "rules": get_finding(ruled)}
        if isinstance(found, JudgeFailure):
            details[self.tier] = found.fault
            return self._build_verdict(found.reason, _relabel_as_related(ruled), details)
        members = find_quoted_sentences(case, found, passages)
        reading = case.read(members) if members else None
        reason = self._decide_reason(case, ruled, found, reading)
        details |= {
            "judge": found.label.replace("_", " "),
            "quotes": [place.text for place in found.places],
            "places": [[get_document_id(case, passages[p.passage]), p.start, p.end] for p in found.places],
        }
        verdict = self._build_verdict(reason, _select_references(case, ruled, reason, reading), details)
        return _check_support(verdict, case, reading) if reason == "entailed" and reading else verdict

    def _build_verdict(
        self, reason: str, references: tuple[Reference, ...], details: dict[str, object]
    ) -> Verdict:
        status = OUTCOMES[reason].status
        return Verdict(
            status, reason, self.tier, _SCORES.get(status), _SCORES["supported"], references, details
        )

    def _decide_reason(
        self, case: ClaimContext, ruled: Verdict, found: JudgeFinding, reading: EvidenceSet | None
    ) -> str:
        """Return the reason code by the table, unless a quote is unrelated or lacks an exact detail."""
        reason = decide_judged_reason(ruled, found.label, self.strictness)
        if found.label == "not_found":
            return reason
        if reading is None:
            return "quote_not_found"  # the quote is between two sentences
        if is_unrelated(case, reading, self.strictness) or not says_something(case, reading, found):
            return "quote_unrelated"
        return (reason == "entailed" and find_missing_exact(case, reading)) or reason


def _find_unasked_note(ruled: Verdict) -> str | None:
    """Return one sentence if no answer of a judge would change the verdict of the rules, else None."""
    if ruled.status == "not_checkable" or is_decided_by_rules(ruled):
        return _DECIDED_NOTE
    return _UNREAD_NOTES.get(ruled.reason)


def _check_support(verdict: Verdict, case: ClaimContext, reading: EvidenceSet) -> Verdict:
    """Withdraw support if the evidence is about something else or another sentence contradicts the claim."""
    if refers_to_other_subject(case.text, case.evidence, reading.members):
        related = case.references(reading, "related")
        return replace(verdict, status="unknown", reason="other_subject", score=None, references=related)
    against = find_denying_passage(case, select_best_sentences(case.scores.matrix[case.index]))
    return verdict if against is None else replace(mark_conflict(verdict, case, against), score=None)


def _select_references(
    case: ClaimContext, ruled: Verdict, reason: str, reading: EvidenceSet | None
) -> tuple[Reference, ...]:
    """Return the quoted sentences, or the references of the rules if these gave the same status."""
    status = OUTCOMES[reason].status
    if status == ruled.status:
        return ruled.references
    if reading is None:
        return _relabel_as_related(ruled)
    labels = {"supported": "supports", "partial": "supports", "contradicted": "contradicts"}
    return case.references(reading, labels.get(status, "related"))


def _relabel_as_related(ruled: Verdict) -> tuple[Reference, ...]:
    """Return the first reference of the rules, labelled ``related``."""
    return tuple(replace(reference, label="related") for reference in ruled.references[:1])


_NEUTRAL_FINDINGS = ("confirmed", "partly_covered", "not_found", "other_language", "language_unread")
"""Findings of the rules that support the claim, or leave it open."""

_THRESHOLD, _UNREACHABLE_THRESHOLD = 0.5, 2.0
"""A threshold that the label ``supported`` passes, and one that nothing passes."""


def is_decided_by_rules(ruled: Verdict) -> bool:
    """Return True if no judge can change the finding of the rules."""
    return is_veto(ruled.reason) and ruled.reason not in EXACT_FINDINGS


def decide_judged_reason(ruled: Verdict, label: JudgeLabel, strictness: Strictness) -> str:
    """Return the reason code by the table of this module."""
    if is_decided_by_rules(ruled):
        return ruled.reason
    if label == "partial":
        return "partly_entailed"
    probability, contradicted = float(label == "supported"), float(label == "contradicted")
    reason = decide_reason(
        ruled,
        probability,
        contradicted,
        _THRESHOLD,
        _get_judge_threshold(ruled, strictness),
        absent=True,  # a judge that finds no support has read all passages
    )
    return (get_veto_reason(ruled) or reason) if OUTCOMES[reason].status == "supported" else reason


def _get_judge_threshold(ruled: Verdict, strictness: Strictness) -> float:
    is_objection = strictness in ("strict", "paranoid") and ruled.reason in OBJECTIONS
    is_doubtful = strictness == "paranoid" and ruled.reason not in _NEUTRAL_FINDINGS
    return _UNREACHABLE_THRESHOLD if is_objection or is_doubtful else _THRESHOLD


_REASON_OF_EXACT_RULE = {rule.name: rule.exact for rule in RULES if rule.exact}
"""Rules on exact details, and the reason code if the quoted sentences lack such a detail."""


def find_quoted_sentences(
    case: ClaimContext, found: JudgeFinding, passages: Sequence[Passage]
) -> tuple[int, ...]:
    """Return the sentences that contain the quotes, best first."""
    members = [
        i
        for place in found.places
        for i in passages[place.passage].members
        if case.evidence[i].sentence.span.char_start < place.end
        and place.start < case.evidence[i].sentence.span.char_end
    ]
    row = case.scores.matrix[case.index]
    return tuple(sorted(dict.fromkeys(members), key=lambda i: -row[i]))


def is_unrelated(case: ClaimContext, reading: EvidenceSet, strictness: Strictness) -> bool:
    """Return True if the quoted sentences share next to nothing with the claim.

    This catches a source that instructs the judge. At ``loose`` and ``balanced`` the sentences must share no
    word with the claim, because a correct paraphrase may share only one; at stricter levels, less than the
    threshold below which the rules call a claim absent. Between two languages shared words mean nothing.
    """
    if not case.text.content or is_language_mismatch(case, reading):
        return False
    least = RULE_THRESHOLDS[strictness].absent if strictness in ("strict", "paranoid") else 0.0
    return reading.coverage < least or not reading.coverage


_MIN_QUOTED_WORDS = 2
"""Least content words of the quotes together; a single word says nothing that could be true."""


def says_something(case: ClaimContext, reading: EvidenceSet, found: JudgeFinding) -> bool:
    """Return True if the quotes are more than a word that happens to be in the claim and in a source.

    A judge that a source has talked over can give such a word for any claim. A sentence of one content word
    may be quoted as it is.
    """
    language = case.evidence[reading.members[0]].document.language
    quoted = sum(count_content_words(place.text, language) for place in found.places)
    there = sum(count_content_words(case.evidence[i].sentence.text, language) for i in reading.members)
    return quoted >= min(_MIN_QUOTED_WORDS, there)


def find_missing_exact(case: ClaimContext, reading: EvidenceSet) -> str:
    """Return the reason code of an exact detail that the quotes lack; empty if none or not comparable."""
    if is_language_mismatch(case, reading):
        return ""
    rules = (c.rule for c in reading.comparisons if c.finding != "agree" and c.rule in _REASON_OF_EXACT_RULE)
    return _REASON_OF_EXACT_RULE.get(next(rules, ""), "")


def get_document_id(case: ClaimContext, passage: Passage) -> str:
    """Return the id of the source that contains the passage."""
    return case.evidence[passage.members[0]].document.doc_id
