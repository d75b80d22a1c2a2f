"""Fit the weights of the reader's score and of the similarity, on held-out documents.

``python -m training.answer_odds [--weights FILE.onnx]`` prints the constants of
``ascribe.library.answering.extractive``, its thresholds, and their results. All candidates of a question
compete with one another and with "no answer", as in the training of the reader.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ascribe.library.answering.candidates import Candidate
from ascribe.library.answering.extractive import MAX_CANDIDATES, AnswerModel, AnswerScorer
from training.answers import is_answer, is_held_out, is_unread, search_questions
from training.questions import Question

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]

RIDGE = 0.5
ITERATIONS = 100
CLOSE = 1e-6
"""The fit ends when no weight moves by more than this."""

REFUSED = {"loose": 0.33, "balanced": 0.67, "strict": 0.85, "paranoid": 0.95}
"""Level → share of the unanswerable questions that it has to refuse. The questions are hard: all but a few
are about the subject of the document and use its words."""


@dataclass(frozen=True, slots=True)
class CandidateSet:
    """A question with its candidate sentences.

    Args:
        features: shape (candidates, features); the last feature is 1.
        right: which candidates answer the question.
        answerable: whether the document answers it, even if no candidate does.
    """

    features: Matrix
    right: NDArray[np.bool_]
    answerable: bool


def main() -> None:
    """Print the constants and two tables of thresholds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, help="another ONNX file than the shipped one")
    reader = AnswerScorer(AnswerModel(parser.parse_args().weights))
    english = [build_candidates(*each, reader) for each in search_questions(is_held_out)]
    *weights, bias = fit_weights(english)
    print(f"WEIGHTS, BIAS = ({', '.join(f'{w:.2f}' for w in weights)}), {bias:.2f}")
    others = [build_candidates(*each, None) for each in search_questions(is_unread)]
    share, constant = fit_weights(others)
    print(f"SHARE, SHARE_BIAS = {share:.2f}, {constant:.2f}")
    probability, _ = find_best(english, np.array([*weights, bias]))
    hard = np.array([not one.answerable for one in english])
    thresholds = {level: float(np.quantile(probability[hard], part)) for level, part in REFUSED.items()}
    print_table("English", english, np.array([*weights, bias]), thresholds)
    print_table("Languages that no model reads", others, np.array([share, constant]), thresholds)


def build_candidates(
    question: Question, found: Sequence[Candidate], reader: AnswerScorer | None
) -> CandidateSet:
    """Build the candidates of the question; without a reader, their feature is the share of its words."""
    shown = found[:MAX_CANDIDATES]
    if reader is None:
        known = np.array([one.share for one in shown]).reshape(-1, 1)
    else:
        known = reader.features(question.question, shown)
    right = np.array([question.answerable and is_answer(question, one) for one in shown], bool)
    return CandidateSet(np.column_stack([known, np.ones(len(shown))]), right, question.answerable)


def fit_weights(questions: Sequence[CandidateSet]) -> Vector:
    """Fit the weights that make the right candidates, or "no answer" without any, most likely.

    This is a conditional logistic regression with a ridge penalty, by Newton's method; a step that increases
    the loss is halved.
    """
    weights = np.zeros(questions[0].features.shape[1])
    unlikely, slope, curve = _compute_loss(questions, weights)
    for _ in range(ITERATIONS):
        step = np.linalg.solve(curve, slope)
        found = _compute_loss(questions, weights + step)
        while found[0] > unlikely and np.abs(step).max() > CLOSE:
            step /= 2.0
            found = _compute_loss(questions, weights + step)
        if np.abs(step).max() <= CLOSE:
            break
        weights, (unlikely, slope, curve) = weights + step, found
    return weights


def _compute_loss(questions: Sequence[CandidateSet], weights: Vector) -> tuple[float, Vector, Matrix]:
    """Compute the penalised negative log likelihood, its negative gradient, and its Hessian."""
    penalty = np.array([*[RIDGE] * (len(weights) - 1), 0.0])
    unlikely, slope, curve = float(penalty @ weights**2) / 2.0, -penalty * weights, np.diag(penalty)
    for one in questions:
        rows = np.vstack([np.zeros(len(weights)), one.features])
        wanted = np.array([not one.right.any(), *one.right])
        odds = rows @ weights
        share = np.exp(odds - odds.max()) / np.exp(odds - odds.max()).sum()
        own = share * wanted / share[wanted].sum()
        mean = share @ rows
        unlikely -= float(np.log(share[wanted].sum()))
        slope = slope + own @ rows - mean
        curve = curve + (rows * share[:, None]).T @ rows - np.outer(mean, mean)
    return unlikely, slope, curve


def find_best(questions: Sequence[CandidateSet], weights: Vector) -> tuple[Vector, NDArray[np.bool_]]:
    """Return the probability of each question's best candidate, and whether it answers the question."""
    probabilities, right = [], []
    for one in questions:
        odds = one.features @ weights if len(one.right) else np.array([-np.inf])
        place = int(np.argmax(odds))
        probabilities.append(1.0 / (1.0 + np.exp(-odds[place])))
        right.append(bool(len(one.right)) and bool(one.right[place]))
    return np.array(probabilities), np.array(right)


def print_table(
    title: str, questions: Sequence[CandidateSet], weights: Vector, thresholds: dict[str, float]
) -> None:
    """Print the results of each level."""
    probability, right = find_best(questions, weights)
    answerable = np.array([one.answerable for one in questions])
    print(f"\n{title}: {len(questions)} questions, {answerable.sum()} answerable, ", end="")
    print(f"best sentence right in {right.sum()}\n")
    print("| level | threshold | unanswerable refused | answerable answered | of those answered, rightly |")
    print("|---|---|---|---|---|")
    for level, threshold in thresholds.items():
        given = probability > threshold
        shares = 1.0 - given[~answerable].mean(), given[answerable].mean(), right[given].mean()
        print(f"| {level} | {threshold:.2f} | {' | '.join(f'{s:.2f}' for s in shares)} |")


if __name__ == "__main__":
    main()
