"""``check`` and ``acheck``: validate the options, read the input, and build the engine."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Self, TypedDict, Unpack, get_args

from ascribe.engine import CheckEngine, OnJudged
from ascribe.errors import InputError
from ascribe.given_components import check_choice, make_component, resolve_verifier_factory
from ascribe.option_names import explain_unknown_options
from ascribe.protocols import Limits, PolicyChoice, ScorerChoice, TierChoice, VerifierFactory
from ascribe.read.files import Readers
from ascribe.read.markers import parse_markers
from ascribe.read.replies import Reply, read_reply
from ascribe.read.sources import Progress, SourceFinder, SourceSet, load_sources
from ascribe.records import Answer, Document, Settings, Strictness
from ascribe.records.source_sentence import SourceSentence
from ascribe.reply_citations.document_keys import list_known_sources
from ascribe.reply_citations.judgement import judge_citations
from ascribe.source_sentences import list_source_sentences
from ascribe.telemetry import trace_operation, trace_step
from ascribe.version import __version__

SCORER_OF_TIER = {"builtin": "hybrid", "large": "hybrid", "hf": "hybrid", "llm": "hybrid", "pairs": "hybrid"}
"""The default scorer of each tier. Tiers that load models also use them to find evidence."""

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]+)*")
_LANGUAGE_PART = re.compile("[-_]")
_CODES_MISSING_IN_CLDR = frozenset({"bh"})
"""Codes of ISO 639-1 that Unicode CLDR does not have: Bihari, which stands for several languages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOptions:
    """The options of ``check`` with their defaults; its docstring explains each of them."""

    tier: TierChoice | None = None
    strictness: Strictness = "balanced"
    language: str | None = None
    scorer: ScorerChoice | None = None
    policy: PolicyChoice = "best_evidence"
    calibration: str | Path | None = None
    limits: Limits | None = None
    readers: Readers | None = None
    progress: Progress | None = None
    on_judged: OnJudged | None = None


class CheckArguments(TypedDict, total=False):
    """The fields of ``CheckOptions`` as keywords, for calls that pass them on to ``check``."""

    tier: TierChoice | None
    strictness: Strictness
    language: str | None
    scorer: ScorerChoice | None
    policy: PolicyChoice
    calibration: str | Path | None
    limits: Limits | None
    readers: Readers | None
    progress: Progress | None
    on_judged: OnJudged | None


