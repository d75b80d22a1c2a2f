"""References by the real CSL processor."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings

from ascribe import InputError
from ascribe.install_command import build_install_command
from ascribe.records.work import CitedWork, Name, Work
from ascribe.write.references.csl import CslReferences
from tests.write.references.test_data_formats import WORKS

PAPER = Work(
    "k",
    "article-journal",
    "Mills of the Arle",
    (Name("Kohl", "Anna"), Name("Ray", "Ben J.")),
    (),
    (2019, 5, 3),
    "Journal of Mills",
    {"volume": "12", "issue": "3", "page": "100-112", "DOI": "10.5555/arle.1"},
)


def entry(style: str, work: Work = PAPER, suffix: str = "", markup: str = "plain") -> str:
    (text,) = CslReferences(style).entries([CitedWork(4, work, "notes.txt", suffix)], markup)  # type: ignore[arg-type]  # names
    return text


TAIL = "https://doi.org/10.5555/arle.1"
NAMED = {
    "apa": f"Kohl, A., & Ray, B. J. (2019). Mills of the Arle. Journal of Mills, 12(3), 100–112. {TAIL}",
    "ieee": "A. Kohl and B. J. Ray, “Mills of the Arle,” Journal of Mills, vol. 12, no. 3, pp. 100–112, "
    "May 2019, doi: 10.5555/arle.1.",
    "chicago-author-date": "Kohl, Anna, and Ben J. Ray. 2019. “Mills of the Arle.” Journal of Mills 12 (3): "
    f"100–112. {TAIL}.",
    "nlm-citation-sequence": "Kohl A, Ray BJ. Mills of the Arle. Journal of Mills. 2019 May 3;12(3):100–12. "
    "doi:10.5555/arle.1",
    "nature": "Kohl, A. & Ray, B. J. Mills of the Arle. Journal of Mills 12, 100–112 (2019).",
}


@pytest.mark.parametrize(("style", "expected"), NAMED.items(), ids=NAMED)
def test_a_paper(style: str, expected: str) -> None:
    assert entry(style) == expected


def test_letters_of_markers_are_those_of_the_list() -> None:
    assert "(2019b)" in entry("apa", suffix="b")


@pytest.mark.parametrize("style", ["apa", "chicago-author-date", "harvard-cite-them-right"])
def test_a_title_in_the_place_of_the_author_is_not_told_twice(style: str) -> None:
    assert entry(style, Work("k", title="The flood")).casefold().count("the flood") == 1


def test_a_source_without_metadata_goes_by_its_name() -> None:
    assert entry("ieee", Work("k")) == "“notes.txt.”"


def test_titles_are_set_apart_and_addresses_are_links() -> None:
    assert "*Journal of Mills*, *12*(3), 100–112. <https://doi.org/10.5555/arle.1>" in entry(
        "apa", markup="md"
    )
    assert (
        '<i>Journal of Mills</i>, <i>12</i>(3), 100–112. <a href="https://doi.org/10.5555/arle.1"'
        in entry("apa", markup="html")
    )


@pytest.mark.parametrize("style", ["apa", "ieee", "chicago-author-date", "nlm-citation-sequence"])
@settings(deadline=None, max_examples=8)
@given(work=WORKS)
def test_no_work_breaks_a_style_or_brings_in_markup(style: str, work: Work) -> None:
    form = CslReferences(style)
    for markup in ("md", "html", "plain"):
        (text,) = form.entries([CitedWork(1, work, "doc")], markup)
        assert text.strip()
        assert "None" not in text or "None" in str(work)
        assert markup != "html" or not re.sub(
            r"</?[ib]>|<a href=\"https?:[^\"<>]*\" rel=\"[a-z ]*\">|</a>", "", text
        ).count("<")
        assert [text] == form.entries([CitedWork(1, work, "doc")], markup)
    assert "<" not in form.entries([CitedWork(1, work, "doc")], "html")[0].replace("<i>", "").replace(
        "</i>", ""
    ).replace("<a href", "").replace("</a>", "").replace("<b>", "").replace("</b>", "")


def test_a_style_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine.csl").write_text(
        '<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0"><info/>'
        '<citation><layout><text variable="title"/></layout></citation>'
        '<bibliography><layout suffix="!"><text variable="citation-number"/><text variable="title"/></layout>'
        "</bibliography></style>",
        encoding="utf-8",
    )
    assert entry(str(tmp_path / "mine.csl")) == "Mills of the Arle!"


def test_a_style_that_makes_no_list_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.csl"
    path.write_text('<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0"/>', encoding="utf-8")
    with pytest.raises(InputError, match=r"none\.csl: cannot be read as a CSL style"):
        CslReferences(path)


def test_a_missing_extra_says_what_to_install() -> None:
    code = """if True:
        import sys
        sys.modules["citeproc"] = None
        from ascribe.records.reference_formats import resolve_reference_format
        resolve_reference_format("apa")
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f"'apa' needs citeproc; run: {build_install_command('csl')}" in done.stderr
