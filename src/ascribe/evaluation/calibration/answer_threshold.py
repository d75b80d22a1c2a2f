"""Find the lowest confidence threshold that bounds the share of wrong answers, from labelled questions.

Each threshold is a hypothesis: "of the answers above it, more than this share are wrong". The thresholds are
fixed in advance and tried from the strictest down; the first that cannot be rejected ends the search. So the
probability that the resulting threshold has more wrong answers is at most one minus the confidence, however
many were tried (fixed-sequence testing: Bauer 1991; Learn then Test: Angelopoulos, Bates, Candès, Jordan, Lei
2021). The test is the exact one of Clopper and Pearson (1934), which is valid for few questions too. A
threshold that too few answers reach is skipped; this depends on their number and not on any label.
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
from ascribe.pipeline import CheckOptions, build_config
from ascribe.read.sources import Progress
from ascribe.records import Answer, Reference


@dataclass(frozen=True, slots=True)
class AnswerReport:
    """The result of the calibration.

    Args:
        risk: maximum share of wrong answers.
        confidence: confidence that the share holds.
        before: outcome of the level's threshold on the same questions.
        after: outcome of the new threshold; None if no threshold meets the risk.
        why_not: why there is no threshold, in one sentence; empty if there is one.
        threshold: the threshold that is written to the file; None if there is none.
    """

    risk: float
    confidence: float
    before: ThresholdOutcome
    after: ThresholdOutcome | None
    why_not: str
    threshold: AbstentionThreshold | None


def calibrate_answer_threshold(
    file: Path,
    library: Library,
    risk: float = 0.1,
    confidence: float = 0.95,
    progress: Progress | None = None,
) -> AnswerReport:
    """Find the lowest threshold with at most that share of wrong answers, at that confidence.

    Args:
        file: the questions; see ``read_questions``.
        library: answers the questions, with its options.
        risk: maximum share of wrong answers among the given ones, above 0 and below 1.
        confidence: confidence that the share holds, above 0 and below 1.
        progress: called after every question.

    Raises:
        InputError: a number is out of range, the file or a line of it is invalid, or the library uses
            another generator.
    """
    for name, value in (("risk", risk), ("confidence", confidence)):
        if not 0.0 < value < 1.0:
            raise InputError(f"{name} must be above 0 and below 1, got {value}.")
    options = library.options
    if options.generator != "extractive" or options.calibration is not None:
        raise InputError(
            "only the generator 'extractive' can be calibrated: leave generator and calibration out."
        )
    checking = CheckOptions(tier=options.tier, strictness=options.strictness, language=options.language)
    check_config = build_config(options=checking)
    rows = ask_all(read_questions(file), library, progress)
    tried = try_thresholds(rows, risk, confidence)
    kept = [outcome for outcome in tried if outcome.bound <= risk]
    before = evaluate_threshold(rows, THRESHOLDS[check_config.strictness], confidence)
    if not kept:
        why_not = _explain_no_threshold(tried, evaluate_threshold(rows, 0.0, confidence), risk, confidence)
        return AnswerReport(risk, confidence, before, None, why_not, None)
    found = AbstentionThreshold(
        threshold=kept[-1].threshold,
        risk=risk,
        confidence=confidence,
        bound=kept[-1].bound,
        asked=len(rows),
        answered=kept[-1].answered,
        wrong=kept[-1].wrong,
        asked_with=build_calibration_context(
            options, check_config, encoded=not library.info()["not encoded"], language=options.language
        ),
    )
    return AnswerReport(risk, confidence, before, kept[-1], "", found)


def _explain_no_threshold(
    tried: list[ThresholdOutcome], loosest: ThresholdOutcome, risk: float, confidence: float
) -> str:
    """Explain why no threshold meets the risk: too few answers, or too many wrong ones."""
    if not tried:
        least = compute_min_answers(risk, confidence)
        return f"it takes at least {least} answers, all of them right, and there are {loosest.answered}"
    first = tried[0]
    counts = f"{first.wrong} of {first.answered} are wrong: up to {100 * first.bound:.1f} % may be"
    return f"at the strictest threshold that enough answers reach, {first.threshold}, {counts}"


MIN_SHARED_CHARS = 20
"""Consecutive letters and digits that two overlapping quotes must share if neither contains the other."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the passages that answer it.

    Args:
        text: the question.
        quotes: passages with the answer; none if the documents do not answer it.
        doc: id of the document that contains them; empty for any.
    """

    text: str
    quotes: tuple[str, ...]
    doc: str = ""

    def is_answered_by(self, text: str) -> bool:
        """Return True if the text overlaps a quote that answers the question."""
        held = _normalize_text(text)
        return any(is_overlapping(held, _normalize_text(quote)) for quote in self.quotes)


def read_questions(path: Path) -> list[Question]:
    """Read a file of JSON Lines with ``question``, ``answerable``, ``quotes`` and optionally ``doc``.

    Raises:
        InputError: the file cannot be read or is empty, or a line is invalid or repeats a question, as the
            bound assumes independent questions; the message names file and line.
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
    """Remove differences in punctuation, spaces and capitals."""
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
    """Parse a quote, which is a text or an object with ``text``."""
    text = entry.get("text") if isinstance(entry, Mapping) else entry
    if not isinstance(text, str) or not _normalize_text(text):
        raise InputError(f"a quote must be a text, or have one as text, got {entry!r}.")
    return text


