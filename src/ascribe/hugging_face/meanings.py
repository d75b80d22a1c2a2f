"""Labels of a model, in whatever order and spelling → what each says of evidence and claim."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from ascribe.errors import InputError
from ascribe.hugging_face.source import ModelSource

Meaning = Literal["entailment", "contradiction", "neutral"]
MEANINGS: tuple[Meaning, ...] = get_args(Meaning)

_SPELLINGS: tuple[tuple[Meaning, re.Pattern[str]], ...] = (
    ("contradiction", re.compile(r"contradict|refut|conflict")),
    ("neutral", re.compile(r"neutral|neither|nei$|no|un|in|hallucinat|false|irrelevant|other$|0$")),
    (
        "entailment",
        re.compile(r"entail|support|consistent|grounded|faithful|factual|attributable|true$|yes$|1$"),
    ),
)
"""How labels begin, in small letters; the first that fits. "Not entailed", "unsupported" and "inconsistent"
say that the claim is not there, and not that it is refuted."""

_UNNAMED = ("LABEL_0", "LABEL_1")
"""What transformers calls two labels that nobody named; the second is 1, true, by custom."""


def meanings(source: ModelSource, labels: Sequence[str], names: Mapping[str, str]) -> tuple[Meaning, ...]:
    """What each label says; a single one is how strongly the evidence supports the claim.

    Args:
        source: for errors.
        labels: of the model, in its order.
        names: label → a name that is understood, instead of its own.

    Raises:
        InputError: a label that is not understood, or not exactly one for support and one at most for
            contradiction.
    """
    strange = [label for label in names if label not in labels]
    if strange:
        raise InputError(f"labels: {source.shown} has {', '.join(labels)}, not {', '.join(strange)}.")
    found = [_meaning(names.get(label, label)) for label in labels]
    if len(labels) == 1 and not names:
        found = [found[0] or "entailment"]
    elif tuple(labels) == _UNNAMED and not names:
        found = ["neutral", "entailment"]
    known = tuple(meaning for meaning in found if meaning is not None)
    if len(known) < len(labels) or known.count("entailment") != 1 or known.count("contradiction") > 1:
        raise InputError(
            f"{source.shown} has the labels {', '.join(labels)}, which do not say what supports a claim; "
            f'give labels={{"{labels[0]}": "contradiction", …}}, one of {", ".join(MEANINGS)} for each, '
            "or name them so in id2label of its config.json."
        )
    return known


def _meaning(name: str) -> Meaning | None:
    plain = name.strip().lower()
    return next((meaning for meaning, spelling in _SPELLINGS if spelling.match(plain)), None)