@explain_unknown_options()
def check(
    reply: Any,
    sources: Any,
    question: str | None = None,
    *,
    tier: TierChoice | None = None,
    strictness: Strictness = "balanced",
    language: str | None = None,
    scorer: ScorerChoice | None = None,
    policy: PolicyChoice = "best_evidence",
    calibration: str | Path | None = None,
    limits: Limits | None = None,
    readers: Readers | None = None,
    progress: Progress | None = None,
    on_judged: OnJudged | None = None,
) -> Answer:
    """Return a verdict for each sentence of the reply, with the source words that support it.

    If the reply has citation markers, each sentence also has a finding for every source that it cites.

    Args:
        reply: the generated text, or a chat message, a list of messages or a response of an API that
            contains it. It is never changed. Empty text gives an answer without sentences, of which
            ``verification_ran`` is False; the command line, the service and ``batch`` refuse it.
        sources: the texts to check against. A ``str`` is text, a ``Path`` is a file or folder, a dict has
            ``text`` (or ``content``, ``page_content``) and optionally ``id`` and ``metadata``; documents of
            Haystack, LangChain and LlamaIndex are accepted as they are. One source, or a list of them; or a
            ``Library``, or what its ``select`` returns.
        question: the question that the reply answers. In English, the first sentences of the reply are read
            with it where they are no sentences: "In 1871.", "Yes.". It is stored in the answer.
        tier: ``builtin`` (the shipped models), ``large`` (the larger model of the package ascribe-large),
            ``rules`` (no model), ``hf`` (a model of the Hugging Face hub or of a folder), ``llm`` (a judge
            behind an endpoint, over the network) or the name of another registered tier; a verifier object,
            to which ``strictness`` does not apply; an object with ``score_pairs``, which scores pairs of
            evidence and claim; or a factory, such as
            ``verify.hugging_face_verifier.HuggingFaceTier`` or ``verify.llm_judge.verifier.LLMJudge``. None
            selects the strongest built-in tier, which needs no network.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``. A stricter level never marks more
            sentences as supported.
        language: ISO 639-1 code of reply and sources; None detects it.
        scorer: name of a registered scorer, an object with its methods, or a class or function that takes
            ``language`` and returns one; None uses the tier's default: ``hybrid`` for ``builtin``, ``large``,
            ``hf`` and ``llm``, otherwise ``lexical``.
        policy: name of a registered citation policy, an object with its methods, or a class or function
            without arguments that returns one.
        calibration: a file written by ``ascribe calibrate``, for a tier that accepts one (``builtin``,
            ``large``); None uses the shipped calibration.
        limits: sizes above which an input is rejected.
        readers: extension, such as ``.pdf`` → name of a registered reader, or an object with its method,
            to use instead of the built-in reader.
        progress: called with (file name, files done, total files) while files are read.
        on_judged: called with (sentences judged, total sentences) while the sentences are judged.

    Raises:
        InputError: an input cannot be used; the message names it and what to do instead. Unreadable files
            inside a folder do not raise; they are listed in ``Answer.skipped``. An option that does not
            exist is an ``UnknownOptionError``, which is a ``TypeError`` too.
        UnknownComponentError: a tier, scorer, policy or reader is not installed.
        BrokenComponentError: a component of another package cannot be loaded or created, or returns what its
            stage cannot use.

    Example:
        >>> answer = check("The tower is 30 m high.", ["The tower is 30 m high and made of oak."])
        >>> answer.sentences[0].verdict.status
        'supported'
    """
    options = CheckOptions(
        tier=tier,
        strictness=strictness,
        language=language,
        scorer=scorer,
        policy=policy,
        calibration=calibration,
        limits=limits,
        readers=readers,
        progress=progress,
        on_judged=on_judged,
    )
    with trace_operation("ascribe.check") as report:
        engine = prepare_engine(reply, sources, question, options)
        answer = judge_citations(engine, engine.answer(on_judged))
        report(answer)
    return answer


def prepare_engine(
    reply: Any, sources: Any, question: str | None = None, options: CheckOptions | None = None
) -> CheckEngine:
    """Read the reply and the sources and build the engine. Takes the same arguments as ``check``."""
    options = options or CheckOptions()
    config = build_config(question, options)
    with trace_step("ascribe.read"):
        limits = options.limits or Limits()
        read = read_reply(reply, options.language, limits)
        loaded = (
            sources.find_sources(read.claims)
            if isinstance(sources, SourceFinder)
            else read_sources(sources, options)
        )
        known = list_known_sources(loaded.documents)
        if parse_markers(read.text, known=known) != parse_markers(read.text):
            read = read_reply(reply, options.language, limits, known)
    return config.build_engine(read, loaded)


def read_sources(sources: Any, options: CheckOptions) -> SourceSet:
    """Read the sources as the options say."""
    return load_sources(
        sources,
        language=options.language,
        limits=options.limits or Limits(),
        readers=options.readers,
        progress=options.progress,
    )


@dataclass(frozen=True, slots=True)
class CheckConfig:
    """The validated options of a check; ``build_engine`` creates the components for one reply."""

    question: str
    make_verifier: VerifierFactory
    strictness: Strictness
    scorer: ScorerChoice | None
    policy: PolicyChoice

    def cache_verifiers(self) -> Self:
        """Return a copy of this configuration that creates only one verifier for each language."""
        return replace(self, make_verifier=cache(self.make_verifier))

    def build_engine(self, read: Reply, loaded: SourceSet) -> CheckEngine:
        """Build the engine for a reply and its sources; only the reply's language affects the components."""
        spoken = read.language or _find_main_language(loaded.documents)
        policy = self.policy
        citing = make_component("policy", policy)
        verifier = self.make_verifier(strictness=self.strictness, language=spoken)
        scorer = self.scorer or SCORER_OF_TIER.get(verifier.tier, "lexical")
        scoring = make_component("scorer", scorer, language=spoken)
        settings = Settings(
            tier=verifier.tier,
            strictness=self.strictness,
            language=spoken,
            components={
                "score": scorer if isinstance(scorer, str) else type(scoring).__name__,
                "cite": policy if isinstance(policy, str) else type(citing).__name__,
                "verify": verifier.tier,
            },
            thresholds={**citing.thresholds, **verifier.thresholds},
            versions={"ascribe": __version__, **_collect_model_digests(scoring, citing, verifier)},
        )
        evidence = list_source_sentences(loaded.documents)
        question = self.question or _find_printed_question(evidence)
        return CheckEngine(read, loaded, evidence, question, scoring, citing, verifier, settings)


