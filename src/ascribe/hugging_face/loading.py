"""A name or a folder → the folder of a model, its configuration and its parts, or one sentence why not."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from ascribe.errors import InputError, MissingExtraError
from ascribe.hugging_face.source import ModelSource

HUB_SECONDS = 4.0
"""How long the hub may take to answer at all before it counts as out of reach; asked once."""

NOT_NEEDED = ["*.onnx", "*.h5", "*.msgpack", "*.ot", "*.tflite", "onnx/*", "openvino/*", "coreml/*"]
"""Weights for other libraries, which are not downloaded."""


def library(name: str, source: ModelSource) -> Any:
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


def folder_of(source: ModelSource) -> Path:
    """Where the files of the model lie: a folder, the local cache of the hub, or the cache after a download.

    The hub is asked only for what is not here, and only if it answers within ``HUB_SECONDS``.

    Raises:
        InputError: it is nowhere; the message says how to get it.
    """
    folder = Path(source.model).expanduser()
    if folder.is_dir():
        return folder
    hub = library("huggingface_hub", source)
    try:
        return _snapshot(hub, source, local_files_only=True)
    except hub.errors.LocalEntryNotFoundError:
        pass
    except hub.errors.HFValidationError:
        raise InputError(f"{source.shown}: there is no such folder; correct the path.") from None
    if not _answers(hub.constants):
        raise InputError(
            f"{source.shown} is not on this machine and the hub does not answer; download it elsewhere "
            'and give the path of its folder, or use "builtin".'
        )
    try:
        return _snapshot(hub, source, ignore_patterns=NOT_NEEDED)
    except (hub.errors.HfHubHTTPError, OSError) as error:
        raise _unloadable(source, error) from error


def _snapshot(hub: Any, source: ModelSource, **options: Any) -> Path:
    return Path(hub.snapshot_download(source.model, revision=source.revision, token=source.token, **options))


def _answers(constants: Any) -> bool:
    """One question to the hub: its own library would ask again and again."""
    if constants.HF_HUB_OFFLINE:
        return False
    request = urllib.request.Request(constants.ENDPOINT, method="HEAD")  # noqa: S310 - as the user set it
    try:
        urllib.request.urlopen(request, timeout=HUB_SECONDS).close()  # noqa: S310 - the same
    except urllib.error.HTTPError as error:
        error.close()
    except (OSError, ValueError):
        return False
    return True


def configuration(source: ModelSource, folder: Path) -> Any:
    """The configuration of a model that classifies; its weights are not read.

    Raises:
        InputError: it cannot be read, or it is of a model without a trained head for classification.
    """
    try:
        config = library("transformers", source).AutoConfig.from_pretrained(folder)
    except (OSError, ValueError) as error:
        raise _unloadable(source, error) from error
    kinds = config.architectures or []
    if kinds and not any(kind.endswith("ForSequenceClassification") for kind in kinds):
        raise InputError(
            f"{source.shown} is a {kinds[0]}, which has no head for classification; use a cross-encoder, "
            'an NLI or a text-classification model, or "builtin".'
        )
    return config


def tokenizer_and_model(source: ModelSource, folder: Path, keywords: dict[str, Any]) -> tuple[Any, Any]:
    """The tokenizer and the model, ready, on its device.

    Raises:
        InputError: they cannot be loaded, or weights of the model are missing.
    """
    transformers = library("transformers", source)
    try:
        with without_progress(transformers):
            tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
            model, found = transformers.AutoModelForSequenceClassification.from_pretrained(
                folder, output_loading_info=True, **keywords
            )
    except (OSError, ValueError, TypeError, RuntimeError, ImportError) as error:
        raise _unloadable(source, error) from error
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
        model.to(device(source))
    return tokenizer, model.eval()


@contextmanager
def without_progress(transformers: Any) -> Iterator[None]:
    """A library does not print: the bar over the weights is off meanwhile."""
    settings = transformers.utils.logging
    shown = settings.is_progress_bar_enabled()
    settings.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            settings.enable_progress_bar()


def device(source: ModelSource) -> str:
    """The device that was asked for, or the best one there is.

    Raises:
        InputError: there is no such device.
    """
    torch = library("torch", source)
    if source.device is None:
        found = [name for name in ("cuda", "mps") if getattr(torch, name).is_available()]
        return found[0] if found else "cpu"
    try:
        torch.empty(0, device=source.device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        raise InputError(f"device: torch has no {source.device!r} here ({_first_line(error)}).") from error
    return source.device


def _unloadable(source: ModelSource, error: Exception) -> InputError:
    return InputError(
        f"{source.shown} cannot be loaded ({_first_line(error)}); check the name, revision, token and "
        'keyword arguments, or use "builtin".'
    )


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".")
