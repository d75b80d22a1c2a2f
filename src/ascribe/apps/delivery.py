"""Deliver the reports of one reply or several: to the screen, a file or a folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ascribe.apps.formats import (
    SUFFIX_OF_FORMAT,
    check_many_pages,
    deliver,
    explain_empty_list,
    print_result,
    print_results,
    print_warnings,
    render_report,
)
from ascribe.apps.terminal import check_output_path, write
from ascribe.errors import InputError
from ascribe.write.display_text import escape_controls

if TYPE_CHECKING:
    from ascribe.records import Answer

_LISTING = ("terminal", "md")
"""Formats for reading that list the sources which could not be read."""

_NO_NAMES = (
    "ascribe: no cited source has an author or a title, so --style author_year shows numbers; give them as "
    "metadata of the sources (docs/citation-styles.md says "
    "how), or take --style bracket."
)


def is_author_year(style: str | None) -> bool:
    """Return True for the style with the names of authors."""
    return style is not None and style.replace("-", "_") == "author_year"


_COMBINED = ("sarif", "junit")
"""Formats of which one file holds the reports of several replies."""

_LINES = ("json", "jsonld")
"""Formats of which the screen shows the reports of several replies as JSON Lines."""


@dataclass
class Delivery:
    """Where and how the reports of a command are written.

    Args:
        name: the format; that of a cited reply may be empty.
        output: file or folder; None is the screen.
        page: options of the writer: see ``build_page_options``.
        cited: renders a cited reply; None for a report.
        of_many: True if there are several replies.
        shows_names: True if the style of a cited reply has the names of authors.

    Raises:
        InputError: the output cannot be written, or cannot hold several reports.
    """

    name: str
    output: Path | None
    page: Mapping[str, Any] = field(default_factory=dict)
    cited: Callable[[Answer], str] | None = None
    of_many: bool = False
    shows_names: bool = False

    def __post_init__(self) -> None:
        """Check the output before any work is done."""
        if self.of_many and self.name == "pdf":
            raise InputError("-f pdf takes one reply; run it once for each.")
        if self.of_many and self.name == "html":
            check_many_pages(self.output)
        if self.of_many and self.output is not None and self.name not in _COMBINED:
            if not self.output.is_dir():
                raise InputError(
                    f"{self.output}: with several replies -o is a folder that exists, or a file named .sarif "
                    "or .xml (JUnit). Each source needs a -s of its own."
                )
        elif self.name != "pdf":  # the PDF writer creates missing folders itself
            check_output_path(self.output)

    @property
    def lists_skipped(self) -> bool:
        """Whether the screen shows which sources could not be read."""
        return self.output is None and self.cited is None and self.name in _LISTING

    def deliver(self, answers: Sequence[tuple[str, Answer]]) -> bool:
        """Write the reports of (name, answer); return False if a format had nothing to write."""
        if not self.of_many:
            ((reply, answer),) = answers
            return self._deliver_one(answer, self.output, reply)
        if self.name in _COMBINED:
            self._deliver_combined(answers)
        elif self.output is None and self.name in _LINES:
            for reply, answer in answers:
                write(render_report(answer, self.name, None, {**self.page, "indent": None}, reply), None)
        elif self.output is None:
            for reply, answer in answers:
                typer.echo(f"== {escape_controls(reply)}")
                self._deliver_one(answer, None, reply)
        else:
            for path, (reply, answer) in zip(self._list_files(self.output, answers), answers, strict=True):
                self._deliver_one(answer, path, reply)
        return True

    def _deliver_one(self, answer: Answer, output: Path | None, reply: str) -> bool:
        if self.cited is None:
            return deliver(answer, self.name, output, self.page, reply)
        text = self.cited(answer)
        if not text and output is None:
            typer.echo(f"ascribe: the list of references is empty: {explain_empty_list(answer)}.", err=True)
            return True
        write(text, output)
        self._warn_of_citations(answer)
        if output is None:
            print_warnings(answer)
        print_result(answer, output)
        return True

    def _warn_of_citations(self, answer: Answer) -> None:
        """Print on standard error which citations of the reply are wrong, and once why names are numbers."""
        from ascribe.write.reply_citations import list_wrong_citations
        from ascribe.write.works import has_names

        for line in list_wrong_citations(answer):
            typer.echo(escape_controls(f"ascribe: wrong citation: {line}"), err=True)
        is_cited = any(sentence.references for sentence in answer.supported_sentences)
        if self.shows_names and is_cited and not has_names(answer):
            self.shows_names = False
            typer.echo(_NO_NAMES, err=True)

    def _deliver_combined(self, answers: Sequence[tuple[str, Answer]]) -> None:
        from ascribe.write.junit import combine_suites
        from ascribe.write.sarif import combine_logs

        texts = [render_report(answer, self.name, self.output, self.page, reply) for reply, answer in answers]
        write((combine_logs if self.name == "sarif" else combine_suites)(texts), self.output)
        print_results([answer for _, answer in answers], self.output)

    def _list_files(self, folder: Path, answers: Sequence[tuple[str, Answer]]) -> list[Path]:
        """Return a file for each reply: its name, or its path if two have one name."""
        suffix = SUFFIX_OF_FORMAT.get(self.name, ".md")
        names = [Path(reply).stem for reply, _ in answers]
        if len(set(names)) < len(names):
            names = [f"{number}-{name}" for number, name in enumerate(names, 1)]
        return [folder / f"{name}{suffix}" for name in names]
