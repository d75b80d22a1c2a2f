"""A model that classifies, in memory: rows of tokens in, one row of values out for each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ascribe.hugging_face.labels import label_names
from ascribe.hugging_face.loading import configuration, folder_of, library, tokenizer_and_model
from ascribe.hugging_face.source import ModelSource
from ascribe.hugging_face.windows import batches, encoded, limit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class SequenceClassifier:
    """Any model for sequence classification. Its weights are read when it is first asked.

    Args:
        source: which model.
        max_seq_len: tokens that are read at once; the model's own limit counts too.
        keywords: for the library, instead of those of the source.

    Raises:
        InputError: it cannot be had, or has no head for classification.
        MissingExtraError: the extra ``hf`` is not installed.
    """

    def __init__(self, source: ModelSource, max_seq_len: int, keywords: dict[str, Any] | None = None) -> None:
        self._source, self._asked = source, max_seq_len
        self._keywords = source.keywords if keywords is None else keywords
        self._folder = folder_of(source)
        self._config = configuration(source, self._folder)
        self.labels = label_names(self._config)

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        return tokenizer_and_model(self._source, self._folder, self._keywords)

    @property
    def tokenizer(self) -> Any:
        """The model's own."""
        return self._loaded[0]

    @cached_property
    def limit(self) -> int:
        """Tokens that are read at once, signs included."""
        return limit(self.tokenizer, self._config, self._asked)

    def read(self, texts: Sequence[Any], truncation: str) -> tuple[Floats, list[int]]:
        """The logits of every window of the texts, or pairs, and for each window the place of its text."""
        rows, owners = encoded(self.tokenizer, texts, self.limit, truncation)
        logits = np.empty((len(rows), len(self.labels)))
        size = self._source.batch_size if self._pads else 1
        for batch in batches([len(row["input_ids"]) for row in rows], size):
            logits[batch] = self._logits([rows[place] for place in batch])
        return logits, owners

    @property
    def _pads(self) -> bool:
        """Whether tokenizer and model know of padding; a model that does not reads row by row."""
        return None not in (self.tokenizer.pad_token, getattr(self._config, "pad_token_id", None))

    def _logits(self, rows: Sequence[dict[str, list[int]]]) -> Floats:
        torch = library("torch", self._source)
        tokenizer, model = self._loaded
        feed = tokenizer.pad(list(rows), padding=self._pads, return_tensors="pt").to(model.device)
        with torch.inference_mode():
            return np.asarray(model(**feed).logits.float().cpu().numpy(), dtype=np.float64)
