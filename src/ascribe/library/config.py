"""Options of questions: the defaults of ``ask``, and the TOML or YAML file that sets them."""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Annotated, Any, TypeAlias, get_type_hints

import msgspec
from msgspec import Meta

from ascribe import registry
from ascribe.errors import InputError, MissingExtraError
from ascribe.install_command import build_install_command
from ascribe.library.generator_config import (
    GeneratorConfig,
    NonBlankText,
    PositiveInt,
    build_generator,
    check_generator,
)
from ascribe.library.options import AskOptions, check_verification
from ascribe.library.reranking import BUILTIN
from ascribe.library.retrieval import Context
from ascribe.protocols import Limits
from ascribe.records import Strictness

MetadataValue: TypeAlias = str | int | float | bool

EXPECTED_VALUES = {
    "library": "the name of a file",
    "library_url": "an address such as 'postgresql://user@host/database'",
    "encode": "true or false",
    "generator": "a table",
    "generator.name": "the name of a generator, such as 'extractive' or 'llm'",
    "generator.threshold": "a number from 0 to 1",
    "generator.url": "an address such as 'http://127.0.0.1:11434/v1'",
    "generator.model": "the name of a model",
    "generator.key_variable": "the name of an environment variable in capitals, never the key itself",
    "generator.answer_tokens": "a whole number from 1",
    "generator.timeout": "seconds above 0",
    "generator.retries": "a whole number from 0",
    "strictness": "'loose', 'balanced', 'strict' or 'paranoid'",
    "tier": "the name of a tier, such as 'builtin', 'large', 'rules', 'hf' or 'llm'",
    "top": "a whole number from 1",
    "where": "for each key a text, a number, true, false or a list of these",
    "rerank": "'builtin', or the name or folder of a cross-encoder",
    "context": "'passage', 'neighbours' or 'section'",
    "language": "a code in quotes, such as 'en' or 'de-AT'",
    "verify": "true or false",
    "calibration": "the name of a file",
    "limits": "a table",
    "check": "a table",
    "check.sources": "a list of files and folders",
    "check.scorer": "the name of a scorer",
    "check.policy": "the name of a citation policy",
    "check.calibration": "the name of a file",
    "check.fail_on": "a list of statuses",
    "check.fail_under": "a number from 0 to 1",
    "check.baseline": "the name of a file",
}
"""Key → description of its values, for messages. The keys of ``limits`` take a number above 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckTable:
    """What only ``ascribe check`` uses. A value that is None takes the command's default.

    Args:
        sources: files and folders; a relative path starts at the folder of the configuration file.
        scorer: name of the evidence scorer.
        policy: name of the citation policy.
        calibration: file of ``ascribe calibrate`` for the tier.
        fail_on: statuses that cause exit code 1.
        fail_under: share of supported statements below which the exit code is 1.
        baseline: file of known failures.
    """

    sources: list[Path] = field(default_factory=list)
    scorer: NonBlankText | None = None
    policy: NonBlankText | None = None
    calibration: Path | None = None
    fail_on: list[str] | None = None
    fail_under: Annotated[float, Meta(ge=0, le=1)] | None = None
    baseline: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Schema of the configuration file.

    Args:
        library: the library's file; a relative path starts at the folder of the configuration file.
        library_url: URL of a library on a PostgreSQL server, instead of the file. Leave the password out: the
            client takes it from the variable ``PGPASSWORD`` or the file ``~/.pgpass``.
        encode: False encodes no passages when they are added.
        generator: the generator that drafts the answers.
        strictness: as in ``Library.ask``; so are the other options down to ``calibration``.
        tier: the verifier.
        top: the most passages that the generator is given.
        where: metadata that the searched documents must have.
        rerank: what orders the passages; an existing folder is relative to that of the configuration file.
        context: what the generator reads for each hit.
        language: of the questions.
        verify: False shows drafts unverified.
        calibration: file of ``ascribe calibrate --questions``.
        limits: how large a document may be.
        check: what only ``ascribe check`` uses; it takes strictness, tier, language and limits from above.
    """

    library: Path = Path("library.ascribe")
    library_url: Annotated[str, Meta(pattern=r"^postgres(ql)?://")] | None = None
    encode: bool = True
    generator: GeneratorConfig = field(default_factory=GeneratorConfig)
    strictness: Strictness = "balanced"
    tier: NonBlankText | None = None
    top: PositiveInt = 5
    where: dict[str, MetadataValue | list[MetadataValue]] | None = None
    rerank: NonBlankText | None = None
    context: Context = "passage"
    language: Annotated[str, Meta(pattern=r"^[A-Za-z]{2,3}([-_][A-Za-z0-9]+)*$")] | None = None
    verify: bool = True
    calibration: Path | None = None
    limits: Limits = field(default_factory=Limits)
    check: CheckTable = field(default_factory=CheckTable)

    @property
    def location(self) -> Path | str:
        """Where the library is: its URL, or its file."""
        return self.library_url or self.library

    def options(self) -> AskOptions:
        """Build the options of ``Library.ask``.

        Raises:
            InputError: the generator cannot be built; the message names the key.
            UnknownComponentError: it is not installed.
        """
        same = {field.name: getattr(self, field.name) for field in fields(AskOptions)}
        return AskOptions(**{**same, "generator": build_generator(self.generator)})


# --- Reading and validation ---

_UNREPEATED_OPTION = "generator.key_variable"
"""Option whose value may be the key by mistake; messages never repeat it."""

_FAULT_PATH = re.compile(r" - at `\$\.(.+?)(?:\[.*)?`$")


