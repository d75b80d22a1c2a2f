"""Evidence for one claim: its context and the sets of source sentences that the rules compare with it.

``ClaimContext`` builds the sets; ``reconciliation`` settles what counts of what the rules found in them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from ascribe.protocols import Claim, Scores
from ascribe.records import Reference
from ascribe.records.source_sentence import SourceSentence
from ascribe.text.words import Word
from ascribe.verify import rules
from ascribe.verify.comparison import Comparison, Text
from ascribe.verify.evidence.candidates import select_candidates
from ascribe.verify.evidence.passages import (
    SENTENCE_SEPARATOR,
    read_sentence,
    read_text,
    render_passage,
    render_whole_rows,
    sort_in_reading_order,
)
from ascribe.verify.evidence.reconciliation import (
    compute_adjusted_coverage,
    find_paraphrased_spans,
    reconcile_comparisons,
)
from ascribe.verify.rules import RULES
from ascribe.verify.tables_and_lists.list_items import write_named_number

_MIN_COVERAGE = 0.3
"""Weighted share of the claim below which a single sentence is not compared: it could neither support the
claim nor match enough of it to contradict it."""

_COVERAGE_TOLERANCE = 0.1
"""A passage whose coverage is at most this much lower than that of another one counts as equally good."""

BINDING_RULES = frozenset(rule.name for rule in RULES if rule.binds)
"""Rules whose findings one sentence must confirm together: "8.5 hours" and "Lucene" in two different
sentences are unrelated."""

_FIGURE_RULES = frozenset(rule.name for rule in RULES if rule.kind in ("number", "date"))


@dataclass(frozen=True)
class EvidenceSet:
    """A set of sentences, compared with the claim by the rules.

    Args:
        members: indices into the evidence, best first.
        text: the sentences joined: documents in the order of their best sentence, each in its own order.
        coverage: weighted share of the claim's content found in them.
        comparisons: what the rules found.
        setting: the headings and captions that the sentences stand below.
        is_verbatim: whether a sentence of the set is the claim, character for character.
    """

    members: tuple[int, ...]
    text: Text
    coverage: float
    comparisons: tuple[Comparison, ...]
    setting: Text = field(default_factory=lambda: read_text(""))
    is_verbatim: bool = False

    @cached_property
    def stems(self) -> frozenset[str]:
        """Return the stems of the sentences and of what they stand below."""
        return self.text.stems | self.setting.stems

    def is_paraphrased(self, word: Word) -> bool:
        """Return True if a rule found a paraphrase of that word of the claim."""
        return any(start <= word.start < end for start, end in find_paraphrased_spans(self.comparisons))

    def derives(self, word: Word) -> bool:
        """Return True if the word is part of a figure or a time that a formula derives from this set."""
        proved = (c for c in self.comparisons if c.finding == "agree" and c.formula)
        return any(c.claim[0] <= word.start < c.claim[1] for c in proved if c.rule in _FIGURE_RULES)

    def agrees(self, rules: Collection[str] = (), but: Collection[str] = ()) -> bool:
        """Return True if all comparisons agree, or all those of the given rules, but for some of them."""
        return all(
            c.finding == "agree"
            for c in self.comparisons
            if (not rules or c.rule in rules) and c.rule not in but
        )

    def confirms(self, clash: Comparison, elsewhere: EvidenceSet) -> bool:
        """Return True if this set fits about as well as ``elsewhere`` and agrees where that one clashes."""
        same = [c for c in self.comparisons if c.rule == clash.rule and c.claim == clash.claim]
        return self.coverage >= elsewhere.coverage - _COVERAGE_TOLERANCE and any(
            c.finding == "agree" for c in same
        )

    def has_all_values(self) -> bool:
        """Return True if every figure and date of the claim agrees."""
        return all(c.finding == "agree" for c in self.comparisons if c.rule in _FIGURE_RULES)

    def confirms_any(self) -> bool:
        """Return True if a figure, date or name of the claim agrees, so that its subject does occur."""
        return any(c.finding == "agree" and c.rule in BINDING_RULES for c in self.comparisons)

    def first(self, finding: str) -> Comparison | None:
        """Return the first comparison with that finding."""
        return next((c for c in self.comparisons if c.finding == finding), None)


HeadingPath = tuple[str, ...]
"""The headings that a sentence stands below, outermost first."""


def list_headings(one: SourceSentence) -> HeadingPath:
    """Return the headings that a sentence stands below."""
    return tuple(context.text for context in one.sentence.context if context.kind == "heading")


@dataclass(frozen=True)
class ClaimContext:
    """One claim with all the evidence and its scores."""

    index: int
    claim: Claim
    text: Text
    evidence: Sequence[SourceSentence]
    scores: Scores
    _cache: dict[tuple[int, ...], EvidenceSet] = field(default_factory=dict, repr=False, compare=False)
    _texts: dict[tuple[int, ...], Text] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def order(self) -> list[int]:
        """Return the sentences that are read, best first: see ``select_candidates``."""
        return select_candidates(self.text, self.evidence, self.scores.matrix[self.index])

    @cached_property
    def heading_paths(self) -> dict[int, frozenset[HeadingPath]]:
        """Return the headings that the sentences of each source stand below, by its position."""
        found: dict[int, set[HeadingPath]] = {}
        for one in self.evidence:
            found.setdefault(one.position, set()).add(list_headings(one))
        return {position: frozenset(paths) for position, paths in found.items()}

    @cached_property
    def _plain(self) -> str:
        return _write_plainly(self.text.text)

    def iterate_candidates(self, cited: tuple[int, ...], order: list[int]) -> Iterator[EvidenceSet]:
        """Yield the cited set, then the best single sentences with enough coverage to be compared."""
        first = cited or tuple(order[:1])
        if first:
            yield self.read(first)
        for member in order:
            if (member,) != first and self.scores.joint(self.index, (member,)) >= _MIN_COVERAGE:
                yield self.read((member,))

    def read(self, members: tuple[int, ...]) -> EvidenceSet:
        """Return these sentences as a set, compared with the claim."""
        if members not in self._cache:
            self._cache[members] = self._compare(members)
        return self._cache[members]

    def read_as_compared(self, members: tuple[int, ...]) -> Text:
        """Return these sentences as one text, as the rules compare it with the claim."""
        if members not in self._texts:
            written = SENTENCE_SEPARATOR.join(self._render(members))
            self._texts[members] = read_text(written, self._find_language(members))
        return self._texts[members]

    def _find_language(self, members: tuple[int, ...]) -> str | None:
        return self.evidence[members[0]].document.language or self.text.language

    def _compare(self, members: tuple[int, ...]) -> EvidenceSet:
        text = self.read_as_compared(members)
        found = compare_by_rules(self.text, text)
        comparisons = reconcile_comparisons(found, self.text, self.evidence, members)
        ordered = sort_in_reading_order(members, self.evidence)
        is_verbatim = any(self._plain == _write_plainly(one) for one in self._list_written(text, ordered))
        if is_verbatim:
            comparisons = tuple(one for one in comparisons if one.finding == "agree")
        joint = 1.0 if is_verbatim else self.scores.joint(self.index, members)
        setting = "\n".join(self.evidence[i].setting for i in ordered)
        above = read_text(setting, self._find_language(members))
        coverage = compute_adjusted_coverage(joint, self.text, text, comparisons, above.stems)
        return EvidenceSet(members, text, coverage, comparisons, above, is_verbatim)

    def _render(self, members: Sequence[int]) -> list[str]:
        """Return the passages as the claim is compared with them, an item that it names behind its number."""
        passages = [self.evidence[i] for i in sort_in_reading_order(members, self.evidence)]
        return [write_named_number(self.text, one, render_passage(self.text, one)) for one in passages]

    def _list_written(self, text: Text, members: Sequence[int]) -> Iterator[str]:
        """Yield what the claim may be in these very characters: the passage, a sentence, a whole row."""
        yield text.text
        for i in members:
            yield self.evidence[i].sentence.text
            yield from render_whole_rows(self.evidence[i])

    def list_sentences(self, members: Iterable[int]) -> list[Text]:
        """Return these sentences as texts, in the order of the sources."""
        return [read_sentence(self.evidence, member, self.text.language) for member in sorted(members)]

    def references(self, reading: EvidenceSet, label: str) -> tuple[Reference, ...]:
        """Return references to the sentences of the set, best first; only to the best one for ``related``."""
        members = reading.members[:1] if label == "related" else reading.members
        row = self.scores.matrix[self.index]
        return tuple(
            self.evidence[i].reference(self.claim, float(row[i]), label)
            for i in members
            if label != "related" or row[i] > 0
        )


_CELL_SIGNS = str.maketrans("|\t", "  ")


def _write_plainly(text: str) -> str:
    """Return the text without the signs between cells, white space between words, and the last full stop.

    To a claim that a passage has in these very characters, no rule can object. A quoted row of a table is in
    its sentence, and without the heads that a passage is read with.
    """
    return " ".join(text.translate(_CELL_SIGNS).split()).rstrip(". ")


@dataclass(frozen=True)
class ClaimBatch:
    """The claims of one call with all their evidence; the context of each claim is made once.

    Args:
        claims: the claims, in order.
        evidence: all source sentences.
        cited: for each claim the indices of the sentences cited for it, best first.
        scores: of each claim and each sentence.
        language: ISO 639-1 code of the claims; None reads them as English.
    """

    claims: Sequence[Claim]
    evidence: Sequence[SourceSentence]
    cited: Sequence[tuple[int, ...]]
    scores: Scores
    language: str | None

    @cached_property
    def contexts(self) -> list[ClaimContext]:
        """Return each claim in its context."""
        return [
            ClaimContext(i, claim, read_text(claim.reading, self.language), self.evidence, self.scores)
            for i, claim in enumerate(self.claims)
        ]


@lru_cache(maxsize=1024)
def compare_by_rules(claim: Text, evidence: Text) -> tuple[Comparison, ...]:
    """Return what the rules find, in their order.

    It is kept for the latest pairs, since a verdict is given again from what is printed.
    """
    return tuple(found for rule in rules.RULES for found in rule.compare(claim, evidence))
