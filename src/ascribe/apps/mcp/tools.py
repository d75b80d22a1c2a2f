"""The work of the tools, without the protocol: validate, call Ascribe, and keep what a model needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ascribe.apps.mcp.documents import LIMITS, MAX_SOURCES, FolderLibrary, build_work_document, load_request
from ascribe.apps.mcp.folders import Folders
from ascribe.apps.mcp.records import (
    AnswerResult,
    CheckResult,
    EvidenceResult,
    ReferenceList,
    SourceText,
    Style,
    Tier,
    WorkEntry,
)
from ascribe.apps.mcp.results import build_passages, build_verdicts
from ascribe.errors import InputError
from ascribe.pipeline import CheckOptions, check, prepare_engine
from ascribe.records import SkippedSource, Strictness
from ascribe.records.answer_warnings import list_warnings
from ascribe.records.outcomes import FAILING, REFUSAL_WORDS
from ascribe.records.reference_formats import resolve_reference_format
from ascribe.write.citations import render_reference_file
from ascribe.write.reply_citations import count_wrong_citations
from ascribe.write.view_builder import find_statuses
from ascribe.write.wording import describe_result
from ascribe.write.works import list_works

MAX_CLAIM_CHARS = 5_000


class Tools:
    """The tools over the folders of a server. Threads may share them.

    Args:
        folders: what may be read.
        tier: the verifier where a request names none; None is the strongest that is installed.
        strictness: the level where a request names none.
    """

    def __init__(self, folders: Folders, tier: str | None = None, strictness: str = "balanced") -> None:
        self._folders = folders
        self._library = FolderLibrary(folders)
        self._tier = tier
        self._strictness = strictness

    def check_answer(
        self,
        reply: str,
        sources: Sequence[str | SourceText] | None = None,
        files: Sequence[str] | None = None,
        question: str | None = None,
        tier: Tier | None = None,
        strictness: Strictness | None = None,
    ) -> CheckResult:
        """Check a reply against its sources, sentence by sentence."""
        _check_length("question", question or "")
        loaded = load_request(self._folders, sources, files)
        answer = check(reply, loaded, question, **self._choose(tier, strictness))
        failed = any(status in FAILING for status in answer.status_counts())
        return CheckResult(
            summary=describe_result(find_statuses(answer), count_wrong_citations(answer)),
            passed=answer.verification_ran and not failed,
            tier=answer.settings.tier,
            sentences=build_verdicts(answer),
            skipped=self._describe_skipped(answer.skipped),
        )

    def find_evidence(
        self,
        claim: str,
        sources: Sequence[str | SourceText] | None = None,
        files: Sequence[str] | None = None,
        count: int = 5,
        tier: Tier | None = None,
        strictness: Strictness | None = None,
    ) -> EvidenceResult:
        """Find the passages that fit a claim best, with the verdict on it."""
        _check_length("claim", claim)
        if not claim.strip():
            raise InputError("claim: it is empty; give the statement to look for.")
        loaded = load_request(self._folders, sources, files)
        engine = prepare_engine(claim, loaded, None, CheckOptions(**self._choose(tier, strictness)))
        judged = engine.judge(engine.read.claims)
        answer = engine.build_answer(judged)
        return EvidenceResult(
            summary=describe_result(find_statuses(answer), count_wrong_citations(answer)),
            verdicts=build_verdicts(answer),
            passages=build_passages(engine, judged, answer.sentences, count),
            skipped=self._describe_skipped(answer.skipped),
        )

    def ask_documents(self, question: str, strictness: Strictness | None = None) -> AnswerResult:
        """Answer a question with sentences of the documents in the folders."""
        _check_length("question", question)
        library, skipped = self._library.open()
        options = self._choose(None, strictness)
        answer = library.ask(question, tier=options["tier"], strictness=options["strictness"])
        refusal = answer.refusal_reason or "" if answer.was_refused else ""
        return AnswerResult(
            answered=not answer.was_refused,
            answer="" if answer.was_refused else answer.reply or "",
            refusal=REFUSAL_WORDS.get(refusal, refusal),
            confidence=None if answer.confidence is None else round(answer.confidence, 3),
            warnings=list_warnings(answer),
            sentences=[] if answer.was_refused else build_verdicts(answer),
            documents=len(library.documents()),
            skipped=self._describe_skipped(skipped),
        )

    def format_references(
        self,
        works: Sequence[WorkEntry] | None = None,
        files: Sequence[str] | None = None,
        style: Style = "apa",
    ) -> ReferenceList:
        """Write references to works, and to files by their metadata, in a style."""
        if not works and not files:
            raise InputError("works: there are none; give works, or files whose metadata name them.")
        if len(works or ()) > MAX_SOURCES:
            raise InputError(f"works: these are {len(works or ())}, more than {MAX_SOURCES}; give fewer.")
        documents = [build_work_document(work, number) for number, work in enumerate(works or (), 1)]
        if files:
            documents += load_request(self._folders, None, files).documents
        form, listed = resolve_reference_format(style), list_works(documents)
        entries = form.entries(listed, "plain")
        text = render_reference_file(listed, form) if form.language else "\n".join(entries) + "\n"
        return ReferenceList(style, entries, text)

    def _choose(self, tier: str | None, strictness: str | None) -> dict[str, Any]:
        """Return the options of a check: those of the request, else those of the server."""
        return {
            "tier": tier or self._tier,
            "strictness": strictness or self._strictness,
            "limits": LIMITS,
        }

    def _describe_skipped(self, skipped: Sequence[SkippedSource]) -> list[str]:
        return [self._folders.shorten(f"{one.source}: {one.reason}") for one in skipped]


def _check_length(name: str, text: str) -> None:
    if len(text) > MAX_CLAIM_CHARS:
        raise InputError(
            f"{name}: it has {len(text):,} characters, more than {MAX_CLAIM_CHARS:,}; give a shorter one."
        )
