"""Find the lowest threshold for answers whose share of wrong answers is bounded, from questions with known
answers.

Each threshold is a hypothesis: "of the answers above it, more than this share are wrong". The thresholds are
fixed in advance and tried from the strictest down; the first that cannot be rejected ends the search. So the
chance that the threshold found has more wrong answers is at most one less the confidence, however many were
tried (fixed-sequence testing: Bauer 1991; Learn then Test: Angelopoulos, Bates, Candès, Jordan, Lei 2021).
The test is the exact one of Clopper and Pearson (1934), so that it holds for few questions too. A threshold
that too few answers reach is skipped; that looks at their number, and at no label.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ascribe.errors import InputError
from ascribe.evaluation.datasets import read_records
from ascribe.library import Library
from ascribe.library.answering.extractive import THRESHOLDS, ExtractiveGenerator
from ascribe.library.answering.threshold import AbstentionThreshold, build_calibration_context
from ascribe.pipeline import Progress, build_config
from ascribe.records import Answer, Reference


@dataclass(frozen=True, slots=True)
class AnswerReport:
    """What was found.

    Args:
        risk: share of wrong answers that was asked for.
        confidence: that it is kept.
        before: what the bar of the level does to the same questions.
        after: the bar that was found; None if none keeps the risk.
        why_not: why there is none, in one sentence; empty if there is one.
        answer_bar: what is written to the file; None if there is none.
    """

    risk: float
    confidence: float
    before: ThresholdOutcome
    after: ThresholdOutcome | None
    why_not: str
    answer_bar: AbstentionThreshold | None


def calibrate_answer_threshold(
    file: Path,
    library: Library,
    risk: float = 0.1,
    confidence: float = 0.95,
    progress: Progress | None = None,
) -> AnswerReport:
    """The lowest bar with at most that share of wrong answers, at that confidence.

    Args:
        file: the questions; see ``read_questions``.
        library: the one that is asked, by its options.
        risk: share of wrong answers among those that are given, above 0 and below 1.
        confidence: that it is kept, above 0 and below 1.
        progress: told of every question.

    Raises:
        InputError: a number is out of range, the file or a line of it cannot be used, or the library is
            asked with another generator.
    """
    for name, value in (("risk", risk), ("confidence", confidence)):
        if not 0.0 < value < 1.0:
            raise InputError(f"{name} must be above 0 and below 1, got {value}.")
    told = library.options
    if told.generator != "extractive" or told.calibration is not None:
        raise InputError(
            "only the generator 'extractive' can be calibrated: leave generator and calibration out."
        )
    choice = build_config(tier=told.tier, strictness=told.strictness, language=told.language)
    rows = ask_all(read_questions(file), library, progress)
    tried = try_thresholds(rows, risk, confidence)
    kept = [bar for bar in tried if bar.bound <= risk]
    before = evaluate_threshold(rows, THRESHOLDS[choice.strictness], confidence)
    if not kept:
        why_not = _explain_no_threshold(tried, evaluate_threshold(rows, 0.0, confidence), risk, confidence)
        return AnswerReport(risk, confidence, before, None, why_not, None)
    found = AbstentionThreshold(
        bar=kept[-1].bar,
        risk=risk,
        confidence=confidence,
        bound=kept[-1].bound,
        asked=len(rows),
        answered=kept[-1].answered,
        wrong=kept[-1].wrong,
        asked_with=build_calibration_context(
            told, choice, encoded=not library.info()["not encoded"], language=told.language
        ),
    )
    return AnswerReport(risk, confidence, before, kept[-1], "", found)


def _explain_no_threshold(
    tried: list[ThresholdOutcome], loosest: ThresholdOutcome, risk: float, confidence: float
) -> str:
    """Why no bar keeps the risk: too few answers, or too many wrong ones."""
    if not tried:
        least = compute_min_answers(risk, confidence)
        return f"it takes at least {least} answers, all of them right, and there are {loosest.answered}"
    first = tried[0]
    counts = f"{first.wrong} of {first.answered} are wrong: up to {100 * first.bound:.1f} % may be"
    return f"at the strictest bar that enough answers reach, {first.bar}, {counts}"


MIN_SHARED_CHARS = 20
"""Letters and digits in a row that two quotes must share if neither has all of the other."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and where its answer stands.

    Args:
        text: what to ask.
        quotes: passages that answer; none if the documents do not.
        doc: id of the document that they are in; empty for any.
    """

    text: str
    quotes: tuple[str, ...]
    doc: str = ""

    def is_answered_by(self, text: str) -> bool:
        """True if the text and a quote that answers have text in common."""
        held = _normalize_text(text)
        return any(is_overlapping(held, _normalize_text(quote)) for quote in self.quotes)


def read_questions(path: Path) -> list[Question]:
    """The questions of a file, JSON Lines with ``question``, ``answerable``, ``quotes`` and perhaps ``doc``.

    Raises:
        InputError: it cannot be read, is empty, or a line is bad or asks what another one asks, as a bound
            counts each question as one of its own; the message names file and line.
    """
    found: list[Question] = []
    lines: dict[str, int] = {}
    for line, record in read_records(path):
        try:
            found.append(_parse_question(record))
        except InputError as error:
            raise InputError(f"{path}, line {line}: {error}") from error
        first = lines.setdefault(_normalize_question(found[-1].text), line)
        if first != line:
            raise InputError(f"{path}, line {line}: asks the same as line {first}; leave one of them out.")
    if not found:
        raise InputError(f"{path}: the file has no questions.")
    return found


def _normalize_question(question: str) -> str:
    """What two questions have in common that differ in signs, spaces and capitals alone."""
    return " ".join(re.findall(r"\w+", unicodedata.normalize("NFKC", question).casefold())) or question


def _parse_question(record: Mapping[str, Any]) -> Question:
    text, answerable, doc = record.get("question"), record.get("answerable"), record.get("doc") or ""
    if not isinstance(text, str) or not text.strip():
        raise InputError(f"question must be a text, got {text!r}.")
    if not isinstance(answerable, bool):
        raise InputError(f"answerable must be true or false, got {answerable!r}.")
    if not isinstance(doc, str):
        raise InputError(f"doc must be the id of a document, got {doc!r}.")
    entries = record.get("quotes") or []
    if not isinstance(entries, list):
        raise InputError(f"quotes must be a list, got {entries!r}.")
    quotes = tuple(_parse_quote(entry) for entry in entries)
    if answerable != bool(quotes):
        raise InputError("an answerable question needs quotes that answer it, and no other has any.")
    return Question(text, quotes, doc)


def _parse_quote(entry: Any) -> str:
    """A quote is a text, or an object with one."""
    text = entry.get("text") if isinstance(entry, Mapping) else entry
    if not isinstance(text, str) or not _normalize_text(text):
        raise InputError(f"a quote must be a text, or have one as text, got {entry!r}.")
    return text


def ask_all(
    questions: list[Question], library: Library, progress: Progress | None = None
) -> list[AskedQuestion]:
    """What the library answers where no bar holds it back, in order.

    Args:
        questions: what to ask.
        library: the one that is asked, by its options.
        progress: told of every question.
    """
    drafting = ExtractiveGenerator(0.0)
    rows = []
    for done, question in enumerate(questions, 1):
        answer = library.ask(question.text, generator=drafting)
        rows.append(label_answer(question, answer))
        if progress is not None:
            progress("", done, len(questions))
    return rows


def label_answer(question: Question, answer: Answer) -> AskedQuestion:
    """The row of a question: what is refused without a bar is refused with any."""
    if answer.was_refused:
        return AskedQuestion(None, False)
    return AskedQuestion(answer.confidence, is_right(question, answer))


def is_right(question: Question, answer: Answer) -> bool:
    """True if a citation and a quote that answers have text in common."""
    cited = [r for s in answer.supported_sentences for r in s.references if r.label == "supports"]
    return any(_is_quoted(question, reference) for reference in cited)


def _is_quoted(question: Question, reference: Reference) -> bool:
    if question.doc not in ("", reference.document_id):
        return False
    return question.is_answered_by(reference.quote)


def is_overlapping(one: str, other: str) -> bool:
    """True if one has the other, or the end of one is the beginning of the other.

    A short citation inside a longer quote, such as "Yes.", is no answer that the quote would confirm.
    """
    if other in one or (len(one) >= MIN_SHARED_CHARS and one in other):
        return True
    sizes = range(MIN_SHARED_CHARS, min(len(one), len(other)))
    return any(one.endswith(other[:size]) or other.endswith(one[:size]) for size in sizes)


def _normalize_text(text: str) -> str:
    """Letters and digits only: line ends, hyphens and quotation marks differ between readers."""
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


CANDIDATE_THRESHOLDS = (0.999, 0.998, 0.995, *(round(0.99 - 0.01 * step, 2) for step in range(100)))
"""Bars that are tried, from the strictest. They end at 0, which refuses nothing."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question of the user's that was asked without a bar.

    Args:
        confidence: of the answer; None if there was none for another reason than the bar.
        is_right: whether the answer is right; False if there is none.
    """

    confidence: float | None
    is_right: bool


@dataclass(frozen=True, slots=True)
class ThresholdOutcome:
    """What a bar does to the questions.

    Args:
        bar: confidence from which a question is answered.
        answered: questions that are.
        wrong: of these, the answers that are not right.
        asked: questions in all.
        bound: share of wrong answers that is not exceeded, at the confidence asked for; 1 of no answer.
    """

    bar: float
    answered: int
    wrong: int
    asked: int
    bound: float

    @property
    def coverage(self) -> float:
        """Share of the questions that are answered."""
        return self.answered / self.asked if self.asked else 0.0


def compute_min_answers(risk: float, confidence: float) -> int:
    """Answers, all of them right, without which no bar can be shown to keep the risk."""
    return math.ceil(math.log(1.0 - confidence) / math.log(1.0 - risk) - 1e-9)


def try_thresholds(rows: Sequence[AskedQuestion], risk: float, confidence: float) -> list[ThresholdOutcome]:
    """What was tried, from the strictest bar: all but perhaps the last keep the risk.

    Args:
        rows: the questions, drawn as those that will be asked.
        risk: share of wrong answers among those given, above 0 and below 1.
        confidence: that the risk is kept, above 0 and below 1.
    """
    least = compute_min_answers(risk, confidence)
    tried: list[ThresholdOutcome] = []
    for step in CANDIDATE_THRESHOLDS:
        found = evaluate_threshold(rows, step, confidence)
        if found.answered < least:
            continue
        tried.append(found)
        if found.bound > risk:
            break
    return tried


def evaluate_threshold(rows: Sequence[AskedQuestion], bar: float, confidence: float) -> ThresholdOutcome:
    """What that bar does to the questions."""
    given = [row for row in rows if row.confidence is not None and row.confidence >= bar]
    wrong = sum(not row.is_right for row in given)
    return ThresholdOutcome(
        bar, len(given), wrong, len(rows), compute_upper_bound(wrong, len(given), confidence)
    )


def compute_upper_bound(wrong: int, answers: int, confidence: float) -> float:
    """The one-sided bound of Clopper and Pearson on the share of wrong answers.

    The greatest share with which so few wrong ones, or fewer, still have a chance of one less the confidence.
    """
    if wrong >= answers:
        return 1.0
    low, high = wrong / answers, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (
            (middle, high)
            if _compute_binomial_cdf(wrong, answers, middle) > 1.0 - confidence
            else (low, middle)
        )
    return high


def _compute_binomial_cdf(wrong: int, answers: int, share: float) -> float:
    """The chance of so many wrong ones or fewer, of binomial distribution; ``share`` is in (0, 1)."""
    sizes = math.lgamma(answers + 1)
    return math.fsum(
        math.exp(
            sizes
            - math.lgamma(count + 1)
            - math.lgamma(answers - count + 1)
            + count * math.log(share)
            + (answers - count) * math.log1p(-share)
        )
        for count in range(wrong + 1)
    )
