"""What the tools take and return: small records with a description of each field, for a model to read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from ascribe.records.outcomes import Status

Tier = Literal["builtin", "rules", "large"]
Style = Literal["own", "apa", "chicago", "ieee", "vancouver", "bibtex", "csl-json", "ris"]


@dataclass(frozen=True)
class SourceText:
    """A source given as text."""

    text: Annotated[str, Field(description="The text of the source.")]
    id: Annotated[str | None, Field(description="Its name in the results. Default: source-1, …")] = None


@dataclass(frozen=True)
class WorkEntry:
    """What is known about a published work; leave out what is not known."""

    title: Annotated[str, Field(description="Title.")]
    authors: Annotated[list[str], Field(description="Names, such as 'Anna Kohl' or 'Kohl, Anna'.")] = field(
        default_factory=list
    )
    date: Annotated[str, Field(description="Year, or date as 2019-05-03.")] = ""
    type: Annotated[str, Field(description="Such as article-journal, book, chapter, webpage, report.")] = ""
    container: Annotated[str, Field(description="Journal, book or site that it was published in.")] = ""
    publisher: Annotated[str, Field(description="Publisher.")] = ""
    volume: Annotated[str, Field(description="Volume.")] = ""
    issue: Annotated[str, Field(description="Issue.")] = ""
    pages: Annotated[str, Field(description="Pages, such as 12-19.")] = ""
    doi: Annotated[str, Field(description="DOI.")] = ""
    url: Annotated[str, Field(description="Address on the web.")] = ""


@dataclass(frozen=True)
class EvidenceReference:
    """Words of a source that a verdict rests on."""

    stance: Annotated[
        Literal["supports", "contradicts", "related"],
        Field(description="related: the nearest passage, which does not decide the sentence."),
    ]
    quote: Annotated[str, Field(description="The source's own words.")]
    document: Annotated[str, Field(description="Name of the source.")]
    page: Annotated[int | None, Field(description="Page, counted from 1; null without pages.")]


@dataclass(frozen=True)
class SentenceVerdict:
    """A sentence with its verdict."""

    number: Annotated[int, Field(description="Its place in the reply, from 1.")]
    text: Annotated[str, Field(description="The sentence.")]
    status: Annotated[
        Status | None,
        Field(description="Only 'supported' means that the sources say it. null: it was not checked."),
    ]
    low_confidence: Annotated[
        bool, Field(description="True if a source says it, but it may not answer the question.")
    ]
    message: Annotated[str, Field(description="The finding in one sentence, with the words that differ.")]
    probability: Annotated[
        float | None, Field(description="That the sources support it, from 0 to 1; null if not estimated.")
    ]
    references: Annotated[list[EvidenceReference], Field(description="The evidence, best first.")]
    citation_problems: Annotated[
        list[str], Field(description="What is wrong with the citations in the sentence itself.")
    ]


@dataclass(frozen=True)
class CheckResult:
    """A reply, sentence by sentence."""

    summary: Annotated[str, Field(description="The result in one line.")]
    passed: Annotated[
        bool, Field(description="True if something was checked and every checkable sentence is supported.")
    ]
    tier: Annotated[str, Field(description="What judged: builtin, large or rules.")]
    sentences: list[SentenceVerdict]
    skipped: Annotated[list[str], Field(description="Files that could not be read, with the reason.")]


@dataclass(frozen=True)
class Passage:
    """A sentence of a source that fits a claim."""

    quote: Annotated[str, Field(description="The source's own words.")]
    context: Annotated[list[str], Field(description="Headings, column heads and the like it is read with.")]
    document: Annotated[str, Field(description="Name of the source.")]
    page: Annotated[int | None, Field(description="Page, counted from 1; null without pages.")]
    score: Annotated[float, Field(description="How well it fits the claim; higher is better.")]
    stance: Annotated[
        Literal["supports", "contradicts", "related"],
        Field(description="supports or contradicts if the verdict rests on it, else related."),
    ]


@dataclass(frozen=True)
class EvidenceResult:
    """The verdict on a claim, and the passages that fit it best."""

    summary: Annotated[str, Field(description="The result in one line.")]
    verdicts: Annotated[list[SentenceVerdict], Field(description="One for each sentence of the claim.")]
    passages: Annotated[list[Passage], Field(description="Best first.")]
    skipped: Annotated[list[str], Field(description="Files that could not be read, with the reason.")]


@dataclass(frozen=True)
class AnswerResult:
    """An answer that quotes the documents, or a refusal."""

    answered: Annotated[bool, Field(description="False if the documents do not answer the question.")]
    answer: Annotated[str, Field(description="Sentences of the documents; empty if refused.")]
    refusal: Annotated[str, Field(description="Why there is no answer; empty if there is one.")]
    confidence: Annotated[
        float | None, Field(description="Probability that this answers the question; null if not estimated.")
    ]
    warnings: Annotated[
        list[str], Field(description="Low confidence, and parts of the question without an answer.")
    ]
    sentences: list[SentenceVerdict]
    documents: Annotated[int, Field(description="How many documents were searched.")]
    skipped: Annotated[list[str], Field(description="Files that could not be read, with the reason.")]


@dataclass(frozen=True)
class ReferenceList:
    """References in one style."""

    style: Style
    references: Annotated[list[str], Field(description="One for each work, in the given order.")]
    text: Annotated[str, Field(description="All of them, as one would put them into a document or file.")]
