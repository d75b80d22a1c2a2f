"""Tier ``llm``: a language model judges and quotes, and the typed rules object.

A verdict counts only if each of its quotes occurs in a passage that the model was shown. What could
not be requested or parsed is ``unknown``, with its own reason, and never ``unsupported``.

One table maps the finding of the rules and the label of the judge to a reason code. It is the table
of tier ``builtin``. A judge is as sure as can be: it stands above every threshold of that table, or
below all of them. Only at the two highest levels of strictness an objection of the rules outweighs
it.

| rules say | supported | partial | contradicted | not found |
|---|---|---|---|---|
| contradicted, ``sources_disagree`` | the rule's | the rule's | the rule's | the rule's |
| a finding of ``EXACT_FINDINGS`` | the rule's | ``partly_entailed`` | ``refuted`` | ``not_entailed`` |
| another objection | see below | ``partly_entailed`` | ``refuted`` | ``not_entailed`` |
| ``confirmed`` | ``confirmed`` | ``partly_entailed`` | ``refuted`` | ``not_entailed`` |
| ``not_found`` | ``entailed`` | ``partly_entailed`` | ``refuted`` | ``not_found`` |
| ``not_found``, with a figure | the figure's | ``partly_entailed`` | ``refuted`` | ``not_found`` |
| anything else | see below | ``partly_entailed`` | ``refuted`` | ``not_entailed`` |

What the rules call ``unsupported`` keeps its reason where the judge does not find it either.

| rules say, judge says supported | ``loose``, ``balanced`` | ``strict`` | ``paranoid`` |
|---|---|---|---|
| another objection | ``entailed`` | the rule's | the rule's |
| another finding | ``entailed`` | ``entailed`` | ``uncertain`` |
| ``partly_covered``, or that they cannot read it | ``entailed`` | ``entailed`` | ``entailed`` |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ascribe.errors import InputError
from ascribe.llm import ChatEndpoint
from ascribe.protocols import Claim, Scores, SourceSentence
from ascribe.records import Reference, Strictness, Verdict
from ascribe.records.outcomes import OUTCOMES
from ascribe.verify.conflicts import find_contradiction, mark_conflict
from ascribe.verify.coreference import refers_to_other_subject
from ascribe.verify.decision import (
    EXACT_FINDINGS,
    OBJECTIONS,
    RULE_THRESHOLDS,
    decide_reason,
    get_finding,
    is_veto,
)
from ascribe.verify.evidence import ClaimContext, EvidenceSet
from ascribe.verify.evidence_checks import is_language_mismatch
from ascribe.verify.llm_judge.passages import Passage, select_passages
from ascribe.verify.llm_judge.prompt import PROMPT_VERSION, JudgeFinding, JudgeLabel, UnusableAnswer
from ascribe.verify.llm_judge.session import Budget, JudgeQuestion, JudgeSession
from ascribe.verify.rules_verifier import RulesVerifier, select_best_sentences

DEFAULT_CALLS = 500
"""Calls that one check may make, unless told otherwise: a reply of some 300 sentences."""

DEFAULT_TOKENS = 1_000_000
"""Tokens that one check may use: about what ``DEFAULT_CALLS`` questions of usual size need."""

DEFAULT_CONCURRENCY = 4
"""Questions at the same time."""

_SCORES = {"supported": 1.0, "partial": 0.5, "contradicted": 0.0, "unsupported": 0.0}
"""A judge gives no probability, so these count and do not measure: the mean over a reply is the share of its
sentences that are supported."""

_UNREAD_NOTES = {
    "too_long": "The sentence is too long for a rule to object, so the judge was not asked.",
    "too_short": "The sentence says too little by itself, so the judge was not asked.",
}
_BY_RULE = "The rules settle this, so the judge was not asked."
_NOTHING_NEAR = "The sources have no sentence to judge by."


@dataclass(frozen=True, slots=True)
class LLMJudge:
    """Which language model judges, and what it may cost; ``check(…, tier=Judge(…))`` asks it.

    Args:
        endpoint: None takes the one of the environment: see ``ChatEndpoint.from_environment``.
        calls: questions that one check may ask.
        tokens: of all questions and answers of one check.
        concurrency: questions at the same time.

    Raises:
        InputError: a number below 1; or, when a check begins, no endpoint is configured.

    Example:
        >>> judge = Judge(ChatEndpoint("http://localhost:8000/v1", "my-model"), calls=50)
        >>> judge().versions["llm.host"]
        'localhost:8000'
    """

    endpoint: ChatEndpoint | None = None
    calls: int = DEFAULT_CALLS
    tokens: int = DEFAULT_TOKENS
    concurrency: int = DEFAULT_CONCURRENCY

    def __post_init__(self) -> None:
        for name in ("calls", "tokens", "concurrency"):
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, int) or number < 1:
                raise InputError(f"{name}: expected a whole number of at least 1, got {number!r}.")

    def __call__(
        self, *, strictness: Strictness = "balanced", language: str | None = None
    ) -> LLMJudgeVerifier:
        """A verifier with a budget of its own."""
        return LLMJudgeVerifier(strictness, language, self)


class LLMJudgeVerifier:
    """Verdicts by a language model and the rules.

    Args:
        strictness: how much the rules may object to what the model calls supported: see ``judge.table``.
        language: ISO 639-1 code of the reply; None lets the rules read it as English.
        judge: who is asked, and what it may cost over the life of this verifier.

    Raises:
        InputError: no endpoint is given or configured.
    """

    tier = "llm"

    def __init__(
        self, strictness: Strictness = "balanced", language: str | None = None, judge: LLMJudge | None = None
    ) -> None:
        judge = judge or LLMJudge()
        endpoint = judge.endpoint or ChatEndpoint.from_environment()
        self.rules = RulesVerifier(strictness, language)
        self.strictness: Strictness = strictness
        self.thresholds = {"supported": _SCORES["supported"]}
        self.versions = {"llm.host": endpoint.host, "llm.model": endpoint.model, "llm.prompt": PROMPT_VERSION}
        self._inquiry = JudgeSession(endpoint, Budget(judge.calls, judge.tokens), judge.concurrency)

    def verify(
        self,
        claims: Sequence[Claim],
        evidence: Sequence[SourceSentence],
        cited: Sequence[tuple[int, ...]],
        scores: Scores,
    ) -> list[Verdict]:
        """One verdict per claim, in order."""
        ruled = self.rules.verify(claims, evidence, cited, scores)
        asked = {
            i: JudgeQuestion(claims[i].content, passages)
            for i, verdict in enumerate(ruled)
            if _find_unasked_note(verdict) is None
            and (
                passages := select_passages(
                    [*cited[i], *(-scores.matrix[i]).argsort(kind="stable")], evidence
                )
            )
        }
        found = self._inquiry.findings(asked)
        return [
            self._verdict(
                self.rules.case(i, claims[i], evidence, scores), verdict, found[i], asked[i].passages
            )
            if i in found
            else self._left(verdict)
            for i, verdict in enumerate(ruled)
        ]

    def _left(self, ruled: Verdict) -> Verdict:
        """The verdict on a claim that the judge was not asked about; with nothing to judge, no tier did."""
        if ruled.status == "not_checkable":
            return replace(ruled, tier=self.tier)
        return replace(
            ruled, details={**ruled.details, self.tier: _find_unasked_note(ruled) or _NOTHING_NEAR}
        )

    def _verdict(
        self,
        case: ClaimContext,
        ruled: Verdict,
        found: JudgeFinding | UnusableAnswer,
        passages: Sequence[Passage],
    ) -> Verdict:
        details = {**ruled.details, "rules": get_finding(ruled)}
        if isinstance(found, UnusableAnswer):
            details["judge"] = found.fault
            return self._made(found.reason, _relabel_as_related(ruled), details)
        members = find_quoted_sentences(case, found, passages)
        reading = case.read(members) if members else None
        reason = self._reason(case, ruled, found, reading)
        details |= {
            "judge": found.said.replace("_", " "),
            "quotes": [place.text for place in found.places],
            "places": [[get_document_id(case, passages[p.passage]), p.start, p.end] for p in found.places],
        }
        verdict = self._made(reason, _select_references(case, ruled, reason, reading), details)
        return _check_support(verdict, case, reading) if reason == "entailed" and reading else verdict

    def _made(self, reason: str, references: tuple[Reference, ...], details: dict[str, object]) -> Verdict:
        status = OUTCOMES[reason].status
        return Verdict(
            status, reason, self.tier, _SCORES.get(status), _SCORES["supported"], references, details
        )

    def _reason(
        self, case: ClaimContext, ruled: Verdict, found: JudgeFinding, reading: EvidenceSet | None
    ) -> str:
        """The reason code: quotes must be to the point; then the table; then what must be exact."""
        reason = decide_judged_reason(ruled, found.said, self.strictness)
        if found.said == "not_found":
            return reason
        if reading is None:
            return "quote_not_found"  # it stands between two sentences
        if is_unrelated(case, reading, self.strictness):
            return "quote_unrelated"
        return (reason == "entailed" and find_missing_exact(case, reading)) or reason


def _find_unasked_note(ruled: Verdict) -> str | None:
    """One sentence if no answer of a judge would change the verdict of the rules, else None."""
    if ruled.status == "not_checkable" or is_decided_by_rules(ruled):
        return _BY_RULE
    return _UNREAD_NOTES.get(ruled.reason)


def _check_support(verdict: Verdict, case: ClaimContext, reading: EvidenceSet) -> Verdict:
    """What the judge alone supports, unless it is of something else or denied elsewhere."""
    if refers_to_other_subject(case.text, case.evidence, reading.members):
        related = case.references(reading, "related")
        return replace(verdict, status="unknown", reason="other_subject", score=None, references=related)
    against = find_contradiction(case, select_best_sentences(case.scores.matrix[case.index]))
    return verdict if against is None else replace(mark_conflict(verdict, case, against), score=None)


def _select_references(
    case: ClaimContext, ruled: Verdict, reason: str, reading: EvidenceSet | None
) -> tuple[Reference, ...]:
    """What the verdict rests on: the quoted sentences or, where they add nothing, what the rules gave."""
    status = OUTCOMES[reason].status
    if status == ruled.status:
        return ruled.references
    if reading is None:
        return _relabel_as_related(ruled)
    labels = {"supported": "supports", "partial": "supports", "contradicted": "contradicts"}
    return case.references(reading, labels.get(status, "related"))


def _relabel_as_related(ruled: Verdict) -> tuple[Reference, ...]:
    """The nearest passage, as the rules have it, as no evidence."""
    return tuple(replace(reference, label="related") for reference in ruled.references[:1])


_NEUTRAL_FINDINGS = ("confirmed", "partly_covered", "not_found", "other_language", "language_unread")
"""Findings of the rules that speak for the claim, or are none."""

_THRESHOLD, _UNREACHABLE_THRESHOLD = 0.5, 2.0
"""What a judge's word reaches, and what nothing does."""


