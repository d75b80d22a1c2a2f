"""Questions in the order of a statement: "When was the mill built?" as "the mill was built". English only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ascribe.verify.clauses.english_phrases import CONJUNCTIONS, PhraseFinder, load_word_list, tokenize
from ascribe.verify.grammar.verb_forms import BE, BE_OR_HAVE

_ADVERBIAL = ("when", "where", "why", "how")
_QUESTION_WORDS = (*_ADVERBIAL, "who", "whom", "what", "which", "whose")
_DO = ("do", "does", "did")
_HAVE = ("has", "have", "had")
_HAVE_TO_DO = {"has": "does", "have": "do", "had": "did"}
_AMOUNTS = (("many",), ("much",))
_DEFINITE = ("the", "this", "that", "these", "those", "its", "his", "her", "their", "our", "my", "your")
_CLAUSE_OPENERS = ("when", "while", "if", "because", "before", "after", "until", "since", "once")
"""Words that open a clause behind the complement: "how old was she when she died"."""

_RELATIVE = ("which", "who", "whom", "whose")
_NEGATIONS = ("not", "never")
_SENTENCE = re.compile(r"[.!?]\s+")
_POLITE = re.compile(
    r"(?:(?:please|(?:can|could|would) you(?: please)?) tell (?:me|us)|(?:please )?tell (?:me|us)|do you know"
    r"|i(?:['’]d| would) like to know|i want to know),?\s+",
    re.IGNORECASE,
)

ENDS = " \t\r\n.,;:!?*_\"“”'"
_SHORT_IS = re.compile(r"\b(what|who|when|where|how)['’]s\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Question:
    """A question in the order of a statement.

    Args:
        asked: the question word with its noun or adjective: "how", "many", "rooms"; empty if it asks for yes
            or no.
        preposition: the one before the question word: "in which year".
        subject: the words of the statement before its finite verb; empty if the answer is the subject.
        verb: the finite verb, if it stood before the subject.
        rest: the words behind it.
        is_subject: whether the answer is the subject.
    """

    asked: tuple[str, ...]
    preposition: str
    subject: str
    verb: str
    rest: str
    is_subject: bool = False

    def write(self, answer: str, negation: str = "") -> str:
        """Return the statement with this answer."""
        main, _, last = self.rest.partition(" ")
        if self.is_subject:
            parts = [answer, self.rest]
        elif negation and self.is_possession:
            parts = [self.subject, _HAVE_TO_DO[self.verb], negation, "have", self.rest]
        elif self.asks_for_object:
            parts = [self.subject, self.verb, negation, main, answer, last]
        elif self.ends_with_adverbial:
            parts = [self.subject, self.verb, answer, self.rest]
        else:
            parts = [self.subject, self.verb, negation, self.rest, answer]
        words = " ".join(filter(None, parts))
        return f"{words[:1].upper()}{words[1:]}."

    @property
    def has_clause(self) -> bool:
        """Return True if a clause with its own verb follows: "how old was she when she died"."""
        words = tokenize(self.rest)
        opened = [at for at, word in enumerate(words) if word.form in _CLAUSE_OPENERS]
        return any(PhraseFinder(words).find_verb(at + 1, len(words)) is not None for at in opened)

    @property
    def is_possession(self) -> bool:
        """Return True if "has" is the main verb: "has it four sails"."""
        words = tokenize(self.rest)
        return self.verb in _HAVE and not (words and (words[0].is_verb or words[0].form == "been"))

    @property
    def ends_with_adverbial(self) -> bool:
        """Return True if the answer stands before the rest: "how far is it from Ulm"."""
        words = tokenize(self.rest)
        is_complement = self.verb in BE and self.asked[:1] == ("how",) and not self.preposition
        is_object = self.verb in _HAVE and self.asked[:1] != () and not self.preposition
        opens = bool(words) and (words[0].kind == "preposition" or words[0].form in _CLAUSE_OPENERS)
        return opens and (is_complement or is_object)

    @property
    def asks_for_object(self) -> bool:
        """Return True if the answer is the object of the main verb: "what did they say in May"."""
        last = tokenize(self.rest)[-1:]
        is_noun = self.asked[:1] in (("what",), ("which",), ("who",)) or self.asked[1:2] == ("many",)
        return (
            is_noun
            and self.verb in _DO
            and not self.preposition
            and last != []
            and last[0].kind != "preposition"
        )


def parse_question(question: str) -> Question | None:
    """Return the last sentence of the question in the order of a statement; None if it is no question."""
    last = _SENTENCE.split(question.strip(ENDS))[-1]
    text = _SHORT_IS.sub(r"\1 is", _POLITE.sub("", last, count=1))
    return _QuestionParser(text).parse() if text else None


class _QuestionParser:
    """Parser of one question. Positions are indices of tokens."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = tokenize(text)
        self.finder = PhraseFinder(self.words)
        self.end = len(self.words)

    def parse(self) -> Question | None:
        """Return the question, or None."""
        at = int(self.finder.get_kind(0) == "preposition" and self.finder.get_form(1) in _QUESTION_WORDS)
        if self._is_auxiliary(at):
            return self._parse_inverted((), "", at)
        if self.finder.get_form(at) not in _QUESTION_WORDS or self._asks_twice(at + 1):
            return None
        end = self._find_phrase_end(at)
        if end is None or end >= self.end:
            return None
        asked = tuple(word.form for word in self.words[at:end])
        preposition = self.words[0].form if at else ""
        is_phrase = bool(at) or (asked[0] in _ADVERBIAL and asked[1:2] not in _AMOUNTS)
        words = self._slice(end, self.end)
        if is_phrase and not self._is_auxiliary(end):  # "when the mill was built", in an indirect question
            return Question(asked, preposition, words, "", "")
        if not is_phrase and (not self._is_auxiliary(end) or self._opens_predicate(end, asked)):
            return Question(asked, preposition, "", "", words, is_subject=True)
        return self._parse_inverted(asked, preposition, end)

    def _parse_inverted(self, asked: tuple[str, ...], preposition: str, at: int) -> Question | None:
        """Read a question whose auxiliary, at that position, precedes its subject."""
        verb = self.words[at].form
        if at + 1 >= self.end or verb.endswith(("n't", "n’t")) or verb == "cannot":
            return None
        later = [self.finder.get_form(i) for i in range(at + 1, self.end)]
        if any(form in _RELATIVE + _NEGATIONS for form in later):
            return None
        end = self._find_subject_end(at + 1, verb, is_open=not asked)
        if end is not None and "that" in later[1 : end - at - 1]:  # "was the mill that Kohl built sold"
            return None
        if end is None and verb in _DO:
            return Question(asked, preposition, self._slice(at + 1, self.end), "", "")
        if end is None:
            return None
        return Question(asked, preposition, self._slice(at + 1, end), verb, self._slice(end, self.end))

    def _asks_twice(self, start: int) -> bool:
        """Return True for "when and where": an answer may be to either."""
        later = range(start, self.end)
        return any(
            self.finder.get_form(i) in CONJUNCTIONS and self.finder.get_form(i + 1) in _QUESTION_WORDS
            for i in later
        )

    def _find_phrase_end(self, at: int) -> int | None:
        """Return the end of the question word with its noun or adjective: "how many rooms", "which mill"."""
        form, after = self.finder.get_form(at), self.finder.get_form(at + 1)
        if form == "how" and after not in ("many", "much") and not self._is_auxiliary(at + 1):
            return at + 2
        has_noun = form in ("which", "whose", "what") and not self._is_verb(at + 1)
        if has_noun or after in ("many", "much"):
            return self.finder.find_verb(at + 1 + (form == "how"), self.end)
        return at + 1

    def _is_verb(self, at: int) -> bool:
        return at < self.end and self.words[at].is_verb

    def _is_auxiliary(self, at: int) -> bool:
        return self.finder.get_kind(at) == "auxiliary"

    def _opens_predicate(self, at: int, asked: Sequence[str]) -> bool:
        """Return True if no subject follows the auxiliary: "who was elected", "who has the key"."""
        verb = self.finder.get_form(at)
        if verb in _HAVE and self._find_participle(at + 2) is None:
            return not self._is_owner(at + 1, asked)
        after = self.finder.get_kind(self.finder.skip_adverbs(at + 1))
        return verb not in _DO and after in ("either", "past", "present", "preposition", "number", "word")

    def _is_owner(self, at: int, asked: Sequence[str]) -> bool:
        """Return True if what follows "has" is its subject: "how many sails has the mill".

        Of "which mill has the key" and "what has the mill" the first reading is taken, unless a pronoun
        follows: "what has it".
        """
        if self.finder.get_kind(at) == "pronoun":
            return asked[0] != "who"
        is_definite = self.finder.get_kind(at) == "name" or self.finder.get_form(at) in _DEFINITE
        return is_definite and asked[1:2] in _AMOUNTS

    def _find_participle(self, start: int) -> int | None:
        """Return the position of the first verb or "been" from there on; None without one."""
        words = self.words[start - 1 : self.end]
        been = next((start - 1 + i for i, word in enumerate(words) if i and word.form == "been"), self.end)
        found = self.finder.find_verb(start - 1, self.end)
        first = min(been, self.end if found is None or found < start else found)
        return None if first >= self.end else first

    def _find_subject_end(self, start: int, verb: str, is_open: bool) -> int | None:
        """Return the end of the subject that begins there.

        Args:
            start: the first token of the subject.
            verb: the auxiliary before it.
            is_open: whether a complement follows it, as in a question for yes or no.
        """
        if self.finder.get_kind(start) == "pronoun":
            return start + 1
        if verb not in BE_OR_HAVE:
            return self._find_base_verb(start)
        later = range(start + 1, self.end)
        clause = next((at for at in later if self.finder.get_form(at) in _CLAUSE_OPENERS), self.end)
        places = range(start + 1, clause)
        participle = self._find_participle(start + 1)
        if participle is None or participle > clause:
            participle = next(filter(self._is_predicative, places), None)
        if participle is not None:
            return participle
        if not is_open:
            return clause
        return next(filter(self._opens_complement, places), self.end - 1 if places else None)

    def _is_predicative(self, at: int) -> bool:
        """Return True for "running", "open", or "older" before "than"."""
        form, before = self.finder.get_form(at), self.finder.get_kind(at - 1)
        if before in ("determiner", "preposition"):
            return False
        is_running = form.endswith("ing") and len(form) > 4 and form not in load_word_list("not_participles")
        return is_running or form in load_word_list("predicative") or self.finder.get_form(at + 1) == "than"

    def _opens_complement(self, at: int) -> bool:
        """Return True for a second noun phrase or a preposition: "the mill a museum", "the mill in Ulm"."""
        kind, before = self.finder.get_kind(at), self.finder.get_kind(at - 1)
        if kind == "preposition":
            return self.finder.get_form(at) != "of" and before != "determiner"
        is_after_name = before == "name" and kind not in ("name", "sign")
        return is_after_name or (
            kind in ("determiner", "number") and before not in ("preposition", "determiner")
        )

    def _find_base_verb(self, start: int) -> int | None:
        """Return the position of the main verb behind "did" or "can"; None if it is not sure.

        Of "the old mill burn" any word but the first may be the verb.
        """
        first = start + 1 + (self.finder.get_kind(start) == "determiner")
        places = list(filter(self._may_be_base_verb, range(first, self.end)))
        known = [at for at in places if self.finder.get_form(at) in ("be", "have")]
        if known or not places:
            return next(iter(known), None)
        at = places[0]
        is_followed = self._may_be_base_verb(at + 1) and self.finder.get_kind(at - 1) != "name"
        return None if is_followed else at

    def _may_be_base_verb(self, at: int) -> bool:
        """Return True for a word without -s that is part of no noun phrase with an article."""
        if self.finder.get_kind(at) not in ("word", "either", "auxiliary") or self._is_plural(at):
            return False
        is_noun = self.finder.get_kind(at - 1) in ("determiner", "preposition")
        return not is_noun and self.finder.get_form(at + 1) != "of"

    def _is_plural(self, at: int) -> bool:
        return self.finder.get_form(at).endswith("s") and not self.finder.get_form(at).endswith("ss")

    def _slice(self, start: int, end: int) -> str:
        return self.text[self.words[start].start : self.words[end - 1].end] if start < end else ""
