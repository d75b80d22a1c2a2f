"""The pages, their texts and files, without a service: they need no package beyond the base ones."""

import re
import subprocess
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from ascribe.apps.server.settings import LOCAL_TIERS, ServerSettings
from ascribe.apps.web.assets import compute_digest, find_type, read_assets
from ascribe.apps.web.exports import FORMATS
from ascribe.apps.web.pages import LEVELS, STYLES, render_page
from ascribe.apps.web.texts import LANGUAGES, choose_language, read_texts
from ascribe.records.outcomes import STATUSES

FOLDER = Path(str(files("ascribe.apps.web")))
PAGES = ("check", "result", "ask", "history")


def read_sources() -> str:
    """All templates and scripts."""
    found = [*(FOLDER / "templates").iterdir(), *(FOLDER / "static").glob("*.js")]
    return "\n".join(path.read_text(encoding="utf-8") for path in found)


def test_every_language_has_every_text() -> None:
    english = read_texts("en")
    for language in LANGUAGES:
        texts = read_texts(language)
        assert texts.keys() == english.keys()
        for key, text in texts.items():
            assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", english[key])), key


def test_every_text_that_is_used_exists() -> None:
    used = set(re.findall(r'\bwords\("([\w-]+)"', read_sources()))
    used |= set(re.findall(r"\bt\.(?!get\b)(\w+)", read_sources()))
    used |= {f"status_{status}" for status in (*STATUSES, "unchecked")}
    used |= {f"tier_{tier}" for tier in LOCAL_TIERS} | {f"level_{level}" for level in LEVELS}
    used |= {f"style_{style}" for style in STYLES} | {f"title_{page}" for page in PAGES}
    used |= {f"kind_{kind}" for kind in ("check", "ask", "repair", "chat")}
    assert len(used) > 100
    assert used <= read_texts("en").keys()


@pytest.mark.parametrize(
    ("chosen", "accepted", "got"),
    [
        (None, "", "en"),
        (None, "de-AT,de;q=0.9,en;q=0.8", "de"),
        (None, "fr, en;q=0.4, de;q=0.5", "de"),
        (None, "de;q=0, en;q=0.1", "en"),
        (None, "*;q=x, ,;;", "en"),
        ("en", "de", "en"),
        ("xx", "de", "de"),
    ],
)
def test_the_language_is_the_chosen_or_the_accepted_one(chosen, accepted, got) -> None:
    assert choose_language(chosen, accepted) == got


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_refers_to_nothing_outside_and_holds_no_script(page, language, tmp_path) -> None:
    text = render_page(page, language, ServerSettings(data=tmp_path))
    assert f'<html lang="{language}">' in text
    assert "<built-in method" not in text
    assert "https://" not in text
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"\son\w+=|\sstyle=|javascript:", text)
    for tag in re.findall(r"<script[^>]*>", text):
        assert "src=" in tag or 'type="application/json"' in tag
    for address in re.findall(r'(?:src|href)="(/assets/[^"]+)"', text):
        assert address.split("/")[2] == compute_digest()
        assert address.split("/")[3] in read_assets()


def test_retention_is_said(tmp_path) -> None:
    assert "after 30 days" in render_page("history", "en", ServerSettings(data=tmp_path))
    assert "after 1.5 days" in render_page("check", "en", ServerSettings(data=tmp_path, retention_days=1.5))
    kept = render_page("check", "en", ServerSettings(data=tmp_path, retention_days=0))
    assert "This service keeps no checks." in kept


def test_the_foot_says_whether_texts_are_sent(tmp_path) -> None:
    local = ServerSettings(data=tmp_path)

    def read_foot(settings: ServerSettings) -> str:
        return render_page("check", "en", settings).split('<footer class="foot">')[1]

    assert "nothing is sent anywhere else" in read_foot(local)
    for changed in ({"generator": "llm"}, {"upstream": "https://a.example/v1"}, {"tiers": ("rules", "llm")}):
        assert "sends texts to the model endpoint" in read_foot(replace(local, **changed))


def test_modules_import_only_what_is_served() -> None:
    for name, content in read_assets().items():
        assert find_type(name).startswith(("text/", "image/"))
        if name.endswith(".js"):
            for imported in re.findall(r'from "([^"]+)"', content.decode()):
                assert imported.removeprefix("./") in read_assets()
            assert b"innerHTML" not in content
            assert b"eval(" not in content


def test_the_wheel_gets_every_file() -> None:
    """Hatch takes every file of the package that git does not ignore."""
    found = [path for path in FOLDER.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")]
    assert {path.suffix for path in found} == {".jinja", ".css", ".js", ".svg", ".json"}
    assert len(found) > 15
    shown = subprocess.run(
        ["git", "check-ignore", *map(str, found)], cwd=FOLDER, capture_output=True, text=True, check=False
    )
    assert shown.stdout == ""


def test_every_format_has_a_writer() -> None:
    from ascribe.apps.web.exports import _WRITERS

    assert _WRITERS.keys() == FORMATS.keys()
