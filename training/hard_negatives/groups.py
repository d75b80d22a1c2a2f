"""Groups of pairs, one per passage: a source with distractors, as many positives as negatives about it."""

import random
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from training.hard_negatives import (
    comparison,
    dates,
    joining,
    modality,
    names,
    negation,
    numbers,
    opposites,
    ordinals,
    quantifiers,
    rewriting,
    roles,
    units,
)
from training.hard_negatives.edits import Context, Edit, EditRule
from training.hard_negatives.sentences import tidy, usable, whole, with_articles

_THEMES = (
    numbers,
    ordinals,
    dates,
    units,
    names,
    negation,
    opposites,
    comparison,
    quantifiers,
    roles,
    modality,
    rewriting,
    joining,
)
RULES: tuple[EditRule, ...] = tuple(rule for theme in _THEMES for rule in theme.RULES)
# Only changes of one value may follow a rewriting, as they contradict the source as well.
_VALUE_RULES: tuple[EditRule, ...] = tuple(
    rule for theme in (numbers, ordinals, dates, units, names, negation, opposites) for rule in theme.RULES
)
_REWRITERS: tuple[EditRule, ...] = tuple(
    rule
    for theme in (rewriting, roles, numbers, ordinals, dates, units, negation, opposites)
    for rule in theme.RULES
)
# Claims that word overlap alone labels correctly: only a few are needed.
_EASY = {
    "verbatim": 0.25,
    "light edit": 0.25,
    "detail added": 0.4,
    "double negation": 0.3,
    "denial in other words": 0.5,
}
_NEVER_FIRST = frozenset({"verbatim", "light edit"})
_PLAIN_KEPT = 0.3  # share of the sentences without another positive
_NEITHER_FIRST = 0.3  # share of negatives that use this class if possible, as few rules generate it
_NEGATIVE_IN_REWRITING = 0.5
_WORDS_AT_MOST = 230
_KEPT = 600


@dataclass(frozen=True, slots=True)
class HardPair:
    """A claim about a source, its label, the rule that generated it, and the passage that it comes from.

    `source` contains real sentences in order, distractors included; all pairs of a group share it.
    """

    source: tuple[str, ...]
    claim: str
    label: Literal["entailed", "contradicted", "neither"]
    kind: str
    group: str


@dataclass(slots=True)
class _Memory:
    """Sentences and persons of earlier passages to borrow, and how often each kind was drawn."""

    passages: deque[tuple[str, ...]] = field(default_factory=lambda: deque(maxlen=_KEPT))
    persons: deque[str] = field(default_factory=lambda: deque(maxlen=_KEPT))
    drawn: Counter[str] = field(default_factory=Counter)


def build_hard_pairs(passages: Iterable[Sequence[str]], seed: int) -> Iterator[HardPair]:
    """Yield pairs for each usable passage: a positive and a negative for each of up to two sentences.

    The same passages (lists of consecutive sentences) and seed give the same pairs in any process.
    """
    memory = _Memory()
    for number, passage in enumerate(passages):
        rng = random.Random(f"{seed}:{number}")
        sentences = tuple(text for text in (tidy(sentence) for sentence in passage) if text)
        yield from _group(sentences, f"hard-{number}", rng, memory)
        _remember(sentences, memory)


def _remember(sentences: tuple[str, ...], memory: _Memory) -> None:
    """Store the usable sentences and the persons of a passage for later passages."""
    plain = tuple(sentence for sentence in sentences if usable(sentence))
    if plain:
        memory.passages.append(plain)
    for sentence in plain:
        memory.persons.extend(match[0] for match in names.person().finditer(sentence))


def _group(sentences: tuple[str, ...], group: str, rng: random.Random, memory: _Memory) -> Iterator[HardPair]:
    """Yield the pairs of one passage, all with the same source."""
    window = _window(sentences, rng)
    usable_at = [at for at, sentence in enumerate(window) if usable(sentence)]
    rng.shuffle(usable_at)
    source = _with_strangers(window, rng, memory)
    wanted = 1 if len(usable_at) < 3 else 2
    for at in usable_at:
        pair = _build_positive_and_negative(
            window[at], _context(window, at, source, rng, memory), rng, memory
        )
        if pair and (pair[0].kind not in _NEVER_FIRST or rng.random() < _PLAIN_KEPT):
            for edit in pair:
                yield HardPair(source, edit.text, edit.label, edit.kind, group)
            wanted -= 1
        if not wanted:
            return


def _window(sentences: tuple[str, ...], rng: random.Random) -> tuple[str, ...]:
    """Choose up to seven consecutive sentences within the length limit of the model."""
    size = rng.choice((1, 2, 2, 3, 3, 4, 5, 7))
    start = rng.randrange(max(1, len(sentences) - size + 1))
    window = sentences[start : start + size]
    while len(window) > 1 and sum(len(s.split()) for s in window) > _WORDS_AT_MOST:
        window = window[:-1]
    return window


