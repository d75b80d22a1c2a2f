"""Fixtures shared by all tests."""

import io
import os
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from hypothesis import settings

from ascribe import registry
from tests.llm.server import Server, serving

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", max_examples=1000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
# The same examples on every run, so that a green change stays green; `explore` looks for new ones.

SHARED = Path(__file__).resolve().parents[1].parent / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The data folder beside the checkout; the test is skipped where there is none."""
    if not SHARED.is_dir():
        pytest.skip("needs the data folder ../shared/data")
    return SHARED


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server of chat completions that answers, or fails, as a test tells it."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with serving() as made:
        yield made


Declare = Callable[..., None]


@pytest.fixture
def declare(monkeypatch: pytest.MonkeyPatch) -> Iterator[Declare]:
    """Has other packages declare components, each given as (``stage.name``, target); installs nothing."""

    def declared(*given: tuple[str, str]) -> None:
        points = [EntryPoint(name, target, registry.GROUP) for name, target in given]
        monkeypatch.setattr(registry, "entry_points", lambda group: points if group == registry.GROUP else [])
        registry._list_rows.cache_clear()

    yield declared
    registry._list_rows.cache_clear()


@pytest.fixture(scope="session")
def made_files() -> dict[str, tuple[str, bytes]]:
    """Reader name → (file name, bytes) of real files, made here."""
    return {"pdf": ("mill.pdf", _pdf()), "docx": ("mill.docx", _docx())}


def _pdf() -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    data = io.BytesIO()
    canvas = Canvas(data, invariant=1)
    for lines in (("The mill stands on the river.", "It was built in 1871."), ("It has 12 sails.",)):
        for number, line in enumerate(lines):
            canvas.drawString(72, 700 - 14 * number, line)
        canvas.showPage()
    canvas.save()
    return data.getvalue()


def _docx() -> bytes:
    from docx import Document

    document = Document()
    document.add_heading("The mill", 1)
    document.add_paragraph("It stands on the river. It was built in 1871.")
    data = io.BytesIO()
    document.save(data)
    return data.getvalue()
