"""Config files: what they may say, what is said of a mistake, and what a library makes of them."""

import json
import re
import sys
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ascribe import InputError, MissingExtraError
from ascribe.install_command import build_install_command
from ascribe.library import Library, ask
from ascribe.library.answering.extractive import ExtractiveGenerator
from ascribe.library.config import EXPECTED_VALUES, CheckTable, Config, read_config
from ascribe.library.generator_config import GENERATOR_KEYS, GeneratorConfig
from ascribe.library.options import AskOptions
from ascribe.protocols import Limits
from tests.llm.server import Sent, Server, completion
from tests.test_docs import ROOT

SOURCE = "The mill has 12 sails. It was built in 1871."
QUESTION = "How many sails has the mill?"

ALL: dict[str, Any] = {
    "library": "mills.ascribe",
    "encode": False,
    "generator": {
        "name": "llm",
        "url": "http://127.0.0.1:1/v1",
        "model": "tiny",
        "key_variable": "MILL_KEY",
        "answer_tokens": 100,
        "timeout": 2.5,
        "retries": 0,
    },
    "strictness": "strict",
    "tier": "rules",
    "top": 3,
    "rerank": "org/reranker",
    "context": "section",
    "where": {"year": [1871, 1902], "kind": "mill"},
    "language": "de-AT",
    "verify": True,
    "calibration": "ask.json",
    "limits": {"max_pages": 7},
}

TOML = """
library = "mills.ascribe"
encode = false
strictness = "strict"
tier = "rules"
top = 3
rerank = "org/reranker"
context = "section"
language = "de-AT"
verify = true
calibration = "ask.json"
generator = { name = "llm", url = "http://127.0.0.1:1/v1", model = "tiny", key_variable = "MILL_KEY", \
answer_tokens = 100, timeout = 2.5, retries = 0 }
where.year = [1871, 1902]
where.kind = "mill"
limits.max_pages = 7
"""


