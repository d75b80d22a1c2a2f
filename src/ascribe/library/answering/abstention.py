"""When an answer is withheld: what each strictness level shows of a verified draft.

========  =======================  ==========================================================
level     removed                  abstains
========  =======================  ==========================================================
loose     nothing                  if nothing in the draft could be supported
balanced  what failed              if no supported sentence is left
strict    all but what is          the same; if less than half of the statements are supported,
          supported                if the sources disagree, or if one could not be decided
paranoid  all but what is          if a single statement is not supported
          supported
========  =======================  ==========================================================

A sentence that states nothing to check ("Here is what I found:") stays while something else does.

While a draft is being written, ``loose`` and ``balanced`` show its text from the first supported sentence
on: nothing that follows can lead to a refusal any more. ``strict`` and ``paranoid`` may refuse the whole
answer because of its last sentence, so they show nothing before the end. A draft that only says that there
is no answer is a refusal too.

When sentences are removed, the text, the offsets and the verdicts of the others move together.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate

from ascribe.engine import build_verification_results, compute_faithfulness
from ascribe.protocols import Claim
from ascribe.read.markdown import DEFINITION
from ascribe.records import Answer, CitedSentence, Reference, Strictness, Verdict
from ascribe.records.outcomes import Refusal, Status
from ascribe.text.words import find_stems, is_content_word, split_words
from ascribe.verify.checkable import find_uncheckable_reason, list_phrase_languages

FAILED_STATUSES: tuple[Status, ...] = ("contradicted", "unsupported", "partial")
"""Statuses of sentences that were checked and are not supported."""

MIN_SUPPORTED_SHARE = 0.5
"""Share of the statements that ``strict`` requires to be supported: an answer that loses more becomes another
answer."""

_SOURCES_DISAGREE = "sources_disagree"


def apply_strictness(answer: Answer) -> Answer:
    """Return the verified answer as its level shows it, or its refusal."""
    reason = find_refusal(answer.sentences, answer.strictness)
    if reason is not None:
        return build_refusal(answer, reason)
    return remove_sentences(answer, _find_removed(answer.sentences, answer.strictness))


def redact_partial(answer: Answer) -> Answer:
    """Return what may be shown of the start of a draft: nothing that its level may still withhold."""
    supported = any(_get_status(sentence) == "supported" for sentence in answer.sentences)
    if not supported or answer.strictness not in ("loose", "balanced"):
        return replace(answer, sentences=[], verification_results=[], unsupported_claims=[])
    return remove_sentences(answer, _find_removed(answer.sentences, answer.strictness))


def build_refusal(answer: Answer, reason: Refusal, details: str = "") -> Answer:
    """Return the answer without text; the sentences of the draft move to ``removed``.

    ``unsupported_claims`` still has those that failed.

    Its faithfulness is 0.0: a refusal is not an answer, so it is not a faithful one.
    """
    return replace(
        answer,
        sentences=[],
        reply="",
        faithfulness_score=0.0,
        faithfulness_components=replace(answer.faithfulness_components, nli_score=0.0),
        verification_results=[],
        was_refused=True,
        refusal_reason=reason,
        refusal_details=details,
        removed=[*answer.removed, *map(detach_sentence, answer.sentences)],
    )


def find_refusal(sentences: Sequence[CitedSentence], strictness: Strictness) -> Refusal | None:
    """Return why these sentences are withheld at that level; None if they are shown."""
    statuses = [_get_status(sentence) for sentence in sentences]
    stated = [status for status in statuses if status != "not_checkable"]
    supported = stated.count("supported")
    disagree = any(_get_reason(sentence) == _SOURCES_DISAGREE for sentence in sentences)
    if not supported:
        return _find_unsupported_refusal(stated, strictness, disagree=disagree)
    if strictness in ("loose", "balanced"):
        return None
    if disagree:
        return "conflicting_sources"
    undecided = stated.count("unknown")
    enough = 1.0 if strictness == "paranoid" or undecided else MIN_SUPPORTED_SHARE
    return None if supported >= enough * len(stated) else "unsupported_answer"


def _find_unsupported_refusal(
    stated: Sequence[Status], strictness: Strictness, *, disagree: bool
) -> Refusal | None:
    """Return the reason if no statement is supported; ``loose`` shows what is merely undecided."""
    if disagree:
        return "conflicting_sources"
    if not stated:
        return "generator_refused"
    if strictness == "loose" and "unknown" in stated:
        return None
    return "no_verifier" if all(status == "unknown" for status in stated) else "unsupported_answer"


def _find_removed(sentences: Sequence[CitedSentence], strictness: Strictness) -> list[int]:
    statuses = [_get_status(sentence) for sentence in sentences]
    if strictness == "loose":
        return []
    if strictness == "balanced":
        return [index for index, status in enumerate(statuses) if status in FAILED_STATUSES]
    kept = ("supported", "not_checkable")
    return [index for index, status in enumerate(statuses) if status not in kept]


def _get_status(sentence: CitedSentence) -> Status:
    """Return the status; ``unknown`` without a verdict, since what was not checked is not supported."""
    return sentence.verdict.status if sentence.verdict is not None else "unknown"


def _get_reason(sentence: CitedSentence) -> str:
    return sentence.verdict.reason if sentence.verdict is not None else ""


# --- Drafts without an answer ---

_REPORTED = "specified|mentioned|stated|given|provided|disclosed|named|indicated|included|discussed|described"
_NO_ANSWER = re.compile(
    rf"\b(?:is|are|was|were|has|have)(?: not| never|n't|n’t)(?: been)?(?: \w+ly)? "
    rf"(?:{_REPORTED}|available|reported|clear|known|found)\b"
    rf"|\b(?:is|are|was|were|remains?) (?:unknown|unclear|unspecified)\b"
    rf"|^\W*no\b[^.]*\b(?:is|are|was|were|has been|have been) (?:{_REPORTED}|available|found)\b"
    r"|\bthere (?:is|are|was|were) no (?:information|mention|indication|data|details?)\b"
    r"|\bnicht (?:genannt|erwähnt|angegeben|bekannt)\b|\bunbekannt\b"
    r"|\bn['’](?:est|était|a) pas (?:été )?(?:mentionn|précis|indiqu|conn|fourni)\w*"
    r"|\bno (?:se|está) (?:menciona|indica|especifica|conoce|disponible)\w*",
    re.IGNORECASE,
)
"""How a model reports that it found no answer. A source may say so about its subject: "the cause is
unknown"."""