def ask_all(
    questions: list[Question], library: Library, progress: Progress | None = None
) -> list[AskedQuestion]:
    """Ask the library every question without a confidence threshold, in order.

    Args:
        questions: the questions.
        library: answers the questions, with its options.
        progress: called after every question.
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
    """Label the answer; a question refused without a threshold is refused with any."""
    if answer.was_refused:
        return AskedQuestion(None, False)
    return AskedQuestion(answer.confidence, is_right(question, answer))


def is_right(question: Question, answer: Answer) -> bool:
    """Return True if a citation overlaps a quote that answers the question."""
    cited = [r for s in answer.supported_sentences for r in s.references if r.label == "supports"]
    return any(_is_quoted(question, reference) for reference in cited)


def _is_quoted(question: Question, reference: Reference) -> bool:
    if question.doc not in ("", reference.document_id):
        return False
    return question.is_answered_by(reference.quote)


def is_overlapping(one: str, other: str) -> bool:
    """Return True if one text contains the other, or the end of one is the beginning of the other.

    A short ``one`` inside ``other`` does not count, such as the citation "Yes." inside a quote.
    """
    if other in one or (len(one) >= MIN_SHARED_CHARS and one in other):
        return True
    sizes = range(MIN_SHARED_CHARS, min(len(one), len(other)))
    return any(one.endswith(other[:size]) or other.endswith(one[:size]) for size in sizes)


def _normalize_text(text: str) -> str:
    """Keep letters and digits only, as line ends, hyphens and quotation marks differ between readers."""
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


CANDIDATE_THRESHOLDS = (0.999, 0.998, 0.995, *(round(0.99 - 0.01 * step, 2) for step in range(100)))
"""Thresholds to try, from the strictest. They end at 0, which refuses nothing."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question that was asked without a confidence threshold.

    Args:
        confidence: confidence of the answer; None if the question was refused.
        is_right: whether the answer is right; False without an answer.
    """

    confidence: float | None
    is_right: bool


@dataclass(frozen=True, slots=True)
class ThresholdOutcome:
    """The effect of a threshold on the questions.

    Args:
        threshold: least confidence of an answer.
        answered: number of answered questions.
        wrong: number of answers that are not right.
        asked: number of all questions.
        bound: upper bound of the share of wrong answers, at the given confidence; 1 without answers.
    """

    threshold: float
    answered: int
    wrong: int
    asked: int
    bound: float

    @property
    def coverage(self) -> float:
        """Return the share of the questions that are answered."""
        return self.answered / self.asked if self.asked else 0.0


def compute_min_answers(risk: float, confidence: float) -> int:
    """Compute the minimum number of answers, all right, that can show that a threshold meets the risk."""
    return math.ceil(math.log(1.0 - confidence) / math.log(1.0 - risk) - 1e-9)


def try_thresholds(rows: Sequence[AskedQuestion], risk: float, confidence: float) -> list[ThresholdOutcome]:
    """Try the thresholds from the strictest; all outcomes except perhaps the last meet the risk.

    Args:
        rows: the questions, drawn from the same distribution as future ones.
        risk: maximum share of wrong answers among the given ones, above 0 and below 1.
        confidence: confidence that the risk is met, above 0 and below 1.
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


def evaluate_threshold(
    rows: Sequence[AskedQuestion], threshold: float, confidence: float
) -> ThresholdOutcome:
    """Count the answers above the threshold and the wrong ones, with their upper bound."""
    given = [row for row in rows if row.confidence is not None and row.confidence >= threshold]
    wrong = sum(not row.is_right for row in given)
    return ThresholdOutcome(
        threshold, len(given), wrong, len(rows), compute_upper_bound(wrong, len(given), confidence)
    )


def compute_upper_bound(wrong: int, answers: int, confidence: float) -> float:
    """Compute the one-sided bound of Clopper and Pearson on the share of wrong answers.

    It is the greatest share at which at most this many wrong answers have a probability of one minus the
    confidence.
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
    """Compute the binomial probability of at most this many wrong answers; ``share`` is in (0, 1)."""
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
