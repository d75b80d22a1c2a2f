"""Bodies of requests and answers, as OpenAPI shows them; the records of Ascribe have their own schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from ascribe.records import Strictness
from ascribe.records.outcomes import Status

Text = Annotated[str, StringConstraints(min_length=1)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Language = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}([-_][A-Za-z0-9]+)*$", max_length=20)]

_SOURCE = {
    "id": "mill",
    "name": "mill.txt",
    "text": "The old mill on the Arle has 12 sails and is 30 m high.",
}
_REPLY = "The mill has 14 sails."


class Body(BaseModel):
    """A body without unknown fields: a misspelt option is an error, not a default."""

    model_config = ConfigDict(extra="forbid")


class SourceBody(Body):
    """A source: its text, or the id of an uploaded document."""

    id: Name | None = Field(None, description="The id that references use; by default name or position.")
    name: Name | None = Field(None, description="A name for people, such as a file name.")
    text: Text | None = Field(None, description="The text; leave it out where `document` is given.")
    metadata: dict[str, Any] = Field(
        default_factory=dict, description="What reference lists need: title, author, …"
    )
    document: Name | None = Field(None, description="The id of a document of `/v1/documents`.")


class CheckOptionsBody(Body):
    """What decides how a reply is checked."""

    question: str | None = Field(None, description="The question that the reply answers.")
    tier: Name | None = Field(
        None, description="`builtin`, `rules` or `large`; by default that of the service."
    )
    strictness: Strictness = "balanced"
    language: Language | None = Field(None, description="ISO 639-1 code; by default it is detected.")
    store: bool = Field(True, description="False keeps the check out of the history.")


class CheckBody(CheckOptionsBody):
    """A reply and its sources."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"reply": _REPLY, "sources": [_SOURCE], "tier": "rules"}]},
    )
    reply: str = Field(description="The generated text; it is never changed.")
    sources: list[SourceBody] = Field(min_length=1, description="What the reply was written from, in order.")
    policy: Name = Field("best_evidence", description="Citation policy.")


class RepairBody(CheckOptionsBody):
    """A reply with citation markers to set right, and its sources in the order that the markers count."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"reply": "It has 12 sails [2].", "sources": [_SOURCE], "tier": "rules"}]
        },
    )
    reply: str
    sources: list[SourceBody] = Field(min_length=1)


class FormatBody(CheckOptionsBody):
    """A checked reply to be written with citations: a reply with its sources, or the id of a stored check."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "reply": "The mill has 12 sails.",
                    "sources": [
                        {**_SOURCE, "metadata": {"title": "Mills of the Arle", "author": "Anna Kohl"}}
                    ],
                    "references": "apa",
                    "tier": "rules",
                }
            ]
        },
    )
    check: Name | None = Field(None, description="The id of a stored check, in place of reply and sources.")
    reply: str | None = None
    sources: list[SourceBody] = Field(default_factory=list)
    style: Literal["bracket", "superscript", "footnote", "author_year"] = "bracket"
    references: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,100}(\.csl)?$")] = Field(
        "own",
        description="own, apa, chicago, ieee, vancouver, bibtex, csl-json, ris, or such as nature.csl.",
    )
    markup: Literal["md", "html", "plain"] = "md"
    once: bool = Field(False, description="One marker for a run of sentences with the same sources.")
    replace_markers: bool = Field(False, description="Take the reply's own markers out.")
    known: list[Name] = Field(default_factory=list, description="Document ids with the numbers from 1 on.")


class FormattedBody(BaseModel):
    """The reply with citations, and its list of references alone."""

    text: str
    bibliography: str


class SentencesBody(BaseModel):
    """The sentences of a checked reply as rows, without the texts of its sources; pages count from 1.

    Without a sentence that states something, nothing was checked, and there is no score.
    """

    verification_ran: bool
    faithfulness_score: float | None = Field(
        description="Mean probability of support over the checked sentences; undecided ones are not in it."
    )
    checked_count: int = Field(description="Sentences that faithfulness_score covers.")
    stating_count: int = Field(description="Sentences that state something, undecided ones included.")
    supported_share: float | None = Field(
        description="Share of the stating sentences that is supported; null without any."
    )
    status_counts: dict[str, int]
    sentences: list[dict[str, str | int | float | None]]