def is_only_refusal(claims: Sequence[Claim]) -> bool:
    """Return True if every statement, in whatever language, says only that there is no answer."""
    return any(claim.kind != "heading" for claim in claims) and not has_statement(claims)


def has_statement(claims: Sequence[Claim]) -> bool:
    """Return True if a sentence is neither a heading nor says that there is no answer."""
    return any(claim.kind != "heading" and not _is_no_answer(claim) for claim in claims)


def mark_refusals(answer: Answer, claims: Sequence[Claim]) -> Answer:
    """Return the answer with no support for sentences that only say that there is no answer.

    Such a sentence is ``not_checkable``, unless its evidence itself says that the answer is not known.
    """
    sentences = [_mark_refusal(s, claim) for s, claim in zip(answer.sentences, claims, strict=True)]
    results = build_verification_results(sentences)
    return replace(
        answer,
        sentences=sentences,
        verification_results=results,
        unsupported_claims=[result.claim_text for result in results if not result.is_supported],
        faithfulness_score=compute_faithfulness(results),
    )


def _mark_refusal(sentence: CitedSentence, claim: Claim) -> CitedSentence:
    verdict = sentence.verdict
    if verdict is None or not _is_no_answer(claim):
        return sentence
    quotes = [r.quote for r in verdict.references if r.label == "supports"]
    if verdict.status == "supported" and any(_is_confirmed_absence(quote, claim.content) for quote in quotes):
        return sentence
    settled = Verdict("not_checkable", "refusal", verdict.tier)
    return replace(sentence, verdict=settled, references=(), supporting_sentence_ids=(), confidence=0.0)