def written(folder: Path, text: str, name: str = "ask.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_the_same_in_both_languages_and_each_key_arrives(tmp_path) -> None:
    config = read_config(written(tmp_path, TOML))
    assert config == read_config(written(tmp_path, yaml.safe_dump(ALL), "ask.yml"))
    found = json.loads(json.dumps(asdict(config), default=str))
    found["generator"].pop("threshold")
    assert not any(found.pop("check").values())
    found["limits"] = {"max_pages": found["limits"]["max_pages"]}
    assert found == {
        **ALL,
        "library_url": None,
        "library": f"{tmp_path}/mills.ascribe",
        "calibration": f"{tmp_path}/ask.json",
    }


@pytest.mark.parametrize(("name", "text"), [("a.toml", ""), ("a.yaml", ""), ("a.yaml", "# nothing\n")])
def test_a_file_that_says_nothing_asks_as_a_library_does_by_itself(tmp_path, name, text) -> None:
    config = read_config(written(tmp_path, text, name))
    assert config == Config()
    assert config.options() == AskOptions()


def test_every_option_of_ask_and_every_key_is_in_the_schema() -> None:
    assert {field.name for field in fields(AskOptions)} <= {field.name for field in fields(Config)}
    own = {field.name for field in fields(Config)}
    own |= {f"generator.{field.name}" for field in fields(GeneratorConfig)}
    own |= {f"check.{field.name}" for field in fields(CheckTable)}
    assert own == set(EXPECTED_VALUES)
    assert {"name", *(key for keys in GENERATOR_KEYS.values() for key in keys)} == {
        field.name for field in fields(GeneratorConfig)
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("topp = 3", "no key 'topp'; the nearest is 'top'."),
        ("[generator]\nkey = 'sk-1'", "no key 'generator.key'; the nearest is 'generator.key_variable'."),
        ("[limits]\nmax_page = 1", "no key 'limits.max_page'; the nearest is 'limits.max_pages'."),
        ("top = 'a'", "top: expected a whole number from 1, got 'a'."),
        ("top = 0", "top: expected a whole number from 1, got 0."),
        ("top = true", "top: expected a whole number from 1, got True."),
        ("verify = 'yes'", "verify: expected true or false, got 'yes'."),
        ("strictness = 'harsh'", "strictness: expected 'loose', 'balanced', 'strict' or 'paranoid', got"),
        ("tier = ' '", "tier: expected the name of a tier"),
        ("rerank = ' '", "rerank: expected 'builtin', or the name or folder of a cross-encoder, got"),
        ("context = 'page'", "context: expected 'passage', 'neighbours' or 'section', got 'page'."),
        ("language = 'english'", "language: expected a code in quotes"),
        ("library = ''", "library: expected the name of a file, got ''."),
        (
            "library_url = 'mysql://db/a'",
            "library_url: expected an address such as 'postgresql://user@host/d",
        ),
        ("calibration = 3", "calibration: expected the name of a file, got 3."),
        (
            "generator = 'llm'",
            "generator: expected a table, got 'llm'; write a table [generator] with name = \"llm\".",
        ),
        ("generator = 3", "generator: expected a table, got 3."),
        ("generator.name = 'oracle'", "generator.name: expected one of extractive, llm, got 'oracle'."),
        ("generator.url = 'http://x/v1'", "generator.url is for the generator llm, not for extractive"),
        ("[generator]\nname = 'llm'\nurl = 'http://x/v1'", "generator.model is missing"),
        ("[generator]\nname = 'llm'\nurl = 'ftp://x'\nmodel = 'm'", "expected http://"),
        ("tier = 'magic'", "tier: expected one of rules, builtin, large, hf, llm, got 'magic'."),
        ("strictness = 'strict'\nverify = false", "strictness 'strict' requires every sentence"),
        ("[generator]\nthreshold = 2", "generator.threshold: expected a number from 0 to 1, got 2."),
        ("[generator]\ntimeout = 0", "generator.timeout: expected seconds above 0, got 0."),
        ("[limits]\nmax_pages = 'a'", "limits.max_pages: expected a number above 0, got 'a'."),
        ("[limits]\nmax_pages = 0", "limits.max_pages: expected a number above 0, got 0."),
        ("[where]\nyear = 2020-01-01", "where: expected for each key a text, a number"),
        ("top = 3\ntop = 4", "is not well formed (Cannot overwrite a value"),
        ("top = ", "is not well formed"),
    ],
)
def test_a_mistake_is_named_with_file_and_key(tmp_path, text, message) -> None:
    path = written(tmp_path, text)
    with pytest.raises(InputError) as caught:
        read_config(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("top: 3\ntop: 4", "the key 'top' is given twice, again in line 2"),
        ("generator: {name: llm, name: extractive}", "the key 'name' is given twice"),
        ("language: no", "language: expected a code in quotes, such as 'en' or 'de-AT', got False."),
        ("on: 3", "there is no key 'True'"),
        ("- top", "must contain keys and values, got list."),
        ("top: [", "is not well formed"),
    ],
)
def test_the_traps_of_yaml_are_errors(tmp_path, text, message) -> None:
    with pytest.raises(InputError) as caught:
        read_config(written(tmp_path, text, "ask.yaml"))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


KNOWN = {"": Config, "generator": GeneratorConfig, "limits": Limits}


@given(table=st.sampled_from(sorted(KNOWN)), key=st.text(min_size=1, max_size=12), value=st.integers())
def test_no_unknown_key_gets_through_in_any_table(tmp_path_factory, table, key, value) -> None:
    names = {field.name for field in fields(KNOWN[table])}
    if key in names:
        return
    held: dict[str, Any] = {key: value}
    path = tmp_path_factory.getbasetemp() / "unknown.yaml"
    path.write_text(yaml.safe_dump({table: held} if table else held, allow_unicode=True), encoding="utf-8")
    with pytest.raises(InputError, match="there is no key") as caught:
        read_config(path)
    nearest = str(caught.value).rpartition("the nearest is '")[2].removesuffix("'.")
    assert nearest.rpartition(".")[2] in names


def test_files_that_are_no_config_are_named(tmp_path) -> None:
    with pytest.raises(InputError, match=r"ask\.ini: a configuration file must end in \.toml, \.yaml, \.yml"):
        read_config(written(tmp_path, "", "ask.ini"))
    with pytest.raises(InputError, match=r"none\.toml: cannot be read"):
        read_config(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"tier = 'r\xfcles'")
    with pytest.raises(InputError, match=r"latin\.toml: is not well formed"):
        read_config(tmp_path / "latin.toml")


