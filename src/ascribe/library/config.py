"""Configuration file for questions in TOML or YAML: read it, validate it, build the options of ``ask``."""

from __future__ import annotations

import difflib
import json
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Annotated, Any, TypeAlias, get_type_hints

import msgspec
from msgspec import Meta

from ascribe import registry
from ascribe.errors import InputError, MissingExtraError
from ascribe.library.answering.extractive import ExtractiveGenerator
from ascribe.library.answering.request import check_verification
from ascribe.library.context import Context
from ascribe.library.options import AskOptions
from ascribe.library.prompted import ANSWER_TOKENS, PromptedGenerator
from ascribe.library.reranking import BUILTIN
from ascribe.llm import ChatEndpoint
from ascribe.protocols import Generator, Limits
from ascribe.records import Strictness

PositiveInt: TypeAlias = Annotated[int, Meta(ge=1)]
NonBlankText: TypeAlias = Annotated[str, Meta(pattern=r"\S")]
MetadataValue: TypeAlias = str | int | float | bool

EXPECTED_VALUES = {
    "library": "the name of a file",
    "encode": "true or false",
    "generator": "a table",
    "generator.name": "the name of a generator, such as 'extractive' or 'llm'",
    "generator.bar": "a number from 0 to 1",
    "generator.url": "an address such as 'http://127.0.0.1:11434/v1'",
    "generator.model": "the name of a model",
    "generator.key_variable": "the name of an environment variable in capitals, never the key itself",
    "generator.answer_tokens": "a whole number from 1",
    "generator.timeout": "seconds above 0",
    "generator.retries": "a whole number from 0",
    "strictness": "'loose', 'balanced', 'strict' or 'paranoid'",
    "tier": "the name of a tier, such as 'builtin', 'rules', 'hf' or 'llm'",
    "top": "a whole number from 1",
    "where": "for each key a text, a number, true, false or a list of them",
    "rerank": "'builtin', or the name or folder of a cross-encoder",
    "context": "'passage', 'neighbours' or 'section'",
    "language": "a code in quotes, such as 'en' or 'de-AT'",
    "verify": "true or false",
    "calibration": "the name of a file",
    "limits": "a table",
}
"""Key → what it takes, in words. A limit takes a number above 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratorConfig:
    """Who drafts the answers. What is None is as the generator has it.

    Args:
        name: of a registered generator.
        bar: of ``extractive``: probability that the best sentence answers, from which it is quoted.
        url: of ``llm``: the endpoint's address up to ``/v1``. None takes address, model and key from the
            environment, see ``ChatEndpoint.from_environment``.
        model: of ``llm``: its name there.
        key_variable: of ``llm``: the environment variable that holds the key. A key of its own has no place
            in the file; beside ``url`` none is sent unless this names one.
        answer_tokens: of ``llm``: most tokens of an answer.
        timeout: of ``llm``: seconds.
        retries: of ``llm``: how often a request is made again.
    """

    name: NonBlankText = "extractive"
    bar: Annotated[float, Meta(ge=0, le=1)] | None = None
    url: NonBlankText | None = None
    model: NonBlankText | None = None
    key_variable: Annotated[str, Meta(pattern=r"^[A-Z_][A-Z0-9_]*$")] | None = None
    answer_tokens: PositiveInt | None = None
    timeout: Annotated[float, Meta(gt=0)] | None = None
    retries: Annotated[int, Meta(ge=0)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """How a library is asked.

    Args:
        library: its file; a relative path starts at the folder of the config file.
        encode: False leaves the vectors to the questions.
        generator: who drafts the answers.
        strictness: as of ``Library.ask``, and so the others down to ``calibration``.
        tier: who checks.
        top: passages that are offered.
        where: metadata of the documents that are asked.
        rerank: who orders the passages; a folder starts at that of the config file, if it is there.
        context: what the generator reads of each.
        language: of the questions.
        verify: False shows drafts unchecked.
        calibration: file of ``ascribe calibrate --questions``.
        limits: how large a document may be.
    """

    library: Path = Path("library.ascribe")
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

    def options(self) -> AskOptions:
        """What ``Library.ask`` is told.

        Raises:
            InputError: the generator cannot be made; the message names the key.
            UnknownComponentError: it is not installed.
        """
        return AskOptions(
            generator=build_generator(self.generator),
            strictness=self.strictness,
            tier=self.tier,
            top=self.top,
            where=self.where,
            rerank=self.rerank,
            context=self.context,
            verify=self.verify,
            language=self.language,
            calibration=self.calibration,
        )


_UNREPEATED_OPTION = "generator.key_variable"
"""Its value may be the key by mistake, so no message repeats it."""

_FAULT_PATH = re.compile(r" - at `\$\.(.+?)(?:\[.*)?`$")


def read_config(path: Path | str) -> Config:
    """The config of a file that ends in ``.toml``, ``.yaml`` or ``.yml``.

    Raises:
        InputError: it cannot be read, has a key that there is not, a value that is not expected, or keys
            that do not go together; the message names file and key.
        MissingExtraError: it is YAML, and the package that reads it is not installed.
    """
    path = Path(path)
    found = load_values(path)
    _check_keys(found, Config, path)

    def resolved(kind: type, value: Any) -> Any:
        """Relative to the folder of the file, so that it does not matter from where it is used."""
        if kind is not Path or not isinstance(value, str) or not value.strip():
            raise TypeError(value)
        return path.parent / Path(value).expanduser()

    try:
        config = msgspec.convert(found, Config, dec_hook=resolved)
    except msgspec.ValidationError as error:
        raise InputError(f"{path}: {_describe_fault(found, str(error))}") from error
    _check_limits(config, path)
    _check_components(config, path)
    return _resolve_reranker_folder(config, path.parent)


def resolve_config(config: Config | Path | str | None) -> Config:
    """The config itself, that of the file, or one that says nothing."""
    if config is None:
        return Config()
    return config if isinstance(config, Config) else read_config(config)


def _resolve_reranker_folder(config: Config, folder: Path) -> Config:
    """With the folder of its reranker; what is no folder there is a name."""
    if config.rerank in (None, BUILTIN) or not (folder / config.rerank).is_dir():
        return config
    return replace(config, rerank=str(folder / config.rerank))


def _check_keys(found: Mapping[Any, Any], record: type, path: Path, table: str = "") -> None:
    """Refuse a key that the record does not have, in this table and those in it."""
    kinds = get_type_hints(record)
    for key, value in found.items():
        if key not in kinds:
            near = difflib.get_close_matches(str(key), list(kinds), n=1, cutoff=0.0)[0]
            raise InputError(f"{path}: there is no key '{table}{key}'; the nearest is '{table}{near}'.")
        if is_dataclass(kinds[key]) and isinstance(value, Mapping):
            _check_keys(value, kinds[key], path, f"{table}{key}.")


def _describe_fault(found: Mapping[str, Any], fault: str) -> str:
    """What is wrong with the value at the place that the fault names."""
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
    """Refuse a generator or a tier that there is not, and what does not go together."""
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
    """Refuse a limit that nothing passes."""
    for entry in fields(config.limits):
        value = getattr(config.limits, entry.name)
        if value <= 0:
            raise InputError(f"{path}: limits.{entry.name}: expected a number above 0, got {value}.")


def load_values(path: Path) -> dict[str, Any]:
    """The values by key.

    Raises:
        InputError: the file cannot be read, is neither TOML nor YAML by its ending, or is not well formed.
        MissingExtraError: it is YAML, and the package that reads it is not installed.
    """
    parse = _PARSERS.get(path.suffix.lower())
    if parse is None:
        raise InputError(f"{path}: a config ends in {', '.join(_PARSERS)}; rename it.")
    try:
        found = parse(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); give the file of a config.") from error
    except ValueError as error:
        raise InputError(f"{path}: is not well formed ({' '.join(str(error).split())}).") from error
    if not isinstance(found, dict):
        raise InputError(f"{path}: must hold keys and values, got {type(found).__name__}.")
    return found


def _parse_yaml(text: str) -> Any:
    """What YAML says; an empty file says nothing."""
    try:
        import yaml
    except ModuleNotFoundError as error:
        raise MissingExtraError('A config in YAML needs PyYAML; run: pip install "ascribe[yaml]"') from error
    try:
        _check_unique_keys(yaml.compose(text, Loader=yaml.SafeLoader))
        found = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error
    return {} if found is None else found


def _check_unique_keys(node: Any) -> None:
    """Refuse a key that is given twice, of which YAML would take the last; TOML refuses it by itself."""
    if getattr(node, "id", "") != "mapping":
        return
    seen = set()
    for key, value in node.value:
        if key.value in seen and isinstance(key.value, str):
            raise ValueError(f"the key {key.value!r} is there twice, again in line {key.start_mark.line + 1}")
        seen.add(str(key.value))
        _check_unique_keys(value)


_PARSERS: dict[str, Callable[[str], Any]] = {
    ".toml": tomllib.loads,
    ".yaml": _parse_yaml,
    ".yml": _parse_yaml,
}
"""Ending → what reads it."""


GENERATOR_KEYS = {
    "extractive": ("bar",),
    "llm": ("url", "model", "key_variable", "answer_tokens", "timeout", "retries"),
}
"""Generator → the keys that are for it alone."""


def build_generator(config: GeneratorConfig) -> str | Generator:
    """The generator as described; its name where nothing but that is said.

    Raises:
        InputError: as ``check_generator``, or a key that is nowhere.
    """
    check_generator(config)
    given = _list_given_values(config)
    name = given.pop("name")
    if not given:
        return str(name)
    if name == "extractive":
        return ExtractiveGenerator(given["bar"])
    tokens = given.pop("answer_tokens", ANSWER_TOKENS)
    return PromptedGenerator(_build_endpoint(**given), answer_tokens=tokens)


def check_generator(config: GeneratorConfig) -> None:
    """Refuse what no environment makes right.

    Raises:
        InputError: a key that is another generator's, half an endpoint, or an address that is none.
    """
    given = _list_given_values(config)
    name = given.pop("name")
    for key in given:
        if key not in GENERATOR_KEYS.get(name, ()):
            owner = next(owner for owner, keys in GENERATOR_KEYS.items() if key in keys)
            raise InputError(f"generator.{key} is for the generator {owner}, not for {name}; leave it out.")
    if config.url is not None and config.model is not None:
        ChatEndpoint(config.url, config.model)
    elif given.keys() & {"url", "model", "key_variable"}:
        missing = "generator.url" if config.url is None else "generator.model"
        raise InputError(
            f"{missing} is missing; give url and model together, or leave both to the environment."
        )


def _list_given_values(config: GeneratorConfig) -> dict[str, Any]:
    """What is said, by key."""
    return {key: value for key, value in asdict(config).items() if value is not None}


def _build_endpoint(
    url: str | None = None, model: str | None = None, key_variable: str | None = None, **patience: Any
) -> ChatEndpoint:
    """That of the config, or that of the environment: never the address of one and the key of the other."""
    if url is not None and model is not None:
        return ChatEndpoint(url, model, _read_key(key_variable), **patience)
    return ChatEndpoint.from_environment(**patience)


def _read_key(variable: str | None) -> str | None:
    """The key that the environment variable holds.

    Raises:
        InputError: it is not set.
    """
    if variable is None:
        return None
    key = os.environ.get(variable, "").strip()
    if not key:
        raise InputError(
            f"generator.key_variable: the environment variable {variable} is not set; set it to the key."
        )
    return key
