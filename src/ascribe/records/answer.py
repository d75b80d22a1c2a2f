"""The answer: a reply, sentence by sentence, with its evidence and verdicts, and its audit trail."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ascribe import registry
from ascribe.errors import InputError, MissingExtraError
from ascribe.option_names import check_option_names, explain_unknown_options
from ascribe.records.answer_parts import FaithfulnessComponents, Settings, SkippedSource
from ascribe.records.audit_trail import build_audit_trail
from ascribe.records.citation import FINDINGS, Finding
from ascribe.records.citation_rows import list_citations
from ascribe.records.cited_sentence import CitedSentence
from ascribe.records.document import Document, RetrievedChunk
from ascribe.records.missing_fields import build_attribute_error
from ascribe.records.outcomes import CHECKED, NOT_SUPPORTED, Status
from ascribe.records.reference_formats import resolve_reference_format
from ascribe.records.sentence_rows import build_rows, render_csv
from ascribe.records.serialization import JsonRecord
from ascribe.records.unchecked_scores import clear_unchecked_scores, restore_unchecked_scores
from ascribe.records.verdict import Strictness, VerificationResult
from ascribe.records.work import Markup

MIN_SURE_CONFIDENCE = 0.5
"""Confidence below which every output says that it is low: a quote is then more likely no answer than one."""


@dataclass(frozen=True, repr=False, slots=True)
class Answer(JsonRecord):
    """A reply with every sentence ascribed to its evidence, or marked as having none.

    The fields up to ``refusal_reason`` are the published data model; those after it are additions to it.
    ``for sentence in answer``, ``len(answer)`` and ``answer[0]`` are about its sentences.

    Args:
        query: the question; empty if there was none.
        sentences: all sentences of the reply, in order.
        faithfulness_score: mean ``nli_score`` of the checked sentences; 1.0 with none checked, so test
            ``verification_ran`` first. The JSON then has null.
        faithfulness_components: its parts.
        unsupported_claims: texts of the sentences that failed, those in ``removed`` included.
        retrieved_chunks: the passages that were retrieved.
        verification_results: one for each sentence that was checked.
        strictness: the level the verdicts were made at.
        was_refused: True if there is no answer; then ``refusal_reason`` says why.
        refusal_reason: required when refused; from ``ask`` a code of ``ascribe.records.outcomes``.
        reply: the untouched text.
        documents: the sources that were read.
        removed: sentences removed from a generated answer; empty after ``check``. Their offsets count from
            their own first character.
        skipped: sources that could not be read.
        settings: how the answer was made.
        refusal_details: what went wrong, in a sentence, where the reason does not say all.
        confidence: probability in [0, 1] that the sources answer the question; None if it was not estimated.
        warnings: what a reader must know of an answer besides its verdicts, in sentences: that its confidence
            is low, and which part of the question has no answer.

    Raises:
        ValueError: a score outside [0, 1], a refusal without a reason, or results that disagree with the
            verdicts on the sentences.
    """

    query: str
    sentences: list[CitedSentence]
    faithfulness_score: float
    faithfulness_components: FaithfulnessComponents
    unsupported_claims: list[str]
    retrieved_chunks: list[RetrievedChunk]
    verification_results: list[VerificationResult]
    strictness: Strictness = "balanced"
    was_refused: bool = False
    refusal_reason: str | None = None
    reply: str | None = None
    documents: list[Document] = field(default_factory=list)
    removed: list[CitedSentence] = field(default_factory=list)
    skipped: list[SkippedSource] = field(default_factory=list)
    settings: Settings = field(default_factory=Settings)
    refusal_details: str = ""
    confidence: float | None = None
    warnings: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        lists = ("sentences", "unsupported_claims", "retrieved_chunks", "verification_results")
        for name in (*lists, "documents", "removed", "skipped", "warnings"):
            object.__setattr__(self, name, list(getattr(self, name)))
        if not 0.0 <= self.faithfulness_score <= 1.0:
            raise ValueError(f"faithfulness_score must be in [0, 1], got {self.faithfulness_score}")
        if self.was_refused and self.refusal_reason is None:
            raise ValueError("refusal_reason is required when was_refused is True")
        if self._has_verdicts:
            for result in self.verification_results:
                self._check_result(result)

    def _check_result(self, result: VerificationResult) -> None:
        """Raise ``ValueError`` for a result that disagrees with the verdict on its sentence."""
        index = result.cited_sentence_index
        if not 0 <= index < len(self.sentences):
            raise ValueError(f"verification result for sentence {index}, but there are {len(self.sentences)}")
        verdict = self.sentences[index].verdict
        if verdict is None or verdict.status not in CHECKED:
            raise ValueError(f"verification result for sentence {index}, which was not checked")
        if (verdict.status == "supported") != result.is_supported or result.status not in (
            None,
            verdict.status,
        ):
            raise ValueError(
                f"verification result for sentence {index} says supported={result.is_supported}, "
                f"its verdict says {verdict.status!r}"
            )

    def _build_plain(self) -> dict[str, Any]:
        return clear_unchecked_scores(JsonRecord._build_plain(self))

    @classmethod
    def _complete_plain(cls, data: Any) -> Any:
        return restore_unchecked_scores(data)

    def __repr__(self) -> str:
        counts = ", ".join(f"{status}={n}" for status, n in self.status_counts().items())
        return f"Answer(sentences={len(self.sentences)}, {counts or 'nothing checked'})"

    def __str__(self) -> str:
        return str(self.render("terminal", color=False).text)

    def _repr_html_(self) -> str:
        return str(registry.load("write", "html")().frame(self))

    def __iter__(self) -> Iterator[CitedSentence]:
        return iter(self.sentences)

    def __len__(self) -> int:
        return len(self.sentences)

    def __bool__(self) -> bool:
        """Return True: an answer is never nothing, also one that has no sentences, as after a refusal."""
        return True

    def __getitem__(self, index: int) -> CitedSentence:
        return self.sentences[index]

    if not TYPE_CHECKING:  # type checkers must find a field that does not exist

        def __getattr__(self, name: str) -> Any:
            raise build_attribute_error(self, name)

    @property
    def _has_verdicts(self) -> bool:
        return any(sentence.verdict is not None for sentence in self.sentences)

    def _with_status(self, *statuses: Status) -> list[CitedSentence]:
        return [s for s in self.sentences if s.verdict is not None and s.verdict.status in statuses]

    @property
    def text(self) -> str:
        """The sentences, joined by spaces. ``reply`` is the untouched text."""
        return " ".join(sentence.text for sentence in self.sentences)

    @property
    def is_fully_supported(self) -> bool:
        """Return True if no claim failed, removed ones included, and the answer was not refused.

        Also True if nothing was checked.
        """
        return not self.unsupported_claims and not self.was_refused

    @property
    def is_doubtful(self) -> bool:
        """Return True if an answer was given whose confidence is below ``MIN_SURE_CONFIDENCE``."""
        is_low = self.confidence is not None and self.confidence < MIN_SURE_CONFIDENCE
        return is_low and not self.was_refused

    @property
    def verification_ran(self) -> bool:
        """Return True if at least one sentence was checked."""
        return bool(self.verification_results)

    @property
    def supported_sentences(self) -> list[CitedSentence]:
        """Sentences whose verdict is ``supported``.

        Without verdicts: those whose result is ``is_supported``, and those without a result.
        """
        if self._has_verdicts:
            return self._with_status("supported")
        results = [self.verification_for(i) for i in range(len(self.sentences))]
        return [s for s, r in zip(self.sentences, results, strict=True) if r is None or r.is_supported]

    @property
    def unsupported_sentences(self) -> list[CitedSentence]:
        """Sentences whose verdict is ``unsupported``, ``partial`` or ``contradicted``.

        Without verdicts: those whose result is not ``is_supported``.
        """
        if self._has_verdicts:
            return self._with_status(*NOT_SUPPORTED)
        results = [self.verification_for(i) for i in range(len(self.sentences))]
        return [
            s for s, r in zip(self.sentences, results, strict=True) if r is not None and not r.is_supported
        ]

    @property
    def contradicted_sentences(self) -> list[CitedSentence]:
        """Sentences that the sources contradict, in order."""
        return self._with_status("contradicted")

    @property
    def miscited_sentences(self) -> list[CitedSentence]:
        """Sentences for which the reply cites a document that does not support them, or that is not given."""
        return [s for s in self.sentences if any(one.is_miscited for one in list_citations(s, self))]

    @property
    def uncited_sentences(self) -> list[CitedSentence]:
        """Supported sentences whose support the reply does not cite, if it has markers of its own."""
        return [sentence for sentence in self.sentences if sentence.is_uncited]

    @property
    def cited_sentence_ids(self) -> frozenset[str]:
        """Ids of all source sentences that support a sentence."""
        return frozenset(i for sentence in self.sentences for i in sentence.supporting_sentence_ids)

    @property
    def nli_scores(self) -> list[float]:
        """The scores, in the order of ``verification_results``."""
        return [result.nli_score for result in self.verification_results]

    @property
    def min_nli_score(self) -> float:
        """The lowest score; 1.0 if nothing was checked, so test ``verification_ran`` first."""
        return min(self.nli_scores, default=1.0)

    def verification_for(self, sentence_idx: int) -> VerificationResult | None:
        """Return the first result for that sentence; None if it was not checked."""
        matches = (r for r in self.verification_results if r.cited_sentence_index == sentence_idx)
        return next(matches, None)

    def status_counts(self) -> dict[Status, int]:
        """Count the sentences by status; a status that does not occur has no key."""
        return dict(Counter(s.verdict.status for s in self.sentences if s.verdict is not None))

    def citation_counts(self) -> dict[Finding, int]:
        """Count the reply's own citations by finding; a finding that does not occur has no key."""
        counted = Counter(citation.finding for s in self.sentences for citation in s.citations)
        return {finding: counted[finding] for finding in FINDINGS if counted[finding]}

    def audit_trail(self) -> dict[str, Any]:
        """Return what an auditor needs as JSON values: figures, sentences, quotes, digests, settings.

        The first sixteen keys are those of the published data model.
        """
        return build_audit_trail(self)

    def to_csv(self) -> str:
        """Render the sentences as CSV: place, text, status, reason, score, message, deciding reference.

        The last columns have what was found about the citations of the reply, and the warnings of the answer,
        such as that its confidence is low. Text that a spreadsheet would run
        as a formula gets an apostrophe in front.
        """
        return render_csv(build_rows(self))

    def to_dataframe(self) -> Any:
        """Return the sentences as a ``pandas.DataFrame`` with the columns of ``to_csv``.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        try:
            import pandas as pd
        except ModuleNotFoundError as error:
            raise MissingExtraError("A data frame needs pandas; run: pip install pandas") from error
        return pd.DataFrame(build_rows(self))

    @explain_unknown_options()
    def to_html(
        self,
        title: str = "Ascribe report",
        date: str = "",
        *,
        images: bool = True,
        replace_markers: bool = False,
    ) -> str:
        """Render the report as one self-contained HTML page, without scripts or external resources.

        Args:
            title: heading of the page and its title in the browser.
            date: when the reply was checked, as the page shows it; empty leaves it out.
            images: show pictures of the cited pages, made from PDF files that are still the ones that were
                read; a file that is missing or has changed is not shown.
            replace_markers: True first takes out the reply's own markers that ``check`` judged.
        """
        options = {"title": title, "date": date, "images": images, "replace_markers": replace_markers}
        return str(self.render("html", **options).text)

    def render(self, writer: Any, **options: Any) -> Any:
        """Render the answer with a writer: a ``Rendered`` with the text and the span of each insertion.

        Args:
            writer: name of a registered writer, or an object with ``write``.
            options: arguments of the registered writer, such as ``title="…"`` for ``html``.

        Raises:
            UnknownComponentError: no writer has that name.
            BrokenComponentError: a writer of another package that cannot be loaded or constructed.
            UnknownOptionError: the writer has no option of that name.
        """
        if not isinstance(writer, str):
            return writer.write(self)
        known = inspect.signature(registry.load("write", writer)).parameters
        check_option_names(f"the writer {writer}", options, list(known))
        return registry.make("write", writer, **options).write(self)

    @explain_unknown_options()
    def to_markdown(self, *, replace_markers: bool = False) -> str:
        """Render the reply as Markdown with reference markers, and the list of references below it.

        Args:
            replace_markers: True first takes out the reply's own markers that ``check`` judged, so that the
                numbers of the list are the only ones.
        """
        return str(self.render("md", replace_markers=replace_markers).text)

    @explain_unknown_options()
    def to_docx(
        self,
        path: str | Path,
        title: str = "Ascribe report",
        date: str = "",
        references: Any = "own",
        *,
        replace_markers: bool = False,
    ) -> Path:
        """Write the report as a Word file, and return its path.

        A number means a passage in the whole file; the list of references at its end gives every source with
        the numbers of its passages.

        Args:
            path: the file; it is replaced if it exists.
            title: heading and title of the file.
            date: when the reply was checked, as the file shows it; empty leaves it out.
            references: format of the list, as for ``with_citations``; None for no list.
            replace_markers: True first takes out the reply's own markers that ``check`` judged.

        Raises:
            InputError: a path that cannot be written or is a source, or a wrong type.
            UnknownComponentError: a reference format that does not exist.
        """
        if not isinstance(path, str | Path):
            raise InputError(f"path must be a file, got {type(path).__name__}.")
        form = resolve_reference_format(references)
        options = {"title": title, "date": date, "references": form, "replace_markers": replace_markers}
        written: Path = registry.make("file", "docx", **options).write_file(self, Path(path))
        return written

    def to_annotations(self) -> str:
        """Render the references as W3C Web Annotations in JSON-LD; ``read_annotations`` parses them."""
        return str(self.render("jsonld").text)

    def to_pdf(self, path: str | Path) -> list[Path]:
        """Write copies of the cited PDF files with the quotes highlighted and annotated; return their paths.

        Green marks evidence for a supported sentence, yellow for one that is not fully supported or may not
        answer the question, and red contradicts the sentence. Each note has the marker's number, the status,
        the reason and the sentence.

        Args:
            path: a folder, which stays without a copy if no PDF is cited; or, if exactly one is, a file name
                that ends in ``.pdf``.

        Raises:
            InputError: one file for several PDFs or for none, a copy that would replace a source, or a path
                that cannot be written.
            SourceError: a PDF that is missing, cannot be opened, or has changed and lacks a quote.
        """
        if not isinstance(path, str | Path):
            raise InputError(f"path must be a file or folder, got {type(path).__name__}.")
        highlighter = registry.load("highlight", "pdf")(registry.load("read", "pdf")())
        written: list[Path] = highlighter.write(self, Path(path))
        return written

    @explain_unknown_options()
    def with_citations(
        self,
        style: str = "bracket",
        references: Any = "own",
        *,
        markup: Markup = "md",
        repeats: bool = True,
        known: Sequence[str] = (),
        replace_markers: bool = False,
    ) -> str:
        """Return the untouched reply with a citation after each supported sentence, and a list of references.

        Args:
            style: ``bracket`` ([1–3]), ``superscript``, ``footnote`` or ``author_year``.
            references: ``own``, ``apa``, ``chicago``, ``ieee``, ``vancouver``, ``bibtex``, ``csl-json`` or
                ``ris``; a CSL style such as ``nature.csl``; your own ``ReferenceFormat``; None for no list.
            markup: ``md``; ``html``, where markers are links with title, page and quote; or ``plain``.
            repeats: False shows the marker of consecutive sentences with the same sources once.
            known: ids of documents that already have the numbers from 1 on.
            replace_markers: True first takes out the reply's own markers that ``check`` judged, and a list of
                sources at its end; the rest of the reply stays untouched.

        Raises:
            InputError: a style or markup that does not exist.
            UnknownComponentError: a reference format that does not exist.
            MissingExtraError: the format needs an optional package; the message has the install command.
        """
        form = resolve_reference_format(references)
        made = self.render(
            "cited",
            style=style,
            references=form,
            markup=markup,
            repeats=repeats,
            known=known,
            replace_markers=replace_markers,
        )
        return str(made.text)

    @explain_unknown_options()
    def bibliography(
        self,
        references: Any = "own",
        *,
        markup: Markup = "plain",
        style: str = "bracket",
        known: Sequence[str] = (),
    ) -> str:
        """Return only the references of ``with_citations``: one line each, or a file; "" if none is cited.

        Arguments and errors are the same; ``style`` sets the label before each entry.
        """
        form = resolve_reference_format(references)
        make = registry.load("write", "cited")
        return str(make(style, form, markup, known=known).bibliography(self))
