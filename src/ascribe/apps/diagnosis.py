"""Facts about this installation: what works, what is missing and why, and what each tier costs.

Nothing is downloaded, and no network is used unless the caller asks for it. A component that fails gets a
row with its error.
"""

from __future__ import annotations

import os
import platform
import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, Literal

from ascribe import registry
from ascribe.apps.tier_probe import ProbeError, TierCost, probe_tier
from ascribe.errors import AscribeError, EndpointError, IgnoredComponentWarning
from ascribe.inference import model_files
from ascribe.inference.hub import get_configured_model
from ascribe.install_command import build_install_command
from ascribe.llm import ChatEndpoint
from ascribe.version import __version__

ComponentState = Literal["loads", "missing", "broken", "refused"]
TierState = Literal["ready", "missing", "broken", "not tried"]
FileState = Literal["ok", "missing", "damaged"]

MEASURED_TIERS = ("rules", "builtin", "large")
"""Tiers that are always measured, as they need only this machine. Others may use a network."""

MODEL_FILES = {
    "encoder.onnx": "finds evidence by meaning",
    "verifier.onnx": "predicts whether evidence entails a claim",
    "reader.onnx": "predicts whether a sentence answers a question, for ask",
    "tokenizer.json": "splits text into word pieces, for all models",
    "combiner.json": "weights of the probability, and thresholds of the four levels",
}
"""File in the folder of weights → its purpose."""

LARGE_FILES = {
    "verifier.onnx": "predicts the same, read beside the small verifier",
    "combiner.json": "the same for the tier large",
}
"""File of the package ascribe-large → its purpose; listed if that is installed."""

OPTIONAL_PACKAGES = {
    "httpx2": "sends requests to the language model of the tier llm",
    "haystack-ai": "its documents and messages are accepted as they are; Ascribe has components for it",
    "langchain-core": "its documents and messages are accepted as they are; Ascribe has runnables for it",
    "llama-index-core": "its documents and nodes are accepted as they are; its responses can be checked",
    "rapidocr": "recognises text on scanned PDF pages",
    "transformers": "loads the model of the tier hf, and the models named in a ReferencePredictor",
}
"""Package → how Ascribe uses it; none of them is required."""

READERS_MODULE = "ascribe.read.files"
"""Module of the file readers. It is imported late, so that a broken package is reported as a row."""

_PING = ({"role": "user", "content": "Answer with the word yes."},)


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine and the Python that Ascribe runs on.

    Args:
        ascribe: version of Ascribe.
        python: version of Python.
        platform: system, release and processor.
        cores: logical cores available to this process.
        threads: threads per model; None if ``ASCRIBE_THREADS`` is not a number.
        problem: what is wrong with ``ASCRIBE_THREADS``; empty if nothing is.
    """

    ascribe: str
    python: str
    platform: str
    cores: int
    threads: int | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class FoundComponent:
    """A registered component, and why it cannot be used, or is used only when chosen by name."""

    stage: str
    name: str
    summary: str
    state: ComponentState
    problem: str = ""


@dataclass(frozen=True, slots=True)
class FoundTier:
    """A tier: whether it works here, why not, and its cost if it was measured."""

    name: str
    is_default: bool
    state: TierState
    problem: str = ""
    cost: TierCost | None = None


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file of the built-in models.

    Args:
        name: file name; of the large weights with ``large/`` in front, as in an answer's versions.
        purpose: what the file is for.
        state: ``ok`` if its digest matches ``SHA256SUMS``.
        size: bytes; None if the file is missing.
        languages: ISO 639-1 codes of the languages that the models read.
        problem: what is wrong; empty if the file is ok.
    """

    name: str
    purpose: str
    state: FileState
    size: int | None
    languages: tuple[str, ...]
    problem: str = ""


