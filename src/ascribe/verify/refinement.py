"""What a built-in verifier adds to a first verdict: verdicts on single statements, and exact reasons."""

from __future__ import annotations

from collections.abc import Sequence

from ascribe.protocols import Claim, Scores, SourceSentence
from ascribe.records import Verdict
from ascribe.verify.clauses import aggregate_clauses, needs_clause_verdicts, split_statements
from ascribe.verify.evidence import ClaimContext, read_text
from ascribe.verify.reasons import refine_reason


class StatementRefinement:
    """The second half of every built-in verifier: see ``protocols.StatementVerifier``."""

    language: str | None

    def split(self, claims: Sequence[Claim], verdicts: Sequence[Verdict]) -> list[list[Claim]]:
        """Return for each sentence the statements whose verdicts may change its own; mostly none."""
        return [
            list(split_statements(claim, self.language)) if needs_clause_verdicts(verdict) else []
            for claim, verdict in zip(claims, verdicts, strict=True)
        ]

    def conclude(
        self,
        claims: Sequence[Claim],
        evidence: Sequence[SourceSentence],
        scores: Scores,
        verdicts: Sequence[Verdict],
        judged: Sequence[Sequence[tuple[Claim, Verdict]]],
    ) -> list[Verdict]:
        """Return the final verdicts: combined with those of the statements, and with their exact reason."""
        return [
            refine_reason(
                self._combine_statements(claim, verdicts[i], judged[i]),
                ClaimContext(i, claim, read_text(claim.content, self.language), evidence, scores),
            )
            for i, claim in enumerate(claims)
        ]

    def _combine_statements(
        self, claim: Claim, verdict: Verdict, judged: Sequence[tuple[Claim, Verdict]]
    ) -> Verdict:
        if not needs_clause_verdicts(verdict):
            return verdict
        statements, verdicts = [one for one, _ in judged], [found for _, found in judged]
        return aggregate_clauses(claim, verdict, statements, verdicts, self.language)
