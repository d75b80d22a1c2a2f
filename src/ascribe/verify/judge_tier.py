"""Tier ``llm``: a language model judges and quotes, the typed rules object.

A verdict counts only if each of its quotes stands in a passage that the model was shown. What could not be
asked or read is ``unknown``, with its own reason, and never ``unsupported``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ascribe.errors import InputError
from ascribe.llm import ChatEndpoint
from ascribe.records import Reference, Strictness, Verdict
from ascribe.records.outcomes import OUTCOMES
from ascribe.stages import Claim, Evidence, Scores
from ascribe.verify.conflicts import disputed, opposing
from ascribe.verify.coreference import is_of_another
from ascribe.verify.judge.asking import Inquiry, Question
from ascribe.verify.judge.budget import Budget
from ascribe.verify.judge.finding import Finding, Unusable
from ascribe.verify.judge.passages import Passage, offered
from ascribe.verify.judge.prompt import VERSION
from ascribe.verify.judge.quoted import document_of, is_beside, lacking, quoted
from ascribe.verify.judge.table import is_settled, settle
from ascribe.verify.model_table import finding_of
from ascribe.verify.readings import Case, Reading
from ascribe.verify.rules_tier import RulesVerifier, best_single

CALLS = 500
"""Calls that one check may make, unless told otherwise: a reply of some 300 sentences."""

TOKENS = 1_000_000
"""Tokens that one check may use: about what ``CALLS`` questions of usual size need."""

CONCURRENCY = 4
"""Questions at the same time."""

_SCORES = {"supported": 1.0, "partial": 0.5, "contradicted": 0.0, "unsupported": 0.0}
"""A judge gives no probability, so these count and do not measure: the mean over a reply is the share of its
sentences that are supported."""

_UNREAD = {
    "too_long": "The sentence is too long for a rule to object, so the judge was not asked.",
    "too_short": "The sentence says too little by itself, so the judge was not asked.",
}
_BY_RULE = "The rules settle this, so the judge was not asked."
_NOTHING_NEAR = "The sources have no sentence to judge by."


@dataclass(frozen=True, slots=True)
class Judge:
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
    calls: int = CALLS
    tokens: int = TOKENS
    concurrency: int = CONCURRENCY

    def __post_init__(self) -> None:
        for name in ("calls", "tokens", "concurrency"):
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, int) or number < 1:
                raise InputError(f"{name}: expected a whole number of at least 1, got {number!r}.")

    def __call__(self, *, strictness: Strictness = "balanced", language: str | None = None) -> JudgeVerifier:
        """A verifier with a budget of its own."""
        return JudgeVerifier(strictness, language, self)


class JudgeVerifier:
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
        self, strictness: Strictness = "balanced", language: str | None = None, judge: Judge | None = None
    ) -> None:
        judge = judge or Judge()
        endpoint = judge.endpoint or ChatEndpoint.from_environment()
        self.rules = RulesVerifier(strictness, language)
        self.strictness: Strictness = strictness
        self.thresholds = {"supported": _SCORES["supported"]}
        self.versions = {"llm.host": endpoint.host, "llm.model": endpoint.model, "llm.prompt": VERSION}
        self._inquiry = Inquiry(endpoint, Budget(judge.calls, judge.tokens), judge.concurrency)

    def verify(
        self,
        claims: Sequence[Claim],
        evidence: Sequence[Evidence],
        cited: Sequence[tuple[int, ...]],
        scores: Scores,
    ) -> list[Verdict]:
        """One verdict per claim, in order."""
        ruled = self.rules.verify(claims, evidence, cited, scores)
        asked = {
            i: Question(claims[i].content, passages)
            for i, verdict in enumerate(ruled)
            if _why_not_asked(verdict) is None
            and (passages := offered([*cited[i], *(-scores.matrix[i]).argsort(kind="stable")], evidence))
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
        return replace(ruled, details={**ruled.details, self.tier: _why_not_asked(ruled) or _NOTHING_NEAR})

    def _verdict(
        self, case: Case, ruled: Verdict, found: Finding | Unusable, passages: Sequence[Passage]
    ) -> Verdict:
        details = {**ruled.details, "rules": finding_of(ruled)}
        if isinstance(found, Unusable):
            details["judge"] = found.fault
            return self._made(found.reason, _related(ruled), details)
        members = quoted(case, found, passages)
        reading = case.read(members) if members else None
        reason = self._reason(case, ruled, found, reading)
        details |= {
            "judge": found.said.replace("_", " "),
            "quotes": [place.text for place in found.places],
            "places": [[document_of(case, passages[p.passage]), p.start, p.end] for p in found.places],
        }
        verdict = self._made(reason, _references(case, ruled, reason, reading), details)
        return _upheld(verdict, case, reading) if reason == "entailed" and reading else verdict

    def _made(self, reason: str, references: tuple[Reference, ...], details: dict[str, object]) -> Verdict:
        status = OUTCOMES[reason].status
        return Verdict(
            status, reason, self.tier, _SCORES.get(status), _SCORES["supported"], references, details
        )

    def _reason(self, case: Case, ruled: Verdict, found: Finding, reading: Reading | None) -> str:
        """The reason code: quotes must be to the point; then the table; then what must be exact."""
        reason = settle(ruled, found.said, self.strictness)
        if found.said == "not_found":
            return reason
        if reading is None:
            return "quote_not_found"  # it stands between two sentences
        if is_beside(case, reading, self.strictness):
            return "quote_unrelated"
        return (reason == "entailed" and lacking(case, reading)) or reason


def _why_not_asked(ruled: Verdict) -> str | None:
    """One sentence if no answer of a judge would change the verdict of the rules, else None."""
    if ruled.status == "not_checkable" or is_settled(ruled):
        return _BY_RULE
    return _UNREAD.get(ruled.reason)


def _upheld(verdict: Verdict, case: Case, reading: Reading) -> Verdict:
    """What the judge alone supports, unless it is of something else or denied elsewhere."""
    if is_of_another(case.text, case.evidence, reading.members):
        related = case.references(reading, "related")
        return replace(verdict, status="unknown", reason="other_subject", score=None, references=related)
    against = opposing(case, best_single(case.scores.matrix[case.index]))
    return verdict if against is None else replace(disputed(verdict, case, against), score=None)


def _references(case: Case, ruled: Verdict, reason: str, reading: Reading | None) -> tuple[Reference, ...]:
    """What the verdict rests on: the quoted sentences or, where they add nothing, what the rules gave."""
    status = OUTCOMES[reason].status
    if status == ruled.status:
        return ruled.references
    if reading is None:
        return _related(ruled)
    labels = {"supported": "supports", "partial": "supports", "contradicted": "contradicts"}
    return case.references(reading, labels.get(status, "related"))


def _related(ruled: Verdict) -> tuple[Reference, ...]:
    """The nearest passage, as the rules have it, as no evidence."""
    return tuple(replace(reference, label="related") for reference in ruled.references[:1])
