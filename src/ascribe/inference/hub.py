"""Hugging Face models: locate or download their files, load them, and compute their digest."""

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
from ascribe.install_command import build_install_command

HUB_TIMEOUT_SECONDS = 4.0
"""How long the hub may take to respond to the single request before it counts as unreachable."""

IGNORED_FILES = ["*.onnx", "*.h5", "*.msgpack", "*.ot", "*.tflite", "onnx/*", "openvino/*", "coreml/*"]
"""Weights for other libraries, which are not downloaded."""


def import_library(name: str, source: ModelSource) -> Any:
    """Import a library of the extra ``hf``.

    Raises:
        MissingExtraError: the library is not installed.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f'{source.shown} needs {error.name}; run: {build_install_command("hf")}, or use "builtin".'
        ) from error


def find_model_folder(source: ModelSource) -> Path:
    """Return the folder with the model's files: the given folder, or the hub's cache after any download.

    The hub is contacted only for files that are not cached, and only if it responds within
    ``HUB_TIMEOUT_SECONDS``.

    Raises:
        InputError: the model was not found; the message says how to get it.
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
    """Check with one request whether the hub responds; its own library would retry many times."""
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
    """Load the configuration of a classification model, without its weights.

    Raises:
        InputError: it cannot be read, or the model has no trained classification head.
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
    """Load the tokenizer and the model, and move the model to its device.

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
            f"{source.shown}: its files lack {min(found['missing_keys'])}, so its results would be "
            'random; use a model that was trained to classify, or "builtin".'
        )
    if not tokenizer.is_fast:
        raise InputError(
            f"{source.shown}: its tokenizer gives no offsets; use a model with a tokenizer.json."
        )
    if "device_map" not in keywords:
        model.to(select_device(source))
    return tokenizer, model.eval()


@contextmanager
def hide_progress(transformers: Any) -> Iterator[None]:
    """Turn the progress bar off while weights are loaded, because a library must not print."""
    settings = transformers.utils.logging
    shown = settings.is_progress_bar_enabled()
    settings.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            settings.enable_progress_bar()


def select_device(source: ModelSource) -> str:
    """Return the requested device, or the best one available.

    Raises:
        InputError: the requested device does not exist.
    """
    torch = import_library("torch", source)
    if source.device is None:
        found = [name for name in ("cuda", "mps") if getattr(torch, name).is_available()]
        return found[0] if found else "cpu"
    try:
        torch.empty(0, device=source.device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        raise InputError(
            f"device: torch cannot use {source.device!r} on this machine ({_get_first_line(error)})."
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
    """A model and the options for loading it.

    Args:
        parameter: the parameter that named the model; errors begin with it.
        model: a name on the hub or a folder; callers may allow other values too.
        revision: revision of the model on the hub.
        token: token for the hub; None uses the one that the hub's own library finds.
        device: where the model runs, in torch's notation; None selects the best one available.
        batch_size: texts or pairs per forward pass.
        keywords: keyword arguments for the library that loads the model.
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
        """The name of the model in error messages."""
        return f"{self.parameter} {self.model!r}"

    @property
    def keywords_name(self) -> str:
        """The name of the parameter for ``keywords``."""
        return f"{self.parameter}_kwargs"


# --- Models named by environment variables ---

MODEL_VARIABLE, LABELS_VARIABLE = "ASCRIBE_HF_MODEL", "ASCRIBE_HF_LABELS"
"""Environment variables: the model (a folder or a name on the hub), and names for its labels, such as
``LABEL_0=contradiction,LABEL_1=entailment``."""


def get_configured_model() -> str:
    """Return the model that the environment variable names.

    Raises:
        InputError: the variable is not set.
    """
    name = os.environ.get(MODEL_VARIABLE, "").strip()
    if not name:
        raise InputError(
            "The tier hf has no model: give a folder or a name on the Hugging Face hub, with --model on the "
            f"command line, as HuggingFaceTier(model) in Python, or in {MODEL_VARIABLE}."
        )
    return name


def get_configured_labels() -> dict[str, str]:
    """Return label → the name to use for it, from the environment; empty if the variable is not set.

    Raises:
        InputError: the variable is not a list of pairs.
    """
    text = os.environ.get(LABELS_VARIABLE, "")
    pairs = [pair.partition("=") for pair in text.split(",") if pair.strip()]
    if not all(label.strip() and name.strip() for label, _, name in pairs):
        raise InputError(
            f"{LABELS_VARIABLE} is {text!r}; give pairs such as LABEL_0=contradiction,LABEL_1=entailment."
        )
    return {label.strip(): name.strip() for label, _, name in pairs}


# --- Digests ---

DIGESTED_SUFFIXES = (".json", ".txt", ".model", ".safetensors", ".bin")
"""File name suffixes of configurations, vocabularies and weights."""


def compute_folder_digest(folder: Path) -> str:
    """Return 12 hex digits of the SHA-256 over the names and digests of the model's files."""
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.suffix in DIGESTED_SUFFIXES)
    return hashlib.sha256("\n".join(map(_build_digest_line, files)).encode()).hexdigest()[:12]


def _build_digest_line(file: Path) -> str:
    with file.open("rb") as data:
        return f"{hashlib.file_digest(data, 'sha256').hexdigest()}  {file.name}"
