"""What the rules see: a claim beside sets of source sentences, each read against it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ascribe.language.detect import clearly_in
from ascribe.language.words import Word
from ascribe.records import Document, Reference
from ascribe.stages import Claim, Evidence, Scores
from ascribe.verify.languages import are_different, knows_negation, language_of_source, quotes, repeats
from ascribe.verify.rules import RULES, SETTLED, Comparison, Text, binding
from ascribe.verify.rules.names import names
from ascribe.verify.rules.roles import has_roles
from ascribe.verify.rules.scope import Span, clauses, find_scopes
from ascribe.verify.rules.vocabulary import meaning, meanings
from ascribe.verify.subjects import heads
from ascribe.verify.windows import in_reading_order

_WORTH = 0.3
"""Weighted share of the claim below which a single sentence is not compared: it could neither support the
claim nor match enough of it to contradict."""

_AS_GOOD = 0.1
"""A passage that covers at most this much less than another counts as fitting as well."""

_BINDING = ("numbers", "derived", "dates", "names")
"""What one sentence must confirm together: "8.5 hours" beside "Lucene" in two sentences binds neither."""

_EXPLAINING = (
    "numbers", "derived", "dates", "opposites", "complements", "attribution", "bounds", "causes",
    "conditions", "directions", "modality", "order", "quantifiers",
)  # fmt: skip
"""Rules that find a word of the claim said in other words: "decreased" for "fell", "12" for "twelve"."""

_CONTEXT = 2
"""Sentences before a passage whose names it may rely on ("It opened in 1999")."""

_HALF = 0.5
"""Share of each clause that its evidence must have, so that no clause is invented as a whole."""

_OPENING = 2
"""Content words up to which the first clause of a claim is no statement of its own."""

_ROOT = 4
"""Letters that forms of one word share at their start: "weighs" and "weight"."""

_APART = "\n\n"
"""Between sentences that are read together; a single break is one inside a sentence."""

read_text = lru_cache(maxsize=8192)(Text.read)


@dataclass(frozen=True, slots=True)
class Reading:
    """A set of sentences, read against the claim.

    Args:
        members: indices into the evidence, best first.
        text: the sentences joined: documents in the order of their best, each in its own order.
        coverage: weighted share of the claim's content found in them.
        comparisons: what the rules found.
    """

    members: tuple[int, ...]
    text: Text
    coverage: float
    comparisons: tuple[Comparison, ...]

    def explains(self, word: Word) -> bool:
        """True if a rule found that word of the claim said in other words."""
        said = (c.claim for c in self.comparisons if c.finding == "agree" and c.rule in _EXPLAINING)
        return any(start <= word.start < end for start, end in said)

    def agrees(self, rules: tuple[str, ...] = ()) -> bool:
        """True if all that was compared agrees, or all that those rules compared."""
        return all(c.finding == "agree" for c in self.comparisons if not rules or c.rule in rules)

    def confirms(self, clash: Comparison, elsewhere: Reading) -> bool:
        """True if this reading fits about as well as the other one, and agrees where that one clashes."""
        same = [c for c in self.comparisons if c.rule == clash.rule and c.claim == clash.claim]
        return self.coverage >= elsewhere.coverage - _AS_GOOD and any(c.finding == "agree" for c in same)

    def finds_values(self) -> bool:
        """True if no figure or date of the claim is missing."""
        return all(
            c.finding != "missing" for c in self.comparisons if c.rule in ("numbers", "derived", "dates")
        )

    def confirms_any(self) -> bool:
        """True if a figure, date or name of the claim is there: its subject does occur."""
        return any(c.finding == "agree" and c.rule in _BINDING for c in self.comparisons)

    def first(self, finding: str) -> Comparison | None:
        """The first comparison with that finding."""
        return next((c for c in self.comparisons if c.finding == finding), None)


@dataclass(frozen=True, slots=True)
class Case:
    """One claim beside all the evidence."""

    index: int
    claim: Claim
    text: Text
    evidence: Sequence[Evidence]
    scores: Scores
    _kept: dict[tuple[int, ...], Reading] = field(default_factory=dict, repr=False, compare=False)

    def readings(self, cited: tuple[int, ...], order: list[int]) -> Iterator[Reading]:
        """The cited set first, then the best single sentences that hold enough to be compared."""
        first = cited or tuple(order[:1])
        if first:
            yield self.read(first)
        for member in order:
            if (member,) != first and self.scores.joint(self.index, (member,)) >= _WORTH:
                yield self.read((member,))

    def read(self, members: tuple[int, ...]) -> Reading:
        """Those sentences together, and what the rules find in them."""
        if members not in self._kept:
            self._kept[members] = self._read(members)
        return self._kept[members]

    def _read(self, members: tuple[int, ...]) -> Reading:
        ordered = in_reading_order(members, self.evidence)
        joined = _APART.join(self.evidence[i].sentence.text for i in ordered)
        text = read_text(joined, self.evidence[members[0]].document.language or self.text.language)
        comparisons = tuple(c for rule in RULES for c in rule(self.text, text))
        settled = _without_explained([self._settle(one, members) for one in comparisons])
        coverage = self._with_explained(self.scores.joint(self.index, members), text, settled)
        return Reading(members, text, coverage, settled)

    def _with_explained(self, coverage: float, text: Text, comparisons: tuple[Comparison, ...]) -> float:
        """Coverage with the words that a rule found said in other words."""
        lacking = [word for word in self.text.content if word.stem not in text.stems]
        said = [c.claim for c in comparisons if c.finding == "agree" and c.rule in _EXPLAINING]
        found = sum(any(a <= word.start < b for a, b in said) for word in lacking)
        return coverage + (1.0 - coverage) * found / len(lacking) if found else coverage

    def _settle(self, comparison: Comparison, members: tuple[int, ...]) -> Comparison:
        """A name that stands before the passage counts as said, if the passage has no other name instead."""
        if comparison.finding == "missing" and comparison.rule == "numbers":
            return self._settle_number(comparison, members)
        if comparison.rule != "names" or comparison.finding != "missing":
            return comparison
        name = {w.stem for w in self.text.words if (w.start, w.end) == comparison.claim}
        for member in members:
            if name & self._up_to(member).stems and not self._names_another(member):
                return Comparison("names", "agree", "", comparison.claim)
        return comparison

    def _settle_number(self, comparison: Comparison, members: tuple[int, ...]) -> Comparison:
        """The figure in a name ("Kestrel 4") counts as said where the whole name stands there or before."""
        start, end = comparison.claim
        before = next((w for w in reversed(names(self.text)) if w.end <= start), None)
        if before is None or self.text.text[before.end : start].strip():
            return comparison
        whole = self.text.text[before.start : end]
        if any(re.search(rf"{re.escape(whole)}(?!\w|[.,]\d)", self._up_to(m).text) for m in members):
            return Comparison("numbers", "agree", "", comparison.claim)
        return comparison

    def _names_another(self, member: int) -> bool:
        """True if the passage has a name that the claim does not have."""
        here = self.evidence[member]
        found = names(read_text(here.sentence.text, here.document.language or self.text.language))
        return not {word.stem for word in found} <= self.text.stems

    def _up_to(self, member: int) -> Text:
        """The passage with the sentences before it in the same source, and the source's first sentence."""
        here = self.evidence[member]
        near = self.evidence[max(0, member - _CONTEXT) : member + 1]
        texts = [e.sentence.text for e in near if e.document is here.document]
        return read_text(_APART.join([*_opening(here.document), *texts]), here.document.language)

    def is_bound(self, reading: Reading) -> bool:
        """True if one sentence confirms all figures, dates and names, and no clause is pieced together."""
        members = reading.members
        if len(members) == 1:
            return not self._stands_elsewhere(reading)
        alone = {member: self.read((member,)) for member in members}
        if any(one.first("clash") for one in alone.values()):
            return False
        if self._lacking(members) is None:
            return True
        return any(one.agrees(_BINDING) and self._is_linked(m, members) for m, one in alone.items())

    def _stands_elsewhere(self, reading: Reading) -> bool:
        """True if a neighbour has what the sentence lacks of the claim, with another value for it."""
        (member,) = reading.members
        lacking = [w for w in self.text.content if not self._is_found(w, reading) and not reading.explains(w)]
        here = self.evidence[member].document
        for near in range(max(0, member - _CONTEXT), min(len(self.evidence), member + _CONTEXT + 1)):
            other = self.evidence[near]
            if near == member or other.document is not here or not lacking:
                continue
            held = meanings(read_text(other.sentence.text, reading.text.language))
            if any(meaning(word, self.text.language) in held for word in lacking):
                both = sorted((near, member))
                joined = _APART.join(self.evidence[i].sentence.text for i in both)
                if binding.compare(self.text, read_text(joined, reading.text.language)):
                    return True
        return False

    def may_bind(self, members: tuple[int, ...]) -> bool:
        """True unless it can be told without the rules that these sentences are not bound."""
        return any(self._is_linked(m, members) for m in members) or self._lacking(members) is None

    def _is_linked(self, member: int, members: tuple[int, ...]) -> bool:
        """True if it refers to a sentence before it ("it", "there"), or one before ends with a colon."""
        here = self.evidence[member]
        near = (i for i in members if 0 < member - i <= _CONTEXT)
        before = [i for i in near if self.evidence[i].document is here.document]
        if any(self.evidence[i].sentence.text.rstrip().endswith(":") for i in before):
            return True
        known = has_roles(self.text.language)
        text = read_text(here.sentence.text, here.document.language or self.text.language)
        return bool(before) and (not known or bool(find_scopes(text, "anaphor")))

    def holds_clauses(self, reading: Reading) -> bool:
        """True if each clause of the claim has at least half of its content in the reading.

        A first clause of one word is exempt: "This applies while", "It follows that".
        """
        said = [c.claim for c in reading.comparisons if c.finding == "agree" and c.rule in _EXPLAINING]
        for start, end in clauses(self.text):
            inside = self.text.within(start, end)
            new = [w for w in inside if not self._is_found(w, reading)]
            unsaid = sum(not any(a <= w.start < b for a, b in said) for w in new)
            if unsaid > _HALF * len(inside) and not (start == 0 and unsaid == 1):
                return False
        return True

    def holds_subject(self, reading: Reading) -> bool:
        """True if the claim's first content word, most often its subject, is in the reading or before it.

        "The dose is safe in pregnancy" shares all but that with "Rest is safe in pregnancy".
        """
        said = [c.claim for c in reading.comparisons if c.finding == "agree"]
        first = next(iter(self.text.content), None)
        if first is None or any(a <= first.start < b for a, b in said) or self._is_found(first, reading):
            return True
        if self._is_said_of_all(reading):
            return True
        if not find_scopes(reading.text, "anaphor"):
            return False
        return any(first.stem in self._up_to(member).stems for member in reading.members)

    def _is_said_of_all(self, reading: Reading) -> bool:
        """True if it is said of all of the claim's kind: of "all trials", so of "all field trials"."""
        kinds = (cue.words[0].stem for cue in find_scopes(reading.text, "all") if cue.words)
        return not heads(self.text).isdisjoint(kinds)

    def _is_found(self, word: Word, reading: Reading) -> bool:
        """True if the reading has the word, another form of it, or one of the same meaning."""
        if word.stem in reading.text.stems or meaning(word, self.text.language) in meanings(reading.text):
            return True
        root = word.stem[:_ROOT]
        return len(root) == _ROOT and any(stem.startswith(root) for stem in reading.text.stems)

    def _lacking(self, members: tuple[int, ...]) -> Span | None:
        """The first clause of the claim that no single sentence holds, beside what heads its table."""
        language = self.text.language
        texts = [read_text(self.evidence[i].sentence.text, language) for i in members]
        heads = [text for text, member in zip(texts, members, strict=True) if self._heads_table(member)]
        headed = frozenset(key for text in heads for key in meanings(text))
        for start, end in _whole_clauses(self.text):
            inside = self.text.within(start, end)
            keys = {meaning(word, language) for word in inside} - headed
            values = {w.stem for w in inside if w.form[0].isdigit() or w in names(self.text)}
            holding = [text for text in texts if values <= text.stems]
            most = max((len(keys & meanings(text)) for text in holding), default=0)
            if not holding or (len(keys) > 1 and most < len(keys)):
                return start, end
        return None

    def _heads_table(self, member: int) -> bool:
        """True for the first row of a table."""
        rows = [self.evidence[i].sentence.text.startswith("|") for i in (max(0, member - 1), member)]
        return rows[1] and (member == 0 or not rows[0])

    def matches(self, reading: Reading) -> float:
        """Share of the claim's content words, outside what clashes, that the passage holds."""
        clashing = [c.claim for c in reading.comparisons if c.finding == "clash" and c.rule != "negation"]
        others = [w for w in self.text.content if not any(a < w.end and w.start < b for a, b in clashing)]
        found = sum(word.stem in reading.text.stems for word in others)
        return found / len(others) if others else 0.0

    def speaks_otherwise(self, reading: Reading) -> bool:
        """True if the passage is in another language than the claim, and is no quotation either."""
        return (
            bool(reading.members)
            and self._is_foreign(reading.members)
            and not quotes(self.text, reading.text)
        )

    def is_foreign(self) -> bool:
        """True if all sources are in another language than the claim."""
        firsts = {id(one.document): place for place, one in reversed(list(enumerate(self.evidence)))}
        return bool(firsts) and all(self._is_foreign((place,)) for place in firsts.values())

    def _is_foreign(self, members: tuple[int, ...]) -> bool:
        language = clearly_in(self.text.text, self.text.language)
        sources = (self.evidence[i] for i in members)
        there = {language_of_source(s.document, s.sentence.text, language) for s in sources}
        return all(are_different(language, one) for one in there)

    def is_readable(self, reading: Reading) -> bool:
        """True if a negation would be seen in that language, or the claim is there word for word."""
        sentences = [
            read_text(self.evidence[i].sentence.text, reading.text.language) for i in reading.members
        ]
        return knows_negation(self.text, reading.text) or repeats(self.text, sentences)

    def references(self, reading: Reading, label: str) -> tuple[Reference, ...]:
        """The sentences of the reading, best first; only the nearest one if it is merely related."""
        members = reading.members[:1] if label == "related" else reading.members
        row = self.scores.matrix[self.index]
        return tuple(
            self.evidence[i].reference(self.claim, float(row[i]), label)
            for i in members
            if label != "related" or row[i] > 0
        )


