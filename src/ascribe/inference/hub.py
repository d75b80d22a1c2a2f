"""Hugging Face models: which one is requested, where its files are, its configuration, tokenizer and
weights, and its digest."""

from __future__ import annotations

import hashlib
import os
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from ascribe.errors import InputError, MissingExtraError

HUB_TIMEOUT_SECONDS = 4.0
"""How long the hub may take to answer at all before it counts as out of reach; asked once."""

IGNORED_FILES = ["*.onnx", "*.h5", "*.msgpack", "*.ot", "*.tflite", "onnx/*", "openvino/*", "coreml/*"]
"""Weights for other libraries, which are not downloaded."""


def import_library(name: str, source: ModelSource) -> Any:
    """The module of a library of the extra.

    Raises:
        MissingExtraError: it is not installed.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f'{source.shown} needs {error.name}; run: pip install "ascribe[hf]", or use "builtin".'
        ) from error


def find_model_folder(source: ModelSource) -> Path:
    """Where the files of the model lie: a folder, the local cache of the hub, or the cache after a download.

    The hub is asked only for what is not here, and only if it answers within ``HUB_TIMEOUT_SECONDS``.

    Raises:
        InputError: it is nowhere; the message says how to get it.
    """
    folder = Path(source.model).expanduser()
    if folder.is_dir():
        return folder
    hub = import_library("huggingface_hub", source)
    try:
        return _download_snapshot(hub, source, local_files_only=True)
    except hub.errors.LocalEntryNotFoundError:
        pass
    except hub.errors.HFValidationError:
        raise InputError(f"{source.shown}: there is no such folder; correct the path.") from None
    if not _is_hub_reachable(hub.constants):
        raise InputError(
            f"{source.shown} is not on this machine and the hub does not answer; download it elsewhere "
            'and give the path of its folder, or use "builtin".'
        )
    try:
        return _download_snapshot(hub, source, ignore_patterns=IGNORED_FILES)
    except (hub.errors.HfHubHTTPError, OSError) as error:
        raise _build_load_error(source, error) from error


def _download_snapshot(hub: Any, source: ModelSource, **options: Any) -> Path:
    return Path(hub.snapshot_download(source.model, revision=source.revision, token=source.token, **options))


def _is_hub_reachable(constants: Any) -> bool:
    """One question to the hub: its own library would ask again and again."""
    if constants.HF_HUB_OFFLINE:
        return False
    request = urllib.request.Request(constants.ENDPOINT, method="HEAD")  # noqa: S310 - as the user set it
    try:
        urllib.request.urlopen(request, timeout=HUB_TIMEOUT_SECONDS).close()  # noqa: S310 - the same
    except urllib.error.HTTPError as error:
        error.close()
    except (OSError, ValueError):
        return False
    return True


def load_config(source: ModelSource, folder: Path) -> Any:
    """The configuration of a model that classifies; its weights are not read.

    Raises:
        InputError: it cannot be read, or it is of a model without a trained head for classification.
    """
    try:
        config = import_library("transformers", source).AutoConfig.from_pretrained(folder)
    except (OSError, ValueError) as error:
        raise _build_load_error(source, error) from error
    kinds = config.architectures or []
    if kinds and not any(kind.endswith("ForSequenceClassification") for kind in kinds):
        raise InputError(
            f"{source.shown} is a {kinds[0]}, which has no head for classification; use a cross-encoder, "
            'an NLI or a text-classification model, or "builtin".'
        )
    return config


def load_tokenizer_and_model(source: ModelSource, folder: Path, keywords: dict[str, Any]) -> tuple[Any, Any]:
    """The tokenizer and the model, ready, on its device.

    Raises:
        InputError: they cannot be loaded, or weights of the model are missing.
    """
    transformers = import_library("transformers", source)
    try:
        with hide_progress(transformers):
            tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
            model, found = transformers.AutoModelForSequenceClassification.from_pretrained(
                folder, output_loading_info=True, **keywords
            )
    except (OSError, ValueError, TypeError, RuntimeError, ImportError) as error:
        raise _build_load_error(source, error) from error
    if found["missing_keys"]:
        raise InputError(
            f"{source.shown}: its files lack {min(found['missing_keys'])}, so that it would guess; use a "
            'model that was trained to classify, or "builtin".'
        )
    if not tokenizer.is_fast:
        raise InputError(
            f"{source.shown}: its tokenizer does not tell offsets; use a model with a tokenizer.json."
        )
    if "device_map" not in keywords:
        model.to(select_device(source))
    return tokenizer, model.eval()


@contextmanager
def hide_progress(transformers: Any) -> Iterator[None]:
    """A library does not print: the bar over the weights is off meanwhile."""
    settings = transformers.utils.logging
    shown = settings.is_progress_bar_enabled()
    settings.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            settings.enable_progress_bar()


def select_device(source: ModelSource) -> str:
    """The device that was asked for, or the best one there is.

    Raises:
        InputError: there is no such device.
    """
    torch = import_library("torch", source)
    if source.device is None:
        found = [name for name in ("cuda", "mps") if getattr(torch, name).is_available()]
        return found[0] if found else "cpu"
    try:
        torch.empty(0, device=source.device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        raise InputError(
            f"device: torch has no {source.device!r} here ({_get_first_line(error)})."
        ) from error
    return source.device


def _build_load_error(source: ModelSource, error: Exception) -> InputError:
    return InputError(
        f"{source.shown} cannot be loaded ({_get_first_line(error)}); check the name, revision, token and "
        'keyword arguments, or use "builtin".'
    )


def _get_first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".")


@dataclass(frozen=True, slots=True)
class ModelSource:
    """A model and how it is to be loaded.

    Args:
        parameter: the name under which it was asked for; errors begin with it.
        model: a name on the hub or a folder; those who ask may allow more.
        revision: of the model on the hub.
        token: for the hub; None takes what the hub's own library finds.
        device: where it runs, as torch names devices; None takes the best one there is.
        batch_size: texts or pairs for one pass.
        keywords: for the library that loads it.
    """

    parameter: str
    model: Any
    revision: str | None = None
    token: str | None = field(default=None, repr=False)
    device: str | None = None
    batch_size: int = 16
    keywords: dict[str, Any] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        """How errors name it."""
        return f"{self.parameter} {self.model!r}"

    @property
    def keywords_name(self) -> str:
        """The parameter that ``keywords`` were given for."""
        return f"{self.parameter}_kwargs"


MODEL_VARIABLE, LABELS_VARIABLE = "ASCRIBE_HF_MODEL", "ASCRIBE_HF_LABELS"
"""A folder or a name on the hub, and names for its labels: ``LABEL_0=contradiction,LABEL_1=entailment``."""


def get_configured_model() -> str:
    """The model.

    Raises:
        InputError: the variable is not set.
    """
    name = os.environ.get(MODEL_VARIABLE, "").strip()
    if not name:
        raise InputError(
            f"The tier hf has no model: set {MODEL_VARIABLE} to a folder or to a name on the Hugging Face hub."
        )
    return name


def get_configured_labels() -> dict[str, str]:
    """Label → the name that it is to have; empty if the variable is not set.

    Raises:
        InputError: it is no list of pairs.
    """
    text = os.environ.get(LABELS_VARIABLE, "")
    pairs = [pair.partition("=") for pair in text.split(",") if pair.strip()]
    if not all(label.strip() and name.strip() for label, _, name in pairs):
        raise InputError(
            f"{LABELS_VARIABLE} is {text!r}; give pairs such as LABEL_0=contradiction,LABEL_1=entailment."
        )
    return {label.strip(): name.strip() for label, _, name in pairs}


DIGESTED_SUFFIXES = (".json", ".txt", ".model", ".safetensors", ".bin")
"""Endings of configurations, vocabularies and weights."""


def compute_folder_digest(folder: Path) -> str:
    """12 hex digits of the SHA-256 over the names and digests of the model's files."""
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.suffix in DIGESTED_SUFFIXES)
    return hashlib.sha256("\n".join(map(_build_digest_line, files)).encode()).hexdigest()[:12]


def _build_digest_line(file: Path) -> str:
    with file.open("rb") as data:
        return f"{hashlib.file_digest(data, 'sha256').hexdigest()}  {file.name}"