class TurnBody(Body):
    """An earlier question, and what was answered."""

    question: Annotated[str, StringConstraints(min_length=1, max_length=4000)]
    answer: Annotated[str, StringConstraints(max_length=20_000)] = ""


class AskBody(Body):
    """A question over the uploaded documents."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"question": "How many sails has the mill?"}]}
    )
    question: Annotated[str, StringConstraints(min_length=1, max_length=4000)]
    documents: list[Name] | None = Field(None, description="Only these documents; by default all.")
    tier: Name | None = None
    strictness: Strictness = "balanced"
    language: Language | None = None
    top: int = Field(5, ge=1, le=50, description="Passages that the answer may draw on.")
    context: Literal["passage", "neighbours", "section"] = "passage"
    history: list[TurnBody] = Field(
        default_factory=list, max_length=50, description="The conversation before, oldest turn first."
    )
    store: bool = True


class ChatOptionsBody(Body):
    """The field `ascribe` of a chat request: what the reply is checked against, and how."""

    sources: list[SourceBody] | None = Field(None, description="By default system and tool messages.")
    library: bool | list[Name] = Field(False, description="The uploaded documents: true, or their ids.")
    tier: Name | None = None
    strictness: Strictness = "balanced"
    language: Language | None = None
    store: bool = True


class DocumentBody(BaseModel):
    """An uploaded document."""

    id: str
    name: str
    digest: str | None = Field(description="SHA-256 of the file, for `/v1/files/{digest}/pages/…`.")
    language: str
    pages: int
    sentences: int


class DocumentsBody(BaseModel):
    """Uploaded documents."""

    documents: list[DocumentBody]


class RefusedFileBody(BaseModel):
    """A file that was left out of an upload, and why."""

    name: str
    message: str


class UploadBody(DocumentsBody):
    """The documents of an upload, and the files that `skip` left out."""

    refused: list[RefusedFileBody] = []


class CheckSummaryBody(BaseModel):
    """A stored check without its answer."""

    id: str
    created: float = Field(description="Seconds since 1970.")
    kind: str
    question: str
    reply: str = Field(description="The first 200 characters of the reply.")
    summary: dict[str, Any]


class ChecksBody(BaseModel):
    """A page of the history, newest first."""

    checks: list[CheckSummaryBody]
    next: int | None = Field(description="`before` of the next page; null on the last one.")


class CorrectionBody(Body):
    """What the status of a sentence should be."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"sentence": 0, "status": "supported", "note": "see page 3"}]},
    )
    sentence: int = Field(ge=0, le=1_000_000, description="Index of the sentence, from 0.")
    status: Status
    note: Annotated[str, StringConstraints(max_length=2000)] = ""


class StoredCorrectionBody(BaseModel):
    """A stored correction."""

    sentence: int
    status: Status
    note: str
    created: float


class PageBody(BaseModel):
    """A page of a PDF, and how to get from its boxes to its picture."""

    pages: int = Field(description="Pages of the file.")
    width: float = Field(description="Of the page as it is shown, in points.")
    height: float
    matrix: list[float] = Field(
        description="[a, b, c, d, e, f]: the point (x, y) of a box is at (a·x + c·y + e, b·x + d·y + f), as "
        "parts of the width and height of the picture, from its top left corner."
    )


class HealthBody(BaseModel):
    """Whether the service lives and can check."""

    status: Literal["ok", "loading", "stopping", "failed"]
    models_loaded: bool
    problem: str = Field(description="Why the models could not be loaded; empty if they could.")
    version: str


class ErrorDetails(BaseModel):
    """What is wrong."""

    code: str
    message: str
    field: str | None = None


class ErrorBody(BaseModel):
    """Every error has this body."""

    error: ErrorDetails