def is_decided_by_rules(ruled: Verdict) -> bool:
    """True if no judge can change what the rules found."""
    return is_veto(ruled.reason) and ruled.reason not in EXACT_FINDINGS


def decide_judged_reason(ruled: Verdict, said: JudgeLabel, strictness: Strictness) -> str:
    """The reason code by the table."""
    if is_decided_by_rules(ruled):
        return ruled.reason
    if said == "partial":
        return "partly_entailed"
    probability, contradicted = float(said == "supported"), float(said == "contradicted")
    reason = decide_reason(
        ruled, probability, contradicted, _THRESHOLD, _get_judge_threshold(ruled, strictness)
    )
    finding = get_finding(ruled)
    return finding if OUTCOMES[reason].status == "supported" and is_veto(finding) else reason


def _get_judge_threshold(ruled: Verdict, strictness: Strictness) -> float:
    objected = strictness in ("strict", "paranoid") and ruled.reason in OBJECTIONS
    doubted = strictness == "paranoid" and ruled.reason not in _NEUTRAL_FINDINGS
    return _UNREACHABLE_THRESHOLD if objected or doubted else _THRESHOLD


_REASON_OF_EXACT_RULE = {
    "numbers": "number_not_found",
    "derived": "number_not_found",
    "dates": "date_not_found",
    "negation": "negation_unclear",
    "units": "unit_unclear",
}
"""Rules on what must be exact, and what it is called where the quoted sentences do not have it."""


