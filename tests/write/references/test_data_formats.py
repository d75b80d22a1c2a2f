"""What other libraries read in the files that we write."""

from __future__ import annotations

import json
import re
import string

import pytest
import rispy
from hypothesis import given
from hypothesis import strategies as st
from pybtex.database import BibliographyData, parse_string

from ascribe.records.work import CitedWork, Name, Work
from ascribe.write.citations import render_reference_file
from ascribe.write.references.bibtex import BibtexReferences
from ascribe.write.references.csl_json import CslJsonReferences
from ascribe.write.references.markup import clean_text
from ascribe.write.references.ris import RisReferences
from tests.write.citations.works import build_cited_answer

TEXT = st.text(st.sampled_from(string.printable + "äÑ文\x1b\ue010⟦–"), min_size=1, max_size=30).filter(
    clean_text
)
WORKS = st.builds(
    Work,
    key=st.just("key1"),
    kind=st.sampled_from(["article-journal", "book", "chapter", "thesis", "report", "webpage", "document"]),
    title=TEXT,
    authors=st.lists(st.builds(Name, TEXT, TEXT | st.just("")), max_size=3).map(tuple),
    issued=st.sampled_from([(), (2019,), (2019, 5), (2019, 5, 3)]),
    container=TEXT | st.just(""),
    fields=st.dictionaries(st.sampled_from(["volume", "publisher", "DOI", "URL", "page"]), TEXT),
)
LATEX = {
    r"\textbackslash{}": "\\", r"\textbraceleft{}": "{", r"\textbraceright{}": "}",
    r"\textasciitilde{}": "~", r"\textasciicircum{}": "^", **{f"\\{sign}": sign for sign in "$&#_%"},
}  # fmt: skip


def cited(work: Work) -> list[CitedWork]:
    return [CitedWork(1, work, "doc")]


def unescaped(text: str) -> str:
    """What LaTeX would print: commands as their signs, braces of groups gone."""
    token = re.compile("|".join(map(re.escape, LATEX)) + r"|[{}]")
    return token.sub(lambda match: LATEX.get(match.group(), ""), text)


def read_bibtex(text: str) -> BibliographyData:
    return parse_string(text, "bibtex")


@given(work=WORKS)
def test_bibtex_keeps_every_title(work: Work) -> None:
    (entry,) = read_bibtex(render_reference_file(cited(work), BibtexReferences())).entries.values()
    assert unescaped(entry.fields["title"]) == clean_text(work.title)
    assert entry.fields.get("year") == (str(work.issued[0]) if work.issued else None)
    assert len(entry.persons.get("author", [])) == len(work.authors)


@given(work=WORKS)
def test_ris_keeps_titles_and_authors(work: Work) -> None:
    (entry,) = rispy.loads(render_reference_file(cited(work), RisReferences()))
    assert entry["title"] == clean_text(work.title)
    assert len(entry.get("authors", [])) == len(work.authors)


@given(work=WORKS)
def test_csl_json_keeps_everything(work: Work) -> None:
    (item,) = json.loads(render_reference_file(cited(work), CslJsonReferences()))
    assert item["title"] == clean_text(work.title)
    assert item.get("issued", {"date-parts": [[]]}) == {"date-parts": [list(work.issued)]}
    assert None not in item.values()


@pytest.mark.parametrize("form", ["bibtex", "ris", "csl-json"])
def test_a_file_has_one_entry_for_each_cited_work(form: str) -> None:
    text = build_cited_answer().bibliography(form)
    keys = {
        "bibtex": lambda: list(read_bibtex(text).entries),
        "ris": lambda: [entry["id"] for entry in rispy.loads(text)],
        "csl-json": lambda: [item["id"] for item in json.loads(text)],
    }[form]()
    assert keys == [
        "kohl2019sails",
        "kohl2019wasser",
        "source3",
        "riverboardofhalden1954flood",
        "ito2021survey",
    ]


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Mills of the Arle", "Mills of the {Arle}"),
        ("mRNA in DNA-like chains", "{mRNA} in {DNA}-like chains"),
        ("100% of {x_1} & $5", r"100\% of \textbraceleft{}x\_1\textbraceright{} \& \$5"),
        ("#2 ~^\\", r"\#2 \textasciitilde{}\textasciicircum{}\textbackslash{}"),
        ("Über Mühlen", "Über {Mühlen}"),
    ],
)  # fmt: skip
def test_titles_in_bibtex(title: str, expected: str) -> None:
    assert (
        f"  title = {{{expected}}},\n"
        in BibtexReferences().entries(cited(Work("k", title=title)), "plain")[0]
    )


def test_bodies_and_odd_names_stay_whole_in_bibtex() -> None:
    work = Work(
        "k", authors=(Name("Smith and Sons"), Name("Kohl, the elder", "Anna"), Name("van Berg", "Jan"))
    )
    (entry,) = read_bibtex(render_reference_file(cited(work), BibtexReferences())).entries.values()
    assert [str(person) for person in entry.persons["author"]] == [
        "{Smith and Sons}", "{Kohl, the elder}, Anna", "van Berg, Jan",
    ]  # fmt: skip