def _whole_clauses(text: Text) -> list[Span]:
    """Clauses, where what opens the sentence with a word or two belongs to the next one: "By default, …"."""
    spans = list(clauses(text))
    if len(spans) > 1 and len(text.within(*spans[0])) <= _OPENING:
        spans[:2] = [(spans[0][0], spans[1][1])]
    return spans


def _without_explained(comparisons: list[Comparison]) -> tuple[Comparison, ...]:
    """All but what is missing inside words that a formula explains: "metres" in "12 km = 12,000 metres"."""
    proved = [c for c in comparisons if c.finding == "agree" and c.formula]
    return tuple(
        c for c in comparisons if c.finding == "agree" or not any(_explains(proof, c) for proof in proved)
    )


def _explains(proof: Comparison, other: Comparison) -> bool:
    """True if the other one begins inside a figure with a formula, or overlaps what its rule settles."""
    if proof.rule in SETTLED:
        touches = proof.claim[0] < other.claim[1] and other.claim[0] < proof.claim[1]
        return touches and other.rule in SETTLED[proof.rule]
    return other.rule != "binding" and proof.claim[0] <= other.claim[0] < proof.claim[1]


def _opening(document: Document) -> list[str]:
    """The first sentence of a source: its title, or what names its topic."""
    paragraphs = document.sections[0].paragraphs if document.sections else []
    return [sentence.text for paragraph in paragraphs[:1] for sentence in paragraph.sentences[:1]]