@dataclass(frozen=True, slots=True)
class FoundPackage:
    """An optional package: its purpose, and its version, None if it is not installed."""

    name: str
    purpose: str
    version: str | None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All facts about an installation."""

    machine: Machine
    tiers: tuple[FoundTier, ...]
    models: tuple[FoundFile, ...]
    components: tuple[FoundComponent, ...]
    packages: tuple[FoundPackage, ...]

    @property
    def works(self) -> bool:
        """Return True if the default tier of ``check`` is ready."""
        return any(tier.is_default and tier.state == "ready" for tier in self.tiers)

    def as_dict(self) -> dict[str, Any]:
        """Return the facts as JSON values, ``works`` first."""
        return {"works": self.works, **asdict(self)}


def diagnose(
    progress: Callable[[str, int, int], None] | None = None,
    *,
    ask_endpoint: bool = False,
    only_default: bool = False,
) -> Diagnosis:
    """Inspect the installation and measure the tiers that need only this machine, in a few seconds.

    Args:
        progress: called with (current step, tiers done, tiers in total).
        ask_endpoint: also send a few short questions to the language model of the tier ``llm``.
        only_default: inspect only the default tier.
    """
    components = tuple(_inspect_component(row) for row in [*registry.components(), *registry.list_refused()])
    names = [row.name for row in registry.components("verify")]
    default = _find_default_tier()
    names = [name for name in names if name == default or not only_default]
    tiers = []
    for done, name in enumerate(names):
        if progress is not None:
            progress(f"tier {name}", done, len(names))
        tiers.append(_inspect_tier(name, name == default, ask_endpoint))
    languages = _list_languages()
    files = [
        _inspect_file(model_files.FOLDER / name, name, purpose, languages)
        for name, purpose in MODEL_FILES.items()
    ]
    if large := _find_large_folder():
        files += [
            _inspect_file(large / name, f"large/{name}", purpose, languages)
            for name, purpose in LARGE_FILES.items()
        ]
    packages = tuple(
        FoundPackage(name, purpose, _get_package_version(name)) for name, purpose in OPTIONAL_PACKAGES.items()
    )
    return Diagnosis(_inspect_machine(), tuple(tiers), tuple(files), components, packages)


def _inspect_machine() -> Machine:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    threads, problem = None, ""
    try:
        threads = import_module("ascribe.inference.onnx").threads()
    except AscribeError as error:
        problem = str(error)
    except Exception as error:  # an imported package is broken; the rows of the tiers say more
        problem = _describe_error(error)
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    return Machine(__version__, platform.python_version(), system, cores, threads, problem)


def _inspect_component(row: registry.Component) -> FoundComponent:
    if row.refused:
        return FoundComponent(row.stage, row.name, row.summary, "refused", row.refused)
    try:
        with warnings.catch_warnings(
            action="ignore", category=IgnoredComponentWarning
        ):  # it gets its own row
            registry.load(row.stage, row.name)
        note = (
            import_module(READERS_MODULE).describe_overridden_extensions(row) if row.stage == "read" else ""
        )
    except ModuleNotFoundError as error:
        # The registry has no install command for packages of the base install.
        reinstall = f"{row.name!r} needs {error.name}; run: {build_install_command()}"
        return FoundComponent(row.stage, row.name, row.summary, "missing", reinstall)
    except AscribeError as error:
        state: ComponentState = "missing" if isinstance(error, ImportError) else "broken"
        return FoundComponent(row.stage, row.name, row.summary, state, str(error))
    except (Exception, SystemExit) as error:
        return FoundComponent(row.stage, row.name, row.summary, "broken", _describe_error(error))
    return FoundComponent(row.stage, row.name, row.summary, "loads", note)


def _inspect_tier(name: str, is_default: bool, ask_endpoint: bool) -> FoundTier:
    if name == "llm":
        return _inspect_llm_tier(is_default, ask_endpoint)
    if name == "hf":
        return _inspect_hf_tier(is_default)
    if name not in MEASURED_TIERS:
        return FoundTier(name, is_default, "not tried", "it may need a network.")
    return _measure_tier(name, is_default)


def _inspect_hf_tier(is_default: bool) -> FoundTier:
    """Inspect the tier ``hf``. Measure it only if its model is a folder, as nothing may be downloaded."""
    try:
        model = get_configured_model()
    except AscribeError as error:
        return FoundTier("hf", is_default, "missing", str(error))
    if not Path(model).expanduser().is_dir():
        note = f"loads {model} from the Hugging Face hub or its local cache."
        return FoundTier("hf", is_default, "not tried", note)
    return _measure_tier("hf", is_default)


def _inspect_llm_tier(is_default: bool, ask_endpoint: bool) -> FoundTier:
    """Inspect the tier ``llm``: is an endpoint configured and, with ``ask_endpoint``, does it answer?"""
    try:
        endpoint = ChatEndpoint.from_environment()
        with endpoint.connect() as line:
            if not ask_endpoint:
                note = f"uses {endpoint.model} at {endpoint.host}; to try it: ascribe doctor --ask-endpoint"
                return FoundTier("llm", is_default, "not tried", note)
            line.complete(_PING)
    except EndpointError as error:
        return FoundTier("llm", is_default, "broken", str(error))
    except AscribeError as error:
        return FoundTier("llm", is_default, "missing", str(error))
    return _measure_tier("llm", is_default)


def _measure_tier(name: str, is_default: bool) -> FoundTier:
    try:
        return FoundTier(name, is_default, "ready", cost=probe_tier(name))
    except ProbeError as error:
        return FoundTier(name, is_default, "missing" if error.lacks else "broken", str(error))


def _find_default_tier() -> str:
    """Return the default tier of ``check``; empty if the pipeline cannot be imported."""
    try:
        from ascribe.given_components import TIERS_BY_STRENGTH
    except Exception:  # the row of each tier says why
        return ""
    names = {row.name for row in registry.components("verify")}
    return next((name for name in TIERS_BY_STRENGTH if name in names), "")


def _list_languages() -> tuple[str, ...]:
    """Return the languages that the built-in models read; empty if their tier cannot be imported."""
    try:
        return tuple(import_module("ascribe.verify.builtin_verifier").MODEL_LANGUAGES)
    except Exception:  # the row of the tier says why
        return ()


def _find_large_folder() -> Path | None:
    """Return the folder of the large weights; None if their package is not installed."""
    try:
        return model_files.get_weights_folder("large")
    except AscribeError:
        return None


def _inspect_file(path: Path, name: str, purpose: str, languages: tuple[str, ...]) -> FoundFile:
    size = path.stat().st_size if path.is_file() else None
    try:
        model_files.verify_file(path)
    except (AscribeError, OSError) as error:
        state: FileState = "missing" if size is None else "damaged"
        return FoundFile(name, purpose, state, size, languages, str(error))
    return FoundFile(name, purpose, "ok", size, languages)


def _get_package_version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _describe_error(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
