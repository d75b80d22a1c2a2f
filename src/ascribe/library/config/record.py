"""All that a config file may say."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, TypeAlias

from msgspec import Meta

from ascribe.library.config.wiring import generator_for
from ascribe.library.context import Context
from ascribe.library.options import Options
from ascribe.records import Strictness
from ascribe.stages import Limits

Some: TypeAlias = Annotated[int, Meta(ge=1)]
Text: TypeAlias = Annotated[str, Meta(pattern=r"\S")]
Value: TypeAlias = str | int | float | bool

EXPECTED = {
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

    name: Text = "extractive"
    bar: Annotated[float, Meta(ge=0, le=1)] | None = None
    url: Text | None = None
    model: Text | None = None
    key_variable: Annotated[str, Meta(pattern=r"^[A-Z_][A-Z0-9_]*$")] | None = None
    answer_tokens: Some | None = None
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
    tier: Text | None = None
    top: Some = 5
    where: dict[str, Value | list[Value]] | None = None
    rerank: Text | None = None
    context: Context = "passage"
    language: Annotated[str, Meta(pattern=r"^[A-Za-z]{2,3}([-_][A-Za-z0-9]+)*$")] | None = None
    verify: bool = True
    calibration: Path | None = None
    limits: Limits = field(default_factory=Limits)

    def options(self) -> Options:
        """What ``Library.ask`` is told.

        Raises:
            InputError: the generator cannot be made; the message names the key.
            UnknownComponentError: it is not installed.
        """
        return Options(
            generator=generator_for(self.generator),
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