def _find_printed_question(evidence: Sequence[SourceSentence]) -> str:
    """Return the question that references are printed with, if they are the sources and have only one."""
    found = {one.text for each in evidence for one in each.sentence.context if one.kind == "question"}
    return found.pop() if len(found) == 1 else ""


def build_config(question: str | None = None, options: CheckOptions | None = None) -> CheckConfig:
    """Validate the options that do not concern reading, and return the configuration."""
    options = options or CheckOptions()
    _check_strictness(options.strictness)
    check_language(options.language)
    if not isinstance(options.limits, Limits | None):
        raise InputError(
            f"limits must be an ascribe.Limits, got {type(options.limits).__name__}; such as "
            "Limits(max_chars=1_000_000)."
        )
    if question is not None and not isinstance(question, str):
        raise InputError(f"question must be text, got {type(question).__name__}.")
    check_choice("scorer", options.scorer or "lexical", "language")
    check_choice("policy", options.policy)
    make_verifier = resolve_verifier_factory(options.tier, options.calibration)
    return CheckConfig(question or "", make_verifier, options.strictness, options.scorer, options.policy)


@explain_unknown_options(CheckArguments)
async def acheck(
    reply: Any, sources: Any, question: str | None = None, **options: Unpack[CheckArguments]
) -> Answer:
    """Run ``check`` in a thread, so that the event loop is not blocked. Takes the same arguments."""
    return await asyncio.to_thread(check, reply, sources, question, **options)


def _check_strictness(strictness: str) -> None:
    if strictness not in get_args(Strictness):
        raise InputError(f"strictness must be one of {', '.join(get_args(Strictness))}, got {strictness!r}.")


def check_language(language: object) -> None:
    """Check that a value is the code of a language or None.

    Raises:
        InputError: the value is neither.
    """
    if not language:
        return
    if not (isinstance(language, str) and _LANGUAGE.fullmatch(language)):
        raise InputError(f"language must be a code such as 'en' or 'de-AT', got {language!r}.")
    code = _LANGUAGE_PART.split(language)[0].lower()
    known, aliases = _load_language_codes()
    if code in known:
        return
    way_out = (
        f"write {aliases[code]!r}" if code in aliases else "give one of ISO 639-1, such as 'en' or 'de-AT'"
    )
    raise InputError(f"language {language!r} is no known code; {way_out}.")


@cache
def _load_language_codes() -> tuple[frozenset[str], Mapping[str, str]]:
    """Return the languages of Unicode CLDR, which has those of ISO 639-1, and other codes → the right one."""
    from babel import Locale
    from babel.core import get_global

    known = frozenset(Locale("en").languages) | _CODES_MISSING_IN_CLDR
    aliases = {str(code): str(right) for code, right in get_global("language_aliases").items()}
    return known, {code: right for code, right in aliases.items() if right in known}


def _find_main_language(documents: list[Document]) -> str | None:
    """Return the language of the longest source whose language is known, or None."""
    known = [document for document in documents if document.language]
    return max(known, key=lambda d: len(d.full_text or "")).language if known else None


def _collect_model_digests(*components: object) -> dict[str, str]:
    """Return file → digest for every model used, so that another machine can reproduce the answer."""
    return {name: digest for part in components for name, digest in getattr(part, "versions", {}).items()}