def _is_confirmed_absence(quote: str, claim: str) -> bool:
    """Return True if the quote itself says that it is not known, and has half of the claim's words."""
    said = {word.stem for word in split_words(claim) if is_content_word(word)}
    return _is_absence_phrase(quote) and 2 * len(said & find_stems(quote)) >= len(said)


def _is_absence_phrase(text: str) -> bool:
    return _NO_ANSWER.search(text) is not None


@lru_cache(maxsize=256)  # a draft that streams is read again after each sentence
def _is_no_answer(claim: Claim) -> bool:
    """Return True if the claim only says that there is no answer."""
    return _is_refusal_phrase(claim) or _is_absence_phrase(claim.content)


def _is_refusal_phrase(claim: Claim) -> bool:
    """Return True for a refusal in any supported language: the draft may be in another one than the reply."""
    return any(find_uncheckable_reason(claim, language) == "refusal" for language in list_phrase_languages())


# --- Removal of sentences ---

_REST_OF_LINE = re.compile(r"[^\S\n]*")
_EMPTY_LINE = re.compile(r"[^\S\n]*(?:[-*+•]|\d+[.)]|#{1,6}|>)?[^\S\n]*\Z")
"""What is left of a line that held only the sentence: nothing, or the sign of a list, heading or quote."""


def remove_sentences(answer: Answer, indices: Iterable[int]) -> Answer:
    """Remove sentences from an answer; they move to ``removed``, each with offsets of its own.

    The reply becomes the rest of the text, and every offset of the remaining sentences points into it.
    Verdicts stay with their sentences. ``faithfulness_score`` is that of the remaining sentences;
    ``unsupported_claims`` still has every sentence that failed. The definition of a footnote or link that
    only the removed sentences point to is removed with them.
    """
    reply = answer.reply or ""
    out = add_orphaned_definitions(reply, answer.sentences, set(indices))
    if not out:
        return answer
    cuts = _TextCuts(reply, [answer.sentences[index] for index in sorted(out)])
    kept = [cuts.shift(sentence) for index, sentence in enumerate(answer.sentences) if index not in out]
    results = build_verification_results(kept)
    return replace(
        answer,
        reply=cuts.text,
        sentences=kept,
        removed=[*answer.removed, *(detach_sentence(answer.sentences[index]) for index in sorted(out))],
        verification_results=results,
        faithfulness_score=compute_faithfulness(results),
    )


@dataclass(frozen=True, slots=True)
class _Cut:
    start: int
    end: int


class _TextCuts:
    """Stretches cut out of a text, and the new offsets of everything else.

    Args:
        text: the whole text.
        sentences: the sentences to cut out, in order, not overlapping.
    """

    def __init__(self, text: str, sentences: Sequence[CitedSentence]) -> None:
        found: list[_Cut] = []
        for start, end in _find_runs(text, sentences):
            found.append(_widen_cut(text, found[-1].end if found else 0, start, end))
        self._starts = [cut.start for cut in found]
        self._gone = [0, *accumulate(cut.end - cut.start for cut in found)]
        edges = [0, *(edge for cut in found for edge in (cut.start, cut.end)), len(text)]
        self.text = "".join(text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))

    def shift(self, sentence: CitedSentence) -> CitedSentence:
        """Return the sentence with its new offsets, and those of everything in it."""
        return _shift_sentence(sentence, -self._gone[bisect_right(self._starts, sentence.char_start or 0)])


def detach_sentence(sentence: CitedSentence) -> CitedSentence:
    """Return the sentence by itself, with all offsets counted from its own first character."""
    return _shift_sentence(sentence, -(sentence.char_start or 0))


def _shift_sentence(sentence: CitedSentence, by: int) -> CitedSentence:
    return replace(
        sentence,
        char_start=(sentence.char_start or 0) + by,
        char_end=(sentence.char_end or 0) + by,
        references=_shift_references(sentence.references, by),
        verdict=None if sentence.verdict is None else _shift_verdict(sentence.verdict, by),
    )


