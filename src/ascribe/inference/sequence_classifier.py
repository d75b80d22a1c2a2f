"""Sequence classification with Hugging Face models: labels and their meanings, windows, and logits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from ascribe.errors import InputError
from ascribe.inference.hub import (
    ModelSource,
    find_model_folder,
    import_library,
    load_config,
    load_tokenizer_and_model,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class SequenceClassifier:
    """Any sequence classification model. Its weights are loaded on first use.

    Args:
        source: which model to load.
        max_seq_len: tokens that are read at once; the model's own limit applies too.
        keywords: keyword arguments for the library, instead of those of the source.

    Raises:
        InputError: the model cannot be loaded, or has no classification head.
        MissingExtraError: the extra ``hf`` is not installed.
    """

    def __init__(self, source: ModelSource, max_seq_len: int, keywords: dict[str, Any] | None = None) -> None:
        self._source, self._max_seq_len = source, max_seq_len
        self._keywords = source.keywords if keywords is None else keywords
        self._folder = find_model_folder(source)
        self._config = load_config(source, self._folder)
        self.labels = list_labels(self._config)

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        return load_tokenizer_and_model(self._source, self._folder, self._keywords)

    @property
    def tokenizer(self) -> Any:
        """The tokenizer of the model."""
        return self._loaded[0]

    @cached_property
    def limit(self) -> int:
        """Tokens that are read at once, including special tokens."""
        return compute_token_limit(self.tokenizer, self._config, self._max_seq_len)

    def read(self, texts: Sequence[Any], truncation: str) -> tuple[Floats, list[int]]:
        """Return the logits of every window of the texts or pairs, and the text index of each window."""
        rows, owners = encode_windows(self.tokenizer, texts, self.limit, truncation)
        logits = np.empty((len(rows), len(self.labels)))
        size = self._source.batch_size if self._pads else 1
        for batch in iterate_batches([len(row["input_ids"]) for row in rows], size):
            logits[batch] = self._logits([rows[place] for place in batch])
        return logits, owners

    @property
    def _pads(self) -> bool:
        """Whether tokenizer and model support padding; without it, rows are read one at a time."""
        return None not in (self.tokenizer.pad_token, getattr(self._config, "pad_token_id", None))

    def _logits(self, rows: Sequence[dict[str, list[int]]]) -> Floats:
        torch = import_library("torch", self._source)
        tokenizer, model = self._loaded
        feed = tokenizer.pad(list(rows), padding=self._pads, return_tensors="pt").to(model.device)
        with torch.inference_mode():
            return np.asarray(model(**feed).logits.float().cpu().numpy(), dtype=np.float64)


# --- Windows ---

WINDOW_SHARE = 4
"""At least 1/4 of the tokens read at once is reserved for the text that may be split into windows."""

_OFFSET_POSITIONS = ("roberta", "camembert", "longformer", "mpnet", "luke")
"""Model types that reserve the positions up to the padding index, so tokens cannot use them."""

_MIN_TOKENS, _UNBOUNDED = 16, 10**6


def compute_token_limit(tokenizer: Any, config: Any, asked: int) -> int:
    """Return the maximum tokens of one row: the requested number, limited by the model's positions."""
    positions = getattr(config, "max_position_embeddings", None) or _UNBOUNDED
    if any(kind in config.model_type for kind in _OFFSET_POSITIONS):
        positions -= (config.pad_token_id or 0) + 1
    return int(max(_MIN_TOKENS, min(asked, positions, tokenizer.model_max_length)))


def split_pieces(tokenizer: Any, text: str, most: int) -> list[str]:
    """Split a text into the fewest slices of similar length with at most ``most`` tokens each."""
    offsets = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True, verbose=False)[
        "offset_mapping"
    ]
    count = max(1, -(-len(offsets) // most))
    if count == 1:
        return [text]
    size = -(-len(offsets) // count)
    parts = [offsets[start : start + size] for start in range(0, len(offsets), size)]
    return [text[part[0][0] : part[-1][1]] for part in parts]


def encode_windows(
    tokenizer: Any, texts: Sequence[Any], most: int, truncation: str
) -> tuple[list[dict[str, list[int]]], list[int]]:
    """Tokenize texts or pairs into rows, split into windows; return the rows and each row's text index."""
    found = tokenizer(
        list(texts),
        truncation=truncation,
        max_length=most,
        stride=most // (2 * WINDOW_SHARE),
        return_overflowing_tokens=True,
    )
    owners = [int(owner) for owner in found.pop("overflow_to_sample_mapping")]
    return [{name: column[n] for name, column in found.items()} for n in range(len(owners))], owners


def iterate_batches(lengths: Sequence[int], size: int) -> Iterator[list[int]]:
    """Yield batches of ``size`` row indices, with rows of similar length together."""
    order = sorted(range(len(lengths)), key=lambda place: (lengths[place], place))
    for start in range(0, len(order), size):
        yield order[start : start + size]


# --- Labels ---

_POSITIVE = re.compile(r"entail|support|consistent|grounded", re.IGNORECASE)


def find_positive_label(labels: Sequence[str]) -> str | None:
    """Return the first label whose name begins with a word for support or entailment, or None."""
    return next((label for label in labels if _POSITIVE.match(label)), None)


def list_labels(config: Any) -> tuple[str, ...]:
    """Return the labels of a model's configuration, in the order of its values."""
    names = dict(config.id2label)
    return tuple(str(names.get(n, f"LABEL_{n}")) for n in range(config.num_labels))


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
"""Beginnings of label names in lower case; the first match decides. "Not entailed", "unsupported" and
"inconsistent" mean that the claim is not supported, not that it is contradicted."""

_DEFAULT_LABELS = ("LABEL_0", "LABEL_1")
"""The names that transformers gives two unnamed labels; by convention the second means true."""


def map_labels(source: ModelSource, labels: Sequence[str], names: Mapping[str, str]) -> tuple[Meaning, ...]:
    """Map each label to its meaning; a single label means how strongly the evidence supports the claim.

    Args:
        source: the model, for error messages.
        labels: the labels of the model, in its order.
        names: label → a recognized name to use instead of its own.

    Raises:
        InputError: a label is not recognized, or there is not exactly one label for entailment and at most
            one for contradiction.
    """
    strange = [label for label in names if label not in labels]
    if strange:
        raise InputError(f"labels: {source.shown} has {', '.join(labels)}, not {', '.join(strange)}.")
    found = [_find_meaning(names.get(label, label)) for label in labels]
    if len(labels) == 1 and not names:
        found = [found[0] or "entailment"]
    elif tuple(labels) == _DEFAULT_LABELS and not names:
        found = ["neutral", "entailment"]
    known = tuple(meaning for meaning in found if meaning is not None)
    if len(known) < len(labels) or known.count("entailment") != 1 or known.count("contradiction") > 1:
        raise InputError(
            f"{source.shown} has the labels {', '.join(labels)}, and it is unclear which means support; "
            f'give labels={{"{labels[0]}": "contradiction", …}}, one of {", ".join(MEANINGS)} for each, '
            "or name them so in id2label of its config.json."
        )
    return known


def _find_meaning(name: str) -> Meaning | None:
    plain = name.strip().lower()
    return next((meaning for meaning, spelling in _SPELLINGS if spelling.match(plain)), None)