def test_without_its_package_yaml_names_the_command_and_toml_works(tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    assert read_config(written(tmp_path, "top = 2")).top == 2
    with pytest.raises(MissingExtraError, match=re.escape(build_install_command("yaml"))):
        read_config(written(tmp_path, "top: 2", "ask.yaml"))


def test_a_key_written_where_its_variable_belongs_is_in_no_message(tmp_path) -> None:
    with pytest.raises(InputError, match=r"key_variable: expected the name of an environment") as caught:
        read_config(written(tmp_path, "[generator]\nkey_variable = 'sk-secret'"))
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("generator", "message"),
    [
        (
            {"name": "llm", "threshold": 0.5},
            "generator.threshold is for the generator extractive, not for llm",
        ),
        ({"model": "tiny"}, "generator.model is for the generator llm, not for extractive"),
        ({"name": "llm", "model": "tiny"}, "generator.url is missing"),
        ({"name": "llm", "url": "http://127.0.0.1:1/v1"}, "generator.model is missing"),
        ({"name": "llm", "key_variable": "MILL_KEY"}, "generator.url is missing"),
        ({"name": "llm", "url": "http://x", "model": "m", "key_variable": "NO_KEY"}, "NO_KEY is not set"),
        ({"name": "llm", "url": "ftp://x", "model": "m"}, "expected http://"),
    ],
)
def test_a_generator_that_cannot_be_made_is_an_error(monkeypatch, generator, message) -> None:
    monkeypatch.delenv("NO_KEY", raising=False)
    with pytest.raises(InputError) as caught:
        Config(generator=GeneratorConfig(**generator)).options()
    assert message in str(caught.value)


def test_the_bar_of_the_extractive_generator() -> None:
    generator = Config(generator=GeneratorConfig(threshold=0.8)).options().generator
    assert isinstance(generator, ExtractiveGenerator)
    assert generator.threshold == 0.8


def config_for(server: Server, key: str = "") -> str:
    return f"""
        tier = "rules"
        top = 1
        generator = {{ name = "llm", url = "{server.url}", model = "tiny", retries = 0{key} }}
    """


@pytest.fixture
def answering(server: Server) -> Server:
    answer = json.dumps({"answerable": True, "answer": "The mill has 12 sails [1]."})
    server.replies = [Sent(completion(answer))]
    return server


def test_a_library_asks_as_its_config_says_and_a_question_may_differ(tmp_path, answering) -> None:
    path = written(tmp_path, 'library = "mills.ascribe"\nencode = false\n' + config_for(answering))
    with Library.from_config(path) as library:
        library.add([{"id": "a", "text": SOURCE}, {"id": "b", "text": "The mill of Arle has 9 sails."}])
        answer = library.ask(QUESTION)
        assert (answer.reply, answer.strictness) == ("The mill has 12 sails.", "balanced")
        assert len(answer.retrieved_chunks) == 1
        other = library.ask(QUESTION, top=2, strictness="strict", generator=lambda *_: "It has 12 sails.")
        assert (len(other.retrieved_chunks), other.strictness) == (2, "strict")
    assert (tmp_path / "mills.ascribe").is_file()
    assert len(answering.requests) == 1


def test_documents_at_hand_are_asked_as_the_config_says(tmp_path, answering) -> None:
    path = written(tmp_path, 'library = "never/made"\n' + config_for(answering))
    assert ask(QUESTION, SOURCE, config=path).reply == "The mill has 12 sails."
    assert answering.requests[0].body["model"] == "tiny"


@pytest.mark.parametrize(
    ("key", "sent"), [("", None), (', key_variable = "MILL_KEY"', "Bearer right")], ids=["none", "named"]
)
def test_no_key_goes_to_an_address_that_it_is_not_for(tmp_path, answering, monkeypatch, key, sent) -> None:
    monkeypatch.setenv("ASCRIBE_LLM_KEY", "wrong")
    monkeypatch.setenv("MILL_KEY", "right")
    ask(QUESTION, SOURCE, config=written(tmp_path, config_for(answering, key)))
    assert answering.requests[0].headers.get("Authorization") == sent


def test_the_limits_are_those_of_what_is_added(tmp_path) -> None:
    config = read_config(written(tmp_path, "encode = false\n[limits]\nmax_chars = 10"))
    with Library.from_config(config, ":memory:") as library, pytest.raises(InputError, match="max_chars"):
        library.add(SOURCE)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "examples/ask").glob("*.[ty]*ml")), ids=lambda path: str(path.name)
)
def test_the_examples_are_good(path) -> None:
    config = read_config(path)
    assert config.library == ROOT / "examples/ask/papers.ascribe"
    assert config.options() != AskOptions()