def _shift_verdict(verdict: Verdict, by: int) -> Verdict:
    return replace(
        verdict,
        references=_shift_references(verdict.references, by),
        clauses=tuple(
            replace(clause, char_start=clause.char_start + by, char_end=clause.char_end + by)
            for clause in verdict.clauses
        ),
        unsupported=tuple((start + by, end + by) for start, end in verdict.unsupported),
    )


def _shift_references(references: Iterable[Reference], by: int) -> tuple[Reference, ...]:
    return tuple(
        replace(r, answer_start_idx=r.answer_start_idx + by, answer_end_idx=r.answer_end_idx + by)
        for r in references
    )


def _find_runs(text: str, sentences: Sequence[CitedSentence]) -> list[tuple[int, int]]:
    """Return where the sentences are; neighbours on one line are one run."""
    runs: list[tuple[int, int]] = []
    for sentence in sentences:
        start, end = sentence.char_start or 0, sentence.char_end or 0
        between = text[runs[-1][1] : start] if runs else "\n"
        if between.isspace() and "\n" not in between:
            start = runs.pop()[0]
        runs.append((start, end))
    return runs


def _widen_cut(text: str, begin: int, start: int, end: int) -> _Cut:
    """Widen a cut by the space after it, or before it at a line end; a line of its own is cut whole."""
    match = _REST_OF_LINE.match(text, end)
    behind = match.end() if match else end
    line = text.rfind("\n", 0, start) + 1
    ends_line = behind == len(text) or text[behind] == "\n"
    if line >= begin and ends_line and _EMPTY_LINE.match(text[line:start]):
        return _Cut(line, min(behind + 1, len(text)))
    if ends_line:
        start = max(begin, len(text[:start].rstrip(" \t")))
    return _Cut(start, behind)


_DEFINITION = re.compile(DEFINITION)
_MARK = re.compile(rf"^[ ]{{0,3}}{DEFINITION}", re.MULTILINE)
_LINE_START = re.compile(r"(?:\A|\n)[ ]{0,3}\Z")
"""Text before the first character of a line, as Markdown allows it."""

_SAME_DEFINITION = re.compile(r"[^\n]*|\s*\n[ \t]+")
"""Text between two sentences of one definition: no new block begins, or an indented line does."""


def add_orphaned_definitions(text: str, sentences: Sequence[CitedSentence], out: set[int]) -> set[int]:
    """Add to the removed indices those of the definitions that only removed sentences point to."""
    labels = _find_labels(text, sentences)
    gone: set[int] = set()
    more = set(out)
    while more:  # a removed definition may have pointed to another one
        gone |= more
        named = "".join(sentences[place].text for place in gone).casefold()
        left = _build_remaining_text(text, [sentences[place] for place in sorted(gone)])
        orphaned = {label for label in labels if label and label in named and label not in left}
        more = {place for place, label in enumerate(labels) if label in orphaned} - gone
    return gone


def _find_labels(text: str, sentences: Sequence[CitedSentence]) -> list[str]:
    """Return, for each sentence, the label of its definition, such as ``[^1]``; empty if it is in none."""
    labels: list[str] = []
    end, label = 0, ""
    for sentence in sentences:
        start = sentence.char_start or 0
        mark = _DEFINITION.match(text, start) if _LINE_START.search(text, end, start) else None
        if mark is not None:
            label = mark[0][:-1].casefold()
        elif not _SAME_DEFINITION.fullmatch(text, end, start):
            label = ""
        labels.append(label)
        end = sentence.char_end or 0
    return labels


def _build_remaining_text(text: str, gone: Sequence[CitedSentence]) -> str:
    """Return the text without these sentences, and without the labels that definitions start with."""
    edges = [0, *(edge for s in gone for edge in (s.char_start or 0, s.char_end or 0)), len(text)]
    left = "".join(text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))
    return _MARK.sub("", left).casefold()
