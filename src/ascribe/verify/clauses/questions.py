"""Statements made of a question and an answer that is no sentence: "When was it built?", "In 1871.".

The order of the question is undone, and the answer takes the place of the question word. English only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ascribe.text.words import get_stop_word_forms
from ascribe.verify.clauses.english_phrases import CONJUNCTIONS, PhraseFinder, Token, load_word_list, tokenize

_ADVERBIAL = ("when", "where", "why", "how")
_QUESTION_WORDS = (*_ADVERBIAL, "who", "whom", "what", "which", "whose")
_BE = ("is", "are", "was", "were")
_DO = ("do", "does", "did")
_HAVE = ("has", "have", "had")
_HAVE_TO_DO = {"has": "does", "have": "do", "had": "did"}
_AMOUNTS = (("many",), ("much",))
_DIMENSIONS = ("high", "long", "tall", "wide", "deep", "thick", "old")
"""Adjectives that stand behind a figure: "40 m high"."""

_DEFINITE = ("the", "this", "that", "these", "those", "its", "his", "her", "their", "our", "my", "your")
_ANY = ("any", "anyone", "anybody", "anything")
_CLAUSE_OPENERS = ("when", "while", "if", "because", "before", "after", "until", "since", "once")
"""Words that open a clause behind the complement: "how old was she when she died"."""

_RELATIVE = ("which", "who", "whom", "whose")
_NEGATIONS = ("not", "never")
_CAUSES = ("because", "due", "owing")
"""Words besides prepositions that open an answer to "why"."""

_SENTENCE = re.compile(r"[.!?]\s+")
_POLITE = re.compile(
    r"(?:(?:please|(?:can|could|would) you(?: please)?) tell (?:me|us)|(?:please )?tell (?:me|us)|do you know"
    r"|i(?:['’]d| would) like to know|i want to know),?\s+",
    re.IGNORECASE,
)
_ENDS = " \t\r\n.,;:!?*_\"“”'"
_SHORT_IS = re.compile(r"\b(what|who|when|where|how)['’]s\b", re.IGNORECASE)
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_YEAR = re.compile(rf"(?:(?:{_MONTHS})\s+)?(?:1\d|20)\d\d", re.IGNORECASE)
_SCALE = ("hundred", "thousand", "million", "billion", "dozen")
_APPROXIMATE = ("about", "around", "approximately", "roughly", "nearly", "almost", "over", "under", "exactly")
_AMOUNT_WORDS = ("more", "fewer", "less", "than", "at", "least", "most", "up", "to", "and", "only", "just")

_PRONOUN = r"(?:it|he|she|they|there|that|this|these|those|we|you|i)"
_REPEATED = rf"(?:,?\s+{_PRONOUN}\s+[a-z]+(?P<not>n['’]t|\s+not)?)?"
_YES = re.compile(rf"(?:yes|yeah|yep|correct|indeed)\b{_REPEATED}", re.IGNORECASE)
_NO = re.compile(rf"(?:no|nope)\b{_REPEATED}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Question:
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
        is_complement = self.verb in _BE and self.asked[:1] == ("how",) and not self.preposition
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


def write_statement(question: str, answer: str) -> str | None:
    """Return the statement that an answer makes, or None if the question or the answer is not understood.

    It is also None where a verifier that compares words would confirm too much: of whose something is, and of
    what was so when something else happened, as in "how old was she when she died".

    >>> write_statement("When was the mill built?", "In 1871.")
    'The mill was built in 1871.'
    >>> write_statement("Was the mill built in 1871?", "No.")
    'The mill was not built in 1871.'
    """
    found = _parse_question(question)
    told = answer.strip(_ENDS)
    if found is None or not told or found.asked[:1] == ("whose",) or found.has_clause:
        return None
    if found.asked:
        is_fit = not (_YES.match(told) or _NO.match(told)) and _fits_question(told, found)
        return found.write(_fit_answer(told, found)) if is_fit else None
    yes, no = _YES.fullmatch(told), _NO.fullmatch(told)
    if yes is not None and not yes["not"]:
        return found.write("")
    can_deny = bool(found.verb) and found.subject.lower().split()[0] not in _ANY
    return found.write("", "not") if no is not None and can_deny else None


def _fits_question(told: str, question: _Question) -> bool:
    """Return True if the answer makes a sentence where the question has its question word.

    A bare noun answers "why" and "how", but the statement needs more: "it was closed because of fire".
    """
    first = tokenize(told)[0]
    if question.asked == ("why",):
        return first.kind == "preposition" or first.form in _CAUSES
    if question.asked == ("how",):
        return first.kind in ("preposition", "adverb")
    return question.asked != ("where",) or first.kind != "determiner"


def find_subject(question: str) -> str | None:
    """Return the subject that the question names; None if it names none, or only a pronoun.

    >>> find_subject("When was the mill built?")
    'the mill'
    """
    found = _parse_question(question)
    words = tokenize(found.subject) if found is not None else []
    return found.subject if found and words and words[0].kind != "pronoun" else None


def is_yes_or_no(answer: str) -> bool:
    """Return True for "Yes.", "No, it was not." and the like."""
    told = answer.strip(_ENDS)
    return any(pattern.fullmatch(told) for pattern in (_YES, _NO))


def _parse_question(question: str) -> _Question | None:
    """Return the last sentence of the question in the order of a statement; None if it is no question."""
    last = _SENTENCE.split(question.strip(_ENDS))[-1]
    text = _SHORT_IS.sub(r"\1 is", _POLITE.sub("", last, count=1))
    return _QuestionParser(text).parse() if text else None


class _QuestionParser:
    """Parser of one question. Positions are indices of tokens."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = tokenize(text)
        self.finder = PhraseFinder(self.words)
        self.end = len(self.words)

    def parse(self) -> _Question | None:
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
            return _Question(asked, preposition, words, "", "")
        if not is_phrase and (not self._is_auxiliary(end) or self._opens_predicate(end, asked)):
            return _Question(asked, preposition, "", "", words, is_subject=True)
        return self._parse_inverted(asked, preposition, end)

    def _parse_inverted(self, asked: tuple[str, ...], preposition: str, at: int) -> _Question | None:
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
            return _Question(asked, preposition, self._slice(at + 1, self.end), "", "")
        if end is None:
            return None
        return _Question(asked, preposition, self._slice(at + 1, end), verb, self._slice(end, self.end))

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
        if verb not in _BE + _HAVE:
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


