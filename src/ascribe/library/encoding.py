"""The sentences of passages → vectors, each text encoded once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ascribe.library.chunking import Passage
from ascribe.neural.encoder import Encoder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


def encode(encoder: Encoder, passages: Sequence[Passage]) -> list[Floats]:
    """For each passage the vectors of its sentences, shape (sentences, 384), in order."""
    texts = [[sentence.text for sentence in passage.sentences] for passage in passages]
    vectors = encoder.embed([text for each in texts for text in each])
    ends = np.cumsum([len(each) for each in texts])
    return np.split(vectors, ends[:-1]) if texts else []