def read_config(path: Path | str) -> Config:
    """Read a configuration file that ends in ``.toml``, ``.yaml`` or ``.yml``.

    Raises:
        InputError: the file cannot be read, or has an unknown key, an unexpected value, or keys that exclude
            each other; the message names file and key.
        MissingExtraError: the file is YAML, and PyYAML is not installed.
    """
    if not isinstance(path, str | Path):
        raise InputError(f"config must be a Config or the path of its file, got {type(path).__name__}.")
    path = Path(path)
    found = load_values(path)
    _check_keys(found, Config, path)

    def resolve_path(kind: type, value: Any) -> Any:
        """Resolve a path against the folder of the file, so that the working directory does not matter."""
        if kind is not Path or not isinstance(value, str) or not value.strip():
            raise TypeError(value)
        return path.parent / Path(value).expanduser()

    try:
        config = msgspec.convert(found, Config, dec_hook=resolve_path)
    except msgspec.ValidationError as error:
        raise InputError(f"{path}: {_describe_fault(found, str(error))}") from error
    _check_limits(config, path)
    _check_components(config, path)
    return _resolve_reranker_folder(config, path.parent)


def resolve_config(config: Config | Path | str | None) -> Config:
    """Return the configuration itself, that of the file, or the default one."""
    if config is None:
        return Config()
    return config if isinstance(config, Config) else read_config(config)


def _resolve_reranker_folder(config: Config, folder: Path) -> Config:
    """Return the configuration with the path of its reranker's folder; anything else is a name."""
    if config.rerank in (None, BUILTIN) or not (folder / config.rerank).is_dir():
        return config
    return replace(config, rerank=str(folder / config.rerank))


def _check_keys(found: Mapping[Any, Any], record: type, path: Path, table: str = "") -> None:
    """Check that the record has every key of the table and of the tables in it."""
    kinds = get_type_hints(record)
    for key, value in found.items():
        if key not in kinds:
            near = difflib.get_close_matches(str(key), list(kinds), n=1, cutoff=0.0)[0]
            raise InputError(f"{path}: there is no key '{table}{key}'; the nearest is '{table}{near}'.")
        if is_dataclass(kinds[key]) and isinstance(value, Mapping):
            _check_keys(value, kinds[key], path, f"{table}{key}.")


def _describe_fault(found: Mapping[str, Any], fault: str) -> str:
    """Describe what is wrong with the value that the fault points to."""
    place = _FAULT_PATH.search(fault)
    if place is None:
        return fault
    key = place[1]
    value: Any = found
    for name in key.split("."):
        value = value[name]
    got = "something else" if key == _UNREPEATED_OPTION else repr(value)
    named = isinstance(value, str) and key == "generator"
    way_out = f"; write a table [generator] with name = {json.dumps(value)}" if named else ""
    return f"{key}: expected {EXPECTED_VALUES.get(key, 'a number above 0')}, got {got}{way_out}."


def _check_components(config: Config, path: Path) -> None:
    """Check that the generator and the tier exist, and that the options fit together."""
    asked = (("generate", "generator.name", config.generator.name), ("verify", "tier", config.tier))
    for stage, key, name in asked:
        known = [row.name for row in registry.components(stage)]
        if name is not None and name not in known:
            raise InputError(f"{path}: {key}: expected one of {', '.join(known)}, got {name!r}.")
    try:
        check_generator(config.generator)
        check_verification(config.strictness, verify=config.verify)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error


def _check_limits(config: Config, path: Path) -> None:
    """Check that every limit is above 0."""
    for entry in fields(config.limits):
        value = getattr(config.limits, entry.name)
        if value <= 0:
            raise InputError(f"{path}: limits.{entry.name}: expected a number above 0, got {value}.")


def load_values(path: Path) -> dict[str, Any]:
    """Load the values of a file by key.

    Raises:
        InputError: the file cannot be read, has an unknown extension, or is not well formed.
        MissingExtraError: the file is YAML, and PyYAML is not installed.
    """
    parse = _PARSERS.get(path.suffix.lower())
    if parse is None:
        raise InputError(f"{path}: a configuration file must end in {', '.join(_PARSERS)}; rename it.")
    try:
        found = parse(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(
            f"{path}: cannot be read ({error.strerror}); give the path of a configuration file."
        ) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: is not well formed ({' '.join(str(error).split())}).") from error
    if not isinstance(found, dict):
        raise InputError(f"{path}: must contain keys and values, got {type(found).__name__}.")
    return found


def _parse_yaml(text: str) -> Any:
    """Parse YAML; an empty file has no values."""
    try:
        import yaml
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f"A YAML configuration needs PyYAML; run: {build_install_command('yaml')}"
        ) from error
    try:
        _check_unique_keys(yaml.compose(text, Loader=yaml.SafeLoader))
        found = yaml.safe_load(text)
    except (yaml.YAMLError, TypeError) as error:  # TypeError: a key that is a list
        raise ValueError(str(error)) from error
    return {} if found is None else found


def _check_unique_keys(node: Any) -> None:
    """Check that no key is given twice: YAML would take the last one, while TOML rejects it by itself."""
    if getattr(node, "id", "") != "mapping":
        return
    seen = set()
    for key, value in node.value:
        if key.value in seen and isinstance(key.value, str):
            raise ValueError(f"the key {key.value!r} is given twice, again in line {key.start_mark.line + 1}")
        seen.add(str(key.value))
        _check_unique_keys(value)


_PARSERS: dict[str, Callable[[str], Any]] = {
    ".toml": tomllib.loads,
    ".yaml": _parse_yaml,
    ".yml": _parse_yaml,
}
"""File extension → parser."""
