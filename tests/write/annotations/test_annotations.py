"""Web Annotations: the model's rules hold, every term is known, and reading gives the references back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import ascribe
from ascribe.errors import InputError
from ascribe.records import Answer
from ascribe.write.annotations import AnnotationsWriter, build_collection, read_annotations
from ascribe.write.view_builder import build_view
from tests.write.answers import answers
from tests.write.conftest import build_answer

MOTIVATIONS = {"assessing", "linking"}
TERMS = {
    "AnnotationCollection": {"id", "type", "label", "total", "first", "last", "@context"},
    "AnnotationPage": {"id", "type", "startIndex", "items"},
    "Annotation": {"id", "type", "motivation", "body", "target"},
    "SpecificResource": {"type", "purpose", "source", "selector"},
    "TextualBody": {"type", "purpose", "format", "value"},
    "TextQuoteSelector": {"type", "exact", "prefix", "suffix"},
    "TextPositionSelector": {"type", "start", "end"},
    "FragmentSelector": {"type", "conformsTo", "value"},
}
"""What the Web Annotation Data Model lets each class have, of the terms that we use."""


def references(answer: Answer) -> list[ascribe.Reference]:
    return [evidence.reference for sentence in build_view(answer).sentences for evidence in sentence.evidence]


def assert_follows_the_model(collection: dict[str, Any]) -> None:
    """The MUSTs of sections 3.1, 3.2, 4.2 and 5.1, and no term of the model where it has no place."""
    assert collection["@context"][0] == "http://www.w3.org/ns/anno.jsonld"
    assert collection["total"] == len(collection["first"]["items"])
    assert_known_terms(collection)
    ids = [
        collection["id"],
        collection["first"]["id"],
        *(item["id"] for item in collection["first"]["items"]),
    ]
    assert all(name.startswith("urn:uuid:") for name in ids)
    for item in collection["first"]["items"]:
        assert item["motivation"] in MOTIVATIONS
        assert item["target"]["source"]
        for selector in (*item["target"]["selector"], *item["body"][0].get("selector", ())):
            if selector["type"] == "TextPositionSelector":
                assert 0 <= selector["start"] <= selector["end"]
            if selector["type"] == "TextQuoteSelector":
                assert selector["exact"]


def assert_known_terms(node: Any) -> None:
    if isinstance(node, list):
        for part in node:
            assert_known_terms(part)
    elif isinstance(node, dict):
        own = {key for key in node if not key.startswith("ascribe:")}
        if "type" in node:
            assert own <= TERMS[node["type"]], own
        for key, value in node.items():
            if not key.startswith(("ascribe:", "@")):
                assert_known_terms(value)


def test_a_realistic_answer() -> None:
    answer = build_answer()
    collection = json.loads(answer.to_annotations())
    assert_follows_the_model(collection)
    assert read_annotations(answer.to_annotations()) == references(answer)
    first = collection["first"]["items"][0]
    kinds = [selector["type"] for selector in first["target"]["selector"]]
    assert kinds == ["TextQuoteSelector", "TextPositionSelector", "FragmentSelector"]
    assert first["target"]["selector"][2]["value"] == "page=1"
    assert first["target"]["source"] == "manual.pdf"
    assert first["body"][1]["value"].startswith("supported: ")
    labels = [(i.get("ascribe:label"), i["motivation"]) for i in collection["first"]["items"]]
    assert ("contradicts", "assessing") in labels
    assert ("related", "linking") in labels


@given(answer=answers())
def test_any_answer_follows_the_model_and_comes_back(answer: Answer) -> None:
    text = AnnotationsWriter(indent=None).write(answer).text
    assert_follows_the_model(json.loads(text))
    assert read_annotations(text) == references(answer)


def test_positions_count_code_points_and_quotes_are_unique() -> None:
    text = "🙂 The mill has 12 sails. 🙂🙂 The mill has 12 sails. The barn has none."
    answer = ascribe.check("The barn has none.", [{"id": "a", "text": text}], tier="rules")
    (item,) = build_collection(answer)["first"]["items"]
    quote, place = item["target"]["selector"]
    assert text[place["start"] : place["end"]] == quote["exact"] == "The barn has none."
    assert text.count(quote["prefix"] + quote["exact"] + quote.get("suffix", "")) == 1


def test_the_same_answer_has_the_same_ids_and_another_has_others() -> None:
    one, two = (
        ascribe.check(reply, ["The mill has 12 sails."], tier="rules")
        for reply in ("It is.", "The mill has 12 sails.")
    )
    assert one.to_annotations() == one.to_annotations()
    assert json.loads(one.to_annotations())["id"] != json.loads(two.to_annotations())["id"]


@pytest.mark.parametrize(
    ("metadata", "address"),
    [
        ({"url": "https://example.org/a(b)?x=1"}, "https://example.org/a%28b%29?x=1"),
        ({}, "urn:x-ascribe:source:my%20notes"),
    ],
)
def test_sources_are_named_by_their_address(metadata, address) -> None:
    source = {"id": "my notes", "text": "The mill has 12 sails.", "metadata": metadata}
    collection = build_collection(ascribe.check("The mill has 12 sails.", [source], tier="rules"))
    assert [item["target"]["source"] for item in collection["first"]["items"]] == [address]


def test_files_are_named_from_where_the_collection_stands(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in put").mkdir()
    Path("in put/a.txt").write_text("The mill has 12 sails.", encoding="utf-8")
    answer = ascribe.check("The mill has 12 sails.", Path("in put/a.txt"), tier="rules")
    for folder, address in ((None, "in%20put/a.txt"), (Path("out"), "../in%20put/a.txt")):
        item = build_collection(answer, folder)["first"]["items"][0]
        assert item["target"]["source"] == address


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"first": {"items": [{}]}}', '{"first": {"items": [3]}}'])
def test_other_json_is_refused(text) -> None:
    with pytest.raises(InputError, match=r"annotation"):
        read_annotations(text)
    with pytest.raises(InputError, match="not an annotation collection"):
        AnnotationsWriter().decode(text)
