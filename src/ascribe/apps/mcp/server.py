"""The server: its tools with their descriptions and schemas, each run in a thread; errors as sentences."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, TypeVar

import anyio
import anyio.to_thread
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

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
from ascribe.apps.mcp.tools import Tools
from ascribe.errors import AscribeError
from ascribe.records import Strictness
from ascribe.version import __version__

MAX_AT_ONCE = 2
"""Calls that compute at the same time; more wait, and the protocol stays responsive."""

INSTRUCTIONS = (
    "Ascribe checks text against sources. Before you hand over an answer that rests on documents, call "
    "check_answer and correct every sentence that is not 'supported'. Quotes are the sources' own words."
)

Sources = Annotated[
    list[str | SourceText] | None,
    Field(description="Texts to check against, or objects with text and id. Give sources, files, or both."),
]
Files = Annotated[
    list[str] | None,
    Field(description="Files or subfolders of the folders of this server: .txt .md .html .pdf .docx."),
]
TierField = Annotated[
    Tier | None,
    Field(description="builtin: small models (English); large: a better model; rules: no model, fastest."),
]
LevelField = Annotated[
    Strictness | None, Field(description="How much it takes for 'supported'; stricter levels support less.")
]

Result = TypeVar("Result")


class _ServedTools:
    """The tools as the protocol calls them: parameters with descriptions, work in a thread.

    Args:
        tools: what does the work.
        folders: shortens the paths in messages.
    """

    def __init__(self, tools: Tools, folders: Folders) -> None:
        self._tools = tools
        self._folders = folders
        self._limiter = anyio.CapacityLimiter(MAX_AT_ONCE)

    async def check_answer(
        self,
        reply: Annotated[
            str, Field(description="The text to check; Markdown and citation markers are fine.")
        ],
        sources: Sources = None,
        files: Files = None,
        question: Annotated[str | None, Field(description="The question that the reply answers.")] = None,
        tier: TierField = None,
        strictness: LevelField = None,
    ) -> CheckResult:
        """Check a generated text against its sources, sentence by sentence.

        Returns for each sentence whether the sources support or contradict it, with the words of the source
        that decide it, and a message that names what differs, such as another number or date.
        """
        return await self._run(self._tools.check_answer, reply, sources, files, question, tier, strictness)

    async def find_evidence(
        self,
        claim: Annotated[str, Field(description="One statement, as a full sentence.")],
        sources: Sources = None,
        files: Files = None,
        count: Annotated[int, Field(ge=1, le=20, description="The most passages to return.")] = 5,
        tier: TierField = None,
        strictness: LevelField = None,
    ) -> EvidenceResult:
        """Find the sentences of the sources that fit a claim best, and say whether they support it.

        Use it to look for a source of one statement, or to see what the sources say instead.
        """
        return await self._run(self._tools.find_evidence, claim, sources, files, count, tier, strictness)

    async def ask_documents(
        self,
        question: Annotated[str, Field(description="A question in plain words.")],
        strictness: LevelField = None,
    ) -> AnswerResult:
        """Answer a question with sentences quoted from the documents in the folders of this server.

        Refuses if the documents do not answer it. The first question reads the documents, which may take a
        while.
        """
        return await self._run(self._tools.ask_documents, question, strictness)

    async def format_references(
        self,
        works: Annotated[list[WorkEntry] | None, Field(description="Published works.")] = None,
        files: Annotated[
            list[str] | None, Field(description="Files of this server's folders, cited by their metadata.")
        ] = None,
        style: Annotated[Style, Field(description="own: everything known, in a plain form.")] = "apa",
    ) -> ReferenceList:
        """Write a list of references in a citation style, or as BibTeX, CSL-JSON or RIS."""
        return await self._run(self._tools.format_references, works, files, style)

    async def _run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Do the work in a thread and return its result; our errors become errors that the model reads."""
        try:
            return await anyio.to_thread.run_sync(partial(work, *arguments), limiter=self._limiter)
        except AscribeError as error:
            raise ToolError(self._folders.shorten(str(error))) from error


def build_server(
    folders: Folders, *, tier: str | None = None, strictness: str = "balanced"
) -> MCPServer[Any]:
    """Build the server with its tools; nothing is read and no model is loaded before the first call.

    Args:
        folders: what the tools may read.
        tier: the verifier where a request names none.
        strictness: the level where a request names none.
    """
    served = _ServedTools(Tools(folders, tier, strictness), folders)
    server: MCPServer[Any] = MCPServer(
        "ascribe",
        title="Ascribe",
        description="Checks text against sources and finds evidence.",
        instructions=INSTRUCTIONS,
        version=__version__,
        log_level="WARNING",
    )
    titles = {
        served.check_answer: "Check an answer against its sources",
        served.find_evidence: "Find evidence for a claim",
        served.ask_documents: "Ask the documents",
        served.format_references: "Format references",
    }
    for tool, title in titles.items():
        hints = ToolAnnotations(title=title, read_only_hint=True, idempotent_hint=True, open_world_hint=False)
        server.add_tool(tool, title=title, annotations=hints, structured_output=True)
    return server