def find_quoted_sentences(
    case: ClaimContext, found: JudgeFinding, passages: Sequence[Passage]
) -> tuple[int, ...]:
    """The sentences that the quotes stand in, best first."""
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
    """True if the quoted sentences have next to nothing of the claim: a source may tell a judge what to say.

    At ``loose`` and ``balanced`` that is no word of it, as a true restatement may have one only; above, less
    than what the rules call absent. Between two languages words tell nothing of this.
    """
    if not case.text.content or is_language_mismatch(case, reading):
        return False
    least = RULE_THRESHOLDS[strictness].absent if strictness in ("strict", "paranoid") else 0.0
    return reading.coverage < least or not reading.coverage


def find_missing_exact(case: ClaimContext, reading: EvidenceSet) -> str:
    """What must be exact and is not in the quoted sentences; empty if all of it is, or cannot be compared."""
    if is_language_mismatch(case, reading):
        return ""
    rules = (c.rule for c in reading.comparisons if c.finding != "agree" and c.rule in _REASON_OF_EXACT_RULE)
    return _REASON_OF_EXACT_RULE.get(next(rules, ""), "")


def get_document_id(case: ClaimContext, passage: Passage) -> str:
    """The id of the source that a passage is from."""
    return case.evidence[passage.members[0]].document.doc_id