def _with_strangers(window: tuple[str, ...], rng: random.Random, memory: _Memory) -> tuple[str, ...]:
    """Add sentences of other passages before and after the window, at most six distractors."""
    room = min(rng.choice((0, 0, 0, 1, 2, 3, 4, 5)), 7 - len(window))
    strangers: list[str] = []
    while room > len(strangers) and memory.passages:
        strangers.extend(rng.choice(memory.passages)[: room - len(strangers)])
    cut = rng.randrange(len(strangers) + 1)
    source = (*strangers[:cut], *window, *strangers[cut:])
    return source if sum(len(s.split()) for s in source) <= _WORDS_AT_MOST else window


def _context(
    window: tuple[str, ...], at: int, source: tuple[str, ...], rng: random.Random, memory: _Memory
) -> Context:
    """Build the context of the rules for one sentence; nothing borrowed is also in the source."""
    stranger = None
    if memory.passages:
        drawn = rng.choice(rng.choice(memory.passages))
        stranger = drawn if drawn not in source else None
    whole_source = " ".join(source)
    persons = [name for name in memory.persons if name.split()[-1] not in whole_source]
    after = window[at + 1] if at + 1 < len(window) and usable(window[at + 1]) else None
    return Context(window[at - 1] if at else None, after, stranger, {"person": persons})


def _edits(sentence: str, rules: Sequence[EditRule], rng: random.Random, context: Context) -> list[Edit]:
    """Return the well-formed edits of a sentence by the rules, with corrected articles."""
    made = []
    for rule in rules:
        for edit in rule(sentence, rng, context):
            text = with_articles(edit.text, sentence)
            if whole(text) and (text != sentence or edit.kind == "verbatim"):
                made.append(Edit(text, edit.label, edit.kind, edit.firm))
    return made


def _build_positive_and_negative(
    sentence: str, context: Context, rng: random.Random, memory: _Memory
) -> tuple[Edit, Edit] | None:
    """Build a positive and a negative about the sentence; None if no rule gives a negative."""
    edits = _edits(sentence, RULES, rng, context)
    truths = [edit for edit in edits if edit.label == "entailed"]
    lies = [edit for edit in edits if edit.label != "entailed"]
    if not lies or not truths:
        return None
    truth = _rewritten_again(_draw_edit(truths, rng, memory), context, rng)
    neither = [lie for lie in lies if lie.label == "neither"]
    if neither and rng.random() < _NEITHER_FIRST:
        return truth, _draw_edit(neither, rng, memory)
    lie = (
        _build_negative_in_rewriting(truths, context, rng, memory)
        if rng.random() < _NEGATIVE_IN_REWRITING
        else None
    )
    return truth, lie or _draw_edit(lies, rng, memory)


def _draw_edit(edits: list[Edit], rng: random.Random, memory: _Memory) -> Edit:
    """Draw one of the edits; kinds drawn less often so far are more likely."""
    kinds = sorted({edit.kind for edit in edits})
    weights = [_EASY.get(kind, 1.0) / (50 + memory.drawn[kind]) for kind in kinds]
    kind = rng.choices(kinds, weights)[0]
    memory.drawn[kind] += 1
    return rng.choice([edit for edit in edits if edit.kind == kind])


def _rewritten_again(truth: Edit, context: Context, rng: random.Random) -> Edit:
    """Rewrite the positive again in a third of the cases, as entailment is transitive."""
    if rng.random() > 0.35 or truth.kind == "verbatim":
        return truth
    alone = Context(names=context.names)
    more = [
        e
        for e in _edits(truth.text, _REWRITERS, rng, alone)
        if e.label == "entailed" and e.kind not in _NEVER_FIRST
    ]
    more = [e for e in more if e.kind != truth.kind and e.firm]
    if not more:
        return truth
    second = rng.choice(more)
    return Edit(second.text, "entailed", f"{truth.kind} + {second.kind}", firm=False)


def _build_negative_in_rewriting(
    truths: list[Edit], context: Context, rng: random.Random, memory: _Memory
) -> Edit | None:
    """Build a rewriting with one changed value, so that neither change alone reveals the label."""
    firm = [edit for edit in truths if edit.firm and edit.kind not in _NEVER_FIRST]
    if not firm:
        return None
    first = _draw_edit(firm, rng, memory)
    alone = Context(names=context.names)
    lies = [edit for edit in _edits(first.text, _VALUE_RULES, rng, alone) if edit.label == "contradicted"]
    if not lies:
        return None
    second = _draw_edit(lies, rng, memory)
    return Edit(second.text, second.label, f"{first.kind} + {second.kind}")
