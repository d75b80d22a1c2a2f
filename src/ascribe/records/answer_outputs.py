"""The answer as text and files: each method hands it to a writer, or to the table of its sentences."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ascribe import registry
from ascribe.errors import InputError, MissingExtraError
from ascribe.option_names import check_option_names, explain_unknown_options
from ascribe.records.reference_formats import resolve_reference_format
from ascribe.records.sentence_rows import Row, build_rows, render_csv
from ascribe.records.serialization import JsonRecord
from ascribe.records.work import Markup

if TYPE_CHECKING:
    from ascribe.records.answer import Answer


class AnswerOutputs(JsonRecord):
    """Adds the methods of an ``Answer`` that render it or write it to a file."""

    __slots__ = ()

    def __str__(self) -> str:
        return str(self.render("terminal", color=False).text)

    def _repr_html_(self) -> str:
        return str(registry.load("write", "html")().frame(self))

    def to_csv(self) -> str:
        """Render the sentences as CSV: place, text, status, reason, score, message, deciding reference.

        The last columns have what was found about the citations of the reply, and the warnings of the answer,
        such as that its confidence is low. Text that a spreadsheet would run
        as a formula gets an apostrophe in front.
        """
        return render_csv(self._list_rows())

    def to_dataframe(self) -> Any:
        """Return the sentences as a ``pandas.DataFrame`` with the columns of ``to_csv``.

        Raises:
            MissingExtraError: pandas is not installed.
        """
        try:
            import pandas as pd
        except ModuleNotFoundError as error:
            raise MissingExtraError("A data frame needs pandas; run: pip install pandas") from error
        return pd.DataFrame(self._list_rows())

    def _list_rows(self) -> list[Row]:
        return build_rows(cast("Answer", self))

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
