"""The docs as a site: built strictly, complete, without dead links, and without a request to anybody."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from docs.site import NOTEBOOK, ROOT, build_site
from selectolax.lexbor import LexborHTMLParser

import ascribe

pytestmark = pytest.mark.site


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("site")
    assert build_site(folder) == 0
    return folder


@pytest.fixture(scope="module")
def pages(site) -> dict[Path, LexborHTMLParser]:
    found = {path: LexborHTMLParser(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    assert len(found) > 50
    return found


def test_no_page_makes_an_outside_request(site, pages) -> None:
    loading = "script[src], link[href], img[src], iframe[src], source[src], video[src], object[data]"
    for path, page in pages.items():
        for node in page.css(loading):
            address = node.attributes.get("src") or node.attributes.get("href") or node.attributes["data"]
            assert urlsplit(address).scheme in ("", "data"), (path.name, address)
            assert not address.startswith("//"), (path.name, address)
    for path in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*['\"]?(https?:)?//", path.read_text(encoding="utf-8")), path


def test_links_and_anchors_lead_somewhere(pages) -> None:
    names = {path: {node.attributes["id"] for node in page.css("[id]")} for path, page in pages.items()}
    for path, page in pages.items():
        for node in page.css("a[href]"):
            parts = urlsplit(node.attributes["href"])
            if parts.scheme:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.exists(), (path.name, parts)
            place = unquote(parts.fragment)
            assert not place or place in names.get(target, {place}), (path.name, parts)


@pytest.mark.parametrize(
    "name", [name for name in ascribe.__all__ if name not in ("Strictness", "__version__")]
)
def test_a_public_name_has_its_place_with_all_its_fields(pages, name) -> None:
    place = next(filter(None, (page.css_first(f"[id='ascribe.{name}']") for page in pages.values())), None)
    assert place is not None
    value = getattr(ascribe, name)
    fields = dataclasses.fields(value) if dataclasses.is_dataclass(value) else ()
    described = {node.text() for node in place.parent.css("dd li strong, dd p strong")}
    assert [field.name for field in fields if field.name not in described] == []


def test_the_search_knows_the_pages(site) -> None:
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert "verifiable-rag" in index
    assert "number_mismatch" in index


def test_the_notebook_runs_and_draws_its_plots(tmp_path) -> None:
    import nbformat

    command = ["nbconvert", "--to", "notebook", "--execute", "--output-dir", str(tmp_path), NOTEBOOK]
    subprocess.run([sys.executable, "-m", *command], cwd=ROOT, check=True, capture_output=True)
    stored, again = (
        [(cell.source, list(iterate_outputs(cell))) for cell in nbformat.read(path, as_version=4).cells]
        for path in (ROOT / NOTEBOOK, tmp_path / Path(NOTEBOOK).name)
    )
    assert again == stored
    assert sum("image/png" in outputs for _, outputs in again) == 2


def iterate_outputs(cell: dict[str, Any]) -> Iterator[str]:
    """Yield the printed text of a cell, or the kind of what it shows."""
    for output in cell.get("outputs", ()):
        yield output["text"] if output["output_type"] == "stream" else next(iter(output["data"]))
