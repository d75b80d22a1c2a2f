"""Where an English sentence can surely be cut into statements, told by verbs and signs alone.

A statement keeps its verb and something that the verb says. What is not surely two statements is one: lists
of nouns, conditions with their main clause, and what stands within brackets or quotation marks are not cut.
"""

from __future__ import annotations

from dataclasses import dataclass

from ascribe.verify.clauses.phrases import CONJUNCTIONS, Phrases
from ascribe.verify.clauses.tokens import Token, word_list

_CONJUNCTIONS = CONJUNCTIONS[:3]
_PAIRING = ("both", "between", "either", "neither")
"""Words whose "and" joins what they announced."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Cut:
    """A statement that begins inside a sentence.

    Args:
        left: token after the last one of the statement before it.
        right: its first token.
        own: its first token that is judged: "which" is not.
        carried: tokens that are put before it for judging; empty if it has a subject of its own.
        joint: words between the two: "was" for "built in 1871", "'s" for "whose".
    """

    left: int
    right: int
    own: int
    carried: Span = (0, 0)
    joint: str = ""


class Cutter:
    """Goes through the tokens of one sentence once and collects the cuts."""

    def __init__(self, found: list[Token]) -> None:
        self.words = found
        self.phrases = Phrases(found)
        self.start = 0
        self.subject: Span | None = None
        self.cuts: list[Cut] = []

    def run(self) -> list[Cut]:
        """The cuts in order; none overlaps another."""
        position = self._opening()
        while position < len(self.words):
            step = 0 if self.words[position].depth else self._step(position)
            position = max(step, position + 1)
        return self.cuts

    def _opening(self) -> int:
        """Cuts "Although it is old, the mill …" after its first clause; gives the token to go on from."""
        if not self.words or self.words[0].form not in word_list("subordinator"):
            return 0
        for at in self.phrases.commas(1):
            if self.phrases.verb(1, at) and self.phrases.clause(at + 1):
                return self._take(Cut(at, at + 1, at + 1))
        return len(self.words)

    def _step(self, at: int) -> int:
        """The token to go on from after a cut there; 0 if there is none."""
        token, before = self.words[at], self.words[at - 1] if at else None
        if token.form == ";":
            return self._semicolon(at)
        if token.form in _CONJUNCTIONS:
            left = at - 1 if before and before.form == "," else at
            return self._joined(left, at)
        if token.form in word_list("subordinator"):
            left = at - 1 if before and before.form == "," else at
            if self._says(left) and self.phrases.clause(at + 1):
                return self._take(Cut(left, at, at + 1))
        return self._inserted(at) if token.form == "," else 0

    def _semicolon(self, at: int) -> int:
        after = self.phrases.skip(at + 1, (*_CONJUNCTIONS, ",", "however"))
        if self._says(at) and self.phrases.verb(after, len(self.words)):
            return self._take(Cut(at, after, after))
        return 0

    def _joined(self, left: int, at: int) -> int:
        """A clause or predicate after a conjunction."""
        if not self._says(left) or self._is_paired(left):
            return 0
        after = at + 1
        has_comma = left < at and self._is_lone(left)
        if self.phrases.clause(after, has_comma) and (has_comma or not self._is_subordinate(left)):
            return self._take(Cut(left, after, after))
        verb = self.phrases.skip_adverbs(after)
        subject = self._subject(left)
        is_free = self.phrases.kind(at - 1) in ("number", "name", "sign")
        if subject is None or not self.phrases.predicate(verb, is_free) or self._shares(left, verb):
            return 0
        is_agent = self.phrases.form(verb + 1) == "by" and not self.phrases.form(verb + 2).endswith("ing")
        passive = self.words[verb].kind == "either" and is_agent
        return self._take(Cut(left, after, after, subject, "was" if passive else ""), subject)

    def _inserted(self, at: int) -> int:
        """A relative or participle clause after a comma."""
        opened = self._relative(at) or self._participle(at)
        if opened is None:
            return 0
        if self._verb(at) is not None:
            return self._take(opened, opened.carried)
        return self._embedded(opened)

    def _relative(self, at: int) -> Cut | None:
        word = self.phrases.form(at + 1)
        if word not in word_list("relative"):
            return None
        if word == "where":
            return Cut(at, at + 1, at + 2) if self.phrases.clause(at + 2) else None
        has_verb = self.phrases.verb(at + 2, at + 8) if word == "whose" else self.phrases.relative(at + 1)
        carried = self._antecedent(at) if has_verb else None
        return Cut(at, at + 1, at + 2, carried, "'s" if word == "whose" else "") if carried else None

    def _participle(self, at: int) -> Cut | None:
        if not self.phrases.participle(at + 1):
            return None
        subject = self._subject(at) if self.words[at + 1].kind == "word" else self._antecedent(at)
        if subject is None or (self._verb(at) is not None and self.phrases.commas(at + 1)):
            return None
        return Cut(at, at + 1, at + 1, subject, "" if self.words[at + 1].kind == "word" else "was")

    def _embedded(self, opened: Cut) -> int:
        """A clause between subject and verb: cut if a comma and the verb follow it, else not at all."""
        subject = self._subject(opened.left)
        for at in self.phrases.commas(opened.own):
            verb = self.phrases.skip_adverbs(at + 1)
            if subject and self.phrases.predicate(verb) and at - opened.own > 1:
                self._take(opened, subject)
                return self._take(Cut(at, at + 1, at + 1, subject), subject)
        return len(self.words)

    def _take(self, cut: Cut, subject: Span | None = None) -> int:
        self.cuts.append(cut)
        self.start, self.subject = cut.right, subject
        return cut.own

    def _says(self, end: int) -> bool:
        """True if the statement before that token has a verb, and something after it."""
        verb = self._verb(end)
        return verb is not None and end - verb > 1 and not self.words[end - 1].is_verb

    def _verb(self, end: int) -> int | None:
        """The verb of the statement before that token; one with a carried subject opens with it."""
        if self.subject is not None:
            return self.phrases.skip_adverbs(self.start)
        return self.phrases.verb(self.start, end)

    def _is_paired(self, end: int) -> bool:
        return any(word.form in _PAIRING for word in self.words[max(self.start, end - 6) : end])

    def _is_lone(self, comma: int) -> bool:
        """True if no other comma stands between the verb and this one: two of them make a list."""
        verb = self._verb(comma) or self.start
        return not any(word.form == "," for word in self.words[verb:comma])

    def _shares(self, end: int, verb: int) -> bool:
        """True if a verb after the conjunction may depend on a word of the statement before it."""
        before = self.words[self.start : end]
        if self._is_subordinate(end):
            return True
        negated = any(word.form in word_list("negation_or_modal") for word in before)
        return negated and self.words[verb].kind == "either"

    def _is_subordinate(self, end: int) -> bool:
        """True if a clause without a comma may still go on there: "the firm that owns the mill and …"."""
        opening = word_list("barrier") - {"to", "than"}
        return any(word.form in opening for word in self.words[self.start + 1 : end])

    def _subject(self, end: int) -> Span | None:
        """What the statement before that token speaks of."""
        if self.subject is not None:
            return self.subject
        return self.phrases.subject(self.start, end)

    def _antecedent(self, comma: int) -> Span | None:
        """The noun phrase before a comma."""
        if self._verb(comma) is None:
            return self._subject(comma)
        return self.phrases.noun_before(self.start, comma)
