"""Fits how far the reader and the fit by words and meaning are believed, on documents kept aside.

``python -m training.answer_odds [--weights FILE.onnx]`` prints the three numbers of
``ascribe.library.answering.reader``, the bars of ``extractive`` beside it, and what they reach. A question
counts by its best sentence: whether that one answers.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ascribe.library.answering.candidates import Candidate
from ascribe.library.answering.reader import MOST_READ, AnswerModel, Reader
from training.answers import answers, asked

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]
    Matrix = NDArray[np.float64]

RIDGE = 0.5

TRIES = np.arange(0.0, 6.01, 0.5)
"""Weights of the fit, beside 1 of the model, by which the best sentence is chosen while fitting."""


REFUSED = {"loose": 0.33, "balanced": 0.67, "strict": 0.85, "paranoid": 0.95}
"""Level → share of the questions without an answer that it is to refuse. They are hard ones: all but a few
stay on the subject of the document and use its words."""


def main() -> None:
    """Print the numbers and a table of bars."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, help="another ONNX file than the shipped one")
    reader = Reader(AnswerModel(parser.parse_args().weights))
    rows = []
    for question, found in asked(aside=True):
        tried: Sequence[Candidate] = found[:MOST_READ]
        odds = np.array(reader.log_odds(question.question, tried))
        fits = np.array([one.fit for one in tried])
        right = np.array([question.answerable and answers(question, one) for one in tried])
        rows.append((odds, fits, right, question.answerable))
    share = max(TRIES, key=lambda one: sum(r[2][np.argmax(r[0] + one * r[1])] for r in rows))
    best = [int(np.argmax(odds + share * fits)) for odds, fits, _, _ in rows]
    features = np.array([(odds[i], fits[i]) for (odds, fits, _, _), i in zip(rows, best, strict=True)])
    right = np.array([r[2][i] for r, i in zip(rows, best, strict=True)], float)
    weights = fitted(features, right)
    print(f"MODEL, FIT, BIAS = {', '.join(f'{w:.2f}' for w in weights)}\n")
    answerable = np.array([r[3] for r in rows])
    print(f"{len(rows)} questions, {answerable.sum()} answerable, best sentence right in {right.sum():.0f}\n")
    print("| level | bar | unanswerable refused | answerable answered | of those answered, rightly |")
    print("|---|---|---|---|---|")
    probability = 1.0 / (1.0 + np.exp(-(features @ weights[:2] + weights[2])))
    for level, share in REFUSED.items():
        bar = float(np.quantile(probability[~answerable], share))
        given = probability > bar
        shares = 1.0 - given[~answerable].mean(), given[answerable].mean(), right[given].mean()
        print(f"| {level} | {bar:.2f} | {' | '.join(f'{s:.2f}' for s in shares)} |")


def fitted(features: Matrix, right: Vector) -> Vector:
    """Logistic regression with a ridge penalty, by Newton's method; the last number is the constant.

    A feature that would count against its sense is left out.
    """
    used = np.array([True, True, True])
    inputs = np.column_stack([features, np.ones(len(features))])
    found = np.zeros(3)
    for step in range(50):
        part = inputs[:, used]
        penalty = np.array([RIDGE, RIDGE, 0.0])[used]
        probability = 1.0 / (1.0 + np.exp(-part @ found[used]))
        slope = part.T @ (right - probability) - penalty * found[used]
        curve = (part * (probability * (1.0 - probability))[:, None]).T @ part + np.diag(penalty)
        found[used] += np.linalg.solve(curve, slope)
        if (found[:2] < 0.0).any() and step > 10:
            used[:2] &= found[:2] >= 0.0
            found[~used] = 0.0
    return found


if __name__ == "__main__":
    main()