def _fit_answer(told: str, question: _Question) -> str:
    """Return the answer as it stands in the statement: "40" as "40 rooms", "1871" as "in 1871"."""
    words = tokenize(told)
    told = _lower_first(told, words)
    if words[0].kind == "preposition" and words[0].form not in _APPROXIMATE:
        is_doubled = question.rest.split()[-1:] == [words[0].form]  # "built by", "by Anna Kohl"
        return told[words[0].end :].strip() if is_doubled else told
    behind = _find_words_behind(told, words, question)
    return " ".join(filter(None, [_find_preposition(told, words, question), told, behind]))


def _find_words_behind(told: str, words: Sequence[Token], question: _Question) -> str:
    """Return what a figure leaves to the question: "rooms" of "how many rooms", "high" of "how high"."""
    first, *rest = question.asked
    if first == "how" and rest and rest[0] in _DIMENSIONS:
        is_said = rest[0] in told.split()
        if is_said or question.verb not in _BE or (question.rest and not question.ends_with_adverbial):
            return ""
        return "years old" if rest[0] == "old" and _is_bare_amount(words) else rest[0]
    if not _is_bare_amount(words):
        return ""
    if first == "how":
        return " ".join(rest[1:])
    return " ".join(rest[rest.index("of") :]) if "of" in rest else ""


def _find_preposition(told: str, words: Sequence[Token], question: _Question) -> str:
    """Return the preposition that the answer lacks: that of the question, or "in" before a year or place."""
    if question.preposition:
        return question.preposition
    if _YEAR.fullmatch(told) and {"when", "year"} & {*question.asked}:
        return "in"
    is_name = all(word.kind == "name" or told[word.start].isupper() for word in words)
    has_own = tokenize(question.rest)[-1:] and tokenize(question.rest)[-1].kind == "preposition"
    return "in" if question.asked == ("where",) and is_name and not has_own else ""


def _lower_first(told: str, words: Sequence[Token]) -> str:
    """Return the answer with a small first letter unless its first word may be a name."""
    is_small = words[0].kind in ("determiner", "adverb") or words[0].form in get_stop_word_forms("en")
    return told[:1].lower() + told[1:] if is_small or words[0].form in (*_APPROXIMATE, *_CAUSES) else told


def _is_bare_amount(words: Sequence[Token]) -> bool:
    """Return True for a figure without a noun: "about 40", "two million"."""
    known = (*_SCALE, *_APPROXIMATE, *_AMOUNT_WORDS, "percent")
    return all(word.kind in ("number", "determiner", "sign") or word.form in known for word in words)
