"""Whatever holds text becomes documents; what does not ends in one clear sentence."""

from __future__ import annotations

import json
import os
from datetime import UTC, date, datetime
from enum import Enum
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.errors import InputError, SkippedSourceWarning, SourceError
from ascribe.protocols import Limits
from ascribe.read.document import to_json_values
from ascribe.read.sources import SourceSet, load_sources, read_sources
from ascribe.records import Document

TEXT = "Ducks swim. Drakes are male ducks."


def one(source: object, **settings: Any) -> Document:
    (document,) = read_sources(source, **settings)
    return document


def refusal(source: object, **settings: Any) -> str:
    with pytest.raises(InputError) as caught:
        load_sources(source, **settings)
    return str(caught.value)


class TestText:
    def test_text_is_unchanged(self):
        text = "\ufeff  Ducks swim.\r\n\r\n  Geese\tfly.  \n"
        document = one(text)
        assert document.full_text == text
        assert (document.doc_id, document.parser_name) == ("source-1", "str")
        assert document.source_path == Path("source-1")

    @given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip))
    def test_sentences_are_slices(self, text: str):
        try:
            document = one({"text": text})
        except InputError:
            return  # no words in it
        assert document.full_text == text
        for sentence in document.sentences:
            assert text[sentence.span.char_start : sentence.span.char_end] == sentence.text

    def test_digest_is_that_of_the_utf8_text(self):
        assert one("été").digest == "sha256:" + sha256(b"\xc3\xa9t\xc3\xa9").hexdigest()
        assert one("abc").digest == "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    def test_language_is_passed_on(self):
        assert one(TEXT, language="de").language == "de"
        assert one(TEXT).language is None

    def test_one_line_that_names_a_file_says_to_wrap_it(self, tmp_path: Path):
        (tmp_path / "a.txt").write_text(TEXT)
        for name in (str(tmp_path / "a.txt"), str(tmp_path)):
            message = refusal(["text before", name])
            assert message.startswith("source 2:")
            assert f"Path({name!r})" in message

    @pytest.mark.parametrize("text", ["x" * 5000, "a\0b c", "no such file.txt"])
    def test_other_lines_are_text(self, text: str):
        assert one(text).full_text == text

    @pytest.mark.parametrize("empty", ["", " \n\t "])
    def test_empty_text_is_refused(self, empty: str):
        assert "source 2: its text is empty" in refusal([TEXT, empty])
        assert "source 1: its text is empty" in refusal({"text": empty})

    def test_half_a_surrogate_pair_is_refused_with_its_place(self):
        message = refusal([TEXT, "abc\ud800def"])
        assert message.startswith("source 2:")
        assert "character 3" in message

    def test_too_long_text_names_the_limit(self):
        message = refusal([TEXT], limits=Limits(max_chars=10))
        assert "source 1: it has 34 characters" in message
        assert "max_chars" in message


class TestDicts:
    @pytest.mark.parametrize("key", ["text", "content", "page_content"])
    @pytest.mark.parametrize("id_key", ["id", "doc_id"])
    @pytest.mark.parametrize("meta_key", ["meta", "metadata"])
    def test_names(self, key: str, id_key: str, meta_key: str):
        document = one({key: TEXT, id_key: 7, meta_key: {"page": 3}})
        assert (document.full_text, document.doc_id, document.metadata) == (TEXT, "7", {"page": 3})
        assert document.parser_name == "dict"

    def test_the_first_name_wins(self):
        source = {
            "content": "second",
            "text": "first",
            "doc_id": "b",
            "id": "a",
            "metadata": {},
            "meta": {"m": 1},
        }
        document = one(source)
        assert (document.full_text, document.doc_id, document.metadata) == ("first", "a", {"m": 1})

    def test_other_keys_are_kept_as_metadata(self):
        assert one({"text": TEXT, "title": "Ducks", "meta": {"page": 1}}).metadata == {
            "title": "Ducks",
            "page": 1,
        }

    def test_unknown_dict_names_its_keys_and_those_needed(self):
        message = refusal([TEXT, TEXT, {"body": TEXT, "url": "x"}])
        assert message.startswith("source 3:")
        for word in ("'text'", "'content'", "'page_content'", "'body'", "'url'"):
            assert word in message

    @pytest.mark.parametrize("bad", [None, 5, b"abc", ["a"]])
    def test_text_that_is_no_text(self, bad: object):
        assert "not a str" in refusal({"text": bad})

    def test_metadata_that_is_no_dict(self):
        assert "metadata is a list" in refusal({"text": TEXT, "metadata": [1]})

    def test_input_is_left_alone(self):
        source = {"text": TEXT, "meta": {"when": date(2024, 5, 1), "tags": {"b", "a"}}}
        document = one(source)
        assert source == {"text": TEXT, "meta": {"when": date(2024, 5, 1), "tags": {"b", "a"}}}
        assert document.metadata == {"when": "2024-05-01", "tags": ["a", "b"]}


class TestFrameworkObjects:
    @pytest.mark.parametrize(
        "item",
        [
            SimpleNamespace(content=TEXT, meta={"k": 1}, id="x"),
            SimpleNamespace(page_content=TEXT, metadata={"k": 1}, id="x"),
            SimpleNamespace(text=TEXT, metadata={"k": 1}, node_id="x", id_="y"),
            SimpleNamespace(get_content=lambda: TEXT, metadata={"k": 1}, id_="x"),
            SimpleNamespace(node=SimpleNamespace(text=TEXT, metadata={"k": 1}, node_id="x"), score=0.5),
        ],
        ids=["haystack", "langchain", "text_node", "get_content", "node_with_score"],
    )
    def test_documents_of_frameworks(self, item: object):
        for given_as in (item, [item]):
            document = one(given_as)
            assert (document.full_text, document.doc_id, document.metadata) == (TEXT, "x", {"k": 1})
            assert document.parser_name == "SimpleNamespace"

    def test_an_id_of_none_becomes_the_position(self):
        assert one(SimpleNamespace(page_content=TEXT, metadata={}, id=None)).doc_id == "source-1"

    def test_a_document_without_text(self):
        item = SimpleNamespace(content=None, meta={}, id="x")
        assert "source 2: the text of the SimpleNamespace is a NoneType" in refusal([TEXT, item])

    def test_own_documents_are_taken_as_they_are(self):
        document = one(TEXT)
        assert read_sources(document) == [document]
        assert read_sources([document])[0] is document

    def test_a_loaded_set_is_given_back(self):
        loaded = load_sources([TEXT])
        assert load_sources(loaded) is loaded


class TestWrongInput:
    @pytest.mark.parametrize("bad", [None, [], (), iter([])])
    def test_none_at_all(self, bad: object):
        assert "there are none" in refusal(bad)

    @pytest.mark.parametrize("bad", [b"abc", bytearray(b"abc")])
    def test_bytes(self, bad: object):
        for given_as in (bad, [bad]):
            assert "decode them" in refusal(given_as)

    @pytest.mark.parametrize("bad", [5, 2.5, object(), [TEXT], None])
    def test_other_types_name_the_position(self, bad: object):
        assert refusal([TEXT, TEXT, bad]).startswith("source 3: cannot take a")

    def test_a_set_is_sorted_as_it_has_no_order(self):
        assert [d.full_text for d in read_sources({"B two.", "A one.", "C three."})] == [
            "A one.", "B two.", "C three.",
        ]  # fmt: skip

    def test_a_text_of_none_leaves_the_next_key(self):
        assert one({"text": None, "content": TEXT}).full_text == TEXT

    def test_a_generator_is_read_once(self):
        assert [d.doc_id for d in read_sources(text for text in (TEXT, TEXT))] == ["source-1", "source-2"]


class TestIds:
    def test_positions(self):
        documents = read_sources([TEXT, {"text": TEXT, "id": "a"}, TEXT])
        assert [d.doc_id for d in documents] == ["source-1", "a", "source-3"]

    def test_a_position_that_is_taken(self):
        documents = read_sources([TEXT, {"text": TEXT, "id": "source-1"}])
        assert [d.doc_id for d in documents] == ["source-1 (2)", "source-1"]

    def test_metadata_names_a_source_without_an_id(self):
        said = [
            {"source": "docs/a.pdf", "page": 3, "page_label": "iv"},
            {"source": " docs/\na.pdf ", "page": 3},
            {"source": "docs/ a.pdf"},
            {"file_name": "b.pdf", "file_path": "docs/b.pdf", "page_label": 2},
            {"source": 5, "url": "https://example.org/c"},
            {"source": "x" * 501, "page_label": "1"},
            {"page_label": "1"},
            {"source": ""},
            {"source": "2", "file_path": "docs/d.pdf"},  # PyMuPDFReader of LlamaIndex: the page
        ]
        items: list[object] = [SimpleNamespace(page_content=TEXT, metadata=one, id=None) for one in said]
        documents = read_sources([*items, {"text": TEXT, "source": "b.pdf, page 2"}])
        assert [d.doc_id for d in documents] == [
            "docs/a.pdf, page iv", "docs/ a.pdf", "docs/ a.pdf, part 2", "b.pdf, page 2",
            "https://example.org/c", "source-6", "source-7", "source-8", "docs/d.pdf",
            "b.pdf, page 2, part 2",
        ]  # fmt: skip

    def test_a_name_counts_more_than_a_uuid_that_a_framework_made_up(self):
        made_up = "0b1cd744-a7c1-4e4b-8c5c-dc7612845335"
        metadata = {"file_name": "mill.pdf", "page_label": "4"}
        items = [
            SimpleNamespace(text=TEXT, node_id=made_up, metadata=metadata),
            SimpleNamespace(text=TEXT, node_id=made_up.replace("0", "1"), metadata={}),
            SimpleNamespace(text=TEXT, node_id="n1", metadata=metadata),
            {"text": TEXT, "id": made_up, "metadata": metadata},
            SimpleNamespace(content=TEXT, id="0123456789abcdef" * 4, meta={"file_path": "docs/mill.pdf"}),
            SimpleNamespace(content=TEXT, id="abcdef0123456789" * 4, meta={"title": "The mill"}),
            {"text": TEXT, "chunk_id": "mill-7", "metadata": {"source": "mill.pdf"}},
            {"text": TEXT, "id": "n2", "chunk_id": "mill-8"},
        ]
        documents = read_sources(items)
        assert [d.doc_id for d in documents] == [
            "mill.pdf, page 4", made_up.replace("0", "1"), "n1", "mill.pdf, page 4, part 2", "docs/mill.pdf",
            "The mill", "mill-7", "n2",
        ]  # fmt: skip
        kept = [made_up, None, None, made_up, "0123456789abcdef" * 4, "abcdef0123456789" * 4, None, None]
        assert [d.metadata.get("id") for d in documents] == kept

    def test_an_id_counts_more_than_a_name_and_is_never_given_twice(self, tmp_path: Path):
        (tmp_path / "a.txt").write_text(TEXT)
        named = {"text": TEXT, "source": "a.txt"}
        items = [named, tmp_path / "a.txt", {**named, "id": "a.txt, part 2"}, named, {**named, "id": "b"}]
        assert [d.doc_id for d in read_sources(items)] == [
            "a.txt, part 3",
            "a.txt",
            "a.txt, part 2",
            "a.txt, part 4",
            "b",
        ]

    def test_the_same_id_twice_names_both(self):
        message = refusal([{"text": TEXT, "id": "a"}, TEXT, {"text": "Other.", "id": "a"}])
        assert message.startswith("source 3:")
        assert "source 1" in message

    def test_own_documents_count(self):
        document = one({"text": TEXT, "id": "a"})
        assert refusal([document, {"text": TEXT, "id": "a"}]).startswith("source 2:")

    def test_file_names(self, tmp_path: Path):
        for name in ("a/x.txt", "b/x.txt", "b/y.txt", "folder/sub/z.txt"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(TEXT)
        chosen = [tmp_path / "a/x.txt", tmp_path / "b/x.txt", tmp_path / "b/y.txt", tmp_path / "folder"]
        assert [d.doc_id for d in read_sources(chosen)] == ["a/x.txt", "b/x.txt", "y.txt", "sub/z.txt"]

    def test_files_of_folders_with_the_same_name(self, tmp_path: Path):
        for name in ("a/docs/x.txt", "b/docs/x.txt"):
            (tmp_path / name).parent.mkdir(parents=True)
            (tmp_path / name).write_text(TEXT)
        documents = read_sources([tmp_path / "a/docs", tmp_path / "b/docs"])
        assert [d.doc_id for d in documents] == ["a/docs/x.txt", "b/docs/x.txt"]

    def test_a_file_and_a_given_id(self, tmp_path: Path):
        (tmp_path / "x.txt").write_text(TEXT)
        documents = read_sources([tmp_path / "x.txt", {"text": TEXT, "id": "x.txt"}])
        assert documents[0].doc_id == f"{tmp_path.name}/x.txt"

    def test_the_same_file_twice_names_both(self, tmp_path: Path):
        (tmp_path / "x.txt").write_text(TEXT)
        for second in (tmp_path / "x.txt", tmp_path / ".." / tmp_path.name / "x.txt", tmp_path):
            message = refusal([tmp_path / "x.txt", TEXT, second])
            assert message.startswith("source 3:")
            assert "source 1" in message


class TestFiles:
    def test_a_file(self, tmp_path: Path):
        path = tmp_path / "Notes.TXT"
        path.write_bytes(b"Ducks swim.\r\n")
        document = one(path)
        assert document.full_text == "Ducks swim.\r\n"
        assert (document.doc_id, document.parser_name, document.source_path) == ("Notes.TXT", "text", path)
        assert document.digest == f"sha256:{sha256(path.read_bytes()).hexdigest()}"

    @pytest.mark.parametrize(
        ("name", "data", "words"),
        [
            ("missing.txt", None, "no such file"),
            ("a.xyz", b"abc", "no reader supports files ending in .xyz"),
            ("README", b"abc", "no reader supports files without an extension"),
            ("empty.txt", b"", "empty"),
            ("blank.txt", b" \n\t\r\n", "empty"),
            ("blank_utf16.txt", " \n ".encode("utf-16"), "no text"),
            ("binary.txt", bytes(range(256)) * 4, "not a text file"),
            ("broken.docx", b"PK\x03\x04 nothing", "damaged"),
            ("no_text.html", b"<html><body><script>x()</script></body></html>", "no text"),
        ],
    )
    def test_what_cannot_be_read(self, tmp_path: Path, name: str, data: bytes | None, words: str):
        if data is not None:
            (tmp_path / name).write_bytes(data)
        with pytest.raises(SourceError) as caught:
            read_sources(tmp_path / name)
        assert caught.value.source == str(tmp_path / name)
        assert words in caught.value.reason

    def test_limits_name_the_parameter(self, tmp_path: Path):
        path = tmp_path / "a.txt"
        path.write_text(TEXT)
        assert "max_bytes" in refusal(path, limits=Limits(max_bytes=10))
        message = refusal(path, limits=Limits(max_chars=10))
        assert "Limits(max_chars=…) (--max-chars of ascribe check)" in message
        assert one(path, limits=Limits(max_bytes=len(TEXT), max_chars=len(TEXT))).full_text == TEXT

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
    def test_permission(self, tmp_path: Path):
        (tmp_path / "a.txt").write_text(TEXT)
        (tmp_path / "a.txt").chmod(0)
        assert "permissions" in refusal(tmp_path / "a.txt")

    def test_a_link_that_leads_to_itself(self, tmp_path: Path):
        (tmp_path / "loop.txt").symlink_to(tmp_path / "loop.txt")
        assert "loop.txt" in refusal(tmp_path / "loop.txt")

    def test_a_pipe(self, tmp_path: Path):
        os.mkfifo(tmp_path / "pipe.txt")
        assert "not a regular file" in refusal(tmp_path / "pipe.txt")


class TestFolders:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        files = {
            "b.txt": TEXT,
            "a.md": "# Ducks\n\nThey swim.",
            "sub/c.html": "<p>Geese fly.</p>",
            "picture.png": "x",
        }
        files |= {
            ".hidden.txt": TEXT,
            ".git/x.txt": TEXT,
            "~$lock.docx": "x",
            "broken.docx": "x",
            "x.pdf/d.txt": TEXT,
        }
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text)
        return tmp_path

    def test_reads_what_can_be_read_and_lists_the_rest(self, folder: Path):
        loaded = load_sources(folder)
        assert [d.doc_id for d in loaded.documents] == ["a.md", "b.txt", "sub/c.html", "x.pdf/d.txt"]
        assert [Path(s.source).name for s in loaded.skipped] == ["broken.docx", "picture.png"]
        assert all(s.reason.endswith(".") for s in loaded.skipped)

    def test_the_public_reader_warns(self, folder: Path):
        with pytest.warns(SkippedSourceWarning) as warned:
            documents = read_sources(folder)
        assert len(documents) == 4
        assert [Path(w.filename).name for w in warned] == ["test_sources.py"] * 2
        assert "picture.png: no reader supports files ending in .png" in str(warned[1].message)

    def test_progress_counts_every_source(self, folder: Path):
        calls: list[tuple[str, int, int]] = []
        load_sources([TEXT, folder], progress=lambda name, done, total: calls.append((name, done, total)))
        assert [(done, total) for _, done, total in calls] == [(n, 7) for n in range(1, 8)]
        assert [Path(name).name for name, _, _ in calls[:2]] == ["source 1", "a.md"]

    def test_nothing_readable_lists_the_extensions(self, tmp_path: Path):
        for names in ([], ["a.png"]):
            for name in names:
                (tmp_path / name).write_text("x")
            message = refusal([TEXT, tmp_path])
            assert all(ending in message for ending in (".txt", ".md", ".html", ".pdf", ".docx"))

    def test_links(self, tmp_path: Path):
        (tmp_path / "a.txt").write_text(TEXT)
        (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
        (tmp_path / "nowhere.txt").symlink_to(tmp_path / "gone.txt")
        loaded = load_sources(tmp_path)
        assert [d.doc_id for d in loaded.documents] == ["a.txt"]
        assert [Path(s.source).name for s in loaded.skipped] == ["loop", "nowhere.txt"]

    def test_a_link_to_a_file_of_the_same_folder_is_skipped(self, tmp_path: Path):
        (tmp_path / "a.txt").write_text(TEXT)
        (tmp_path / "b.txt").symlink_to(tmp_path / "a.txt")
        loaded = load_sources(tmp_path)
        assert [d.doc_id for d in loaded.documents] == ["a.txt"]
        assert "the same file as" in loaded.skipped[0].reason

    def test_a_folder_of_files_that_fail_says_why(self, tmp_path: Path):
        (tmp_path / "broken.docx").write_bytes(b"no zip")
        (tmp_path / "empty.txt").write_bytes(b"")
        message = refusal(tmp_path)
        assert "broken.docx (and 1 more): " in message
        assert "this is not a Word file" in message

    def test_files_can_be_left_out(self, tmp_path: Path):
        for name in ("a.txt", "reply.txt"):
            (tmp_path / name).write_text(TEXT)
        without = {tmp_path / "reply.txt": "it is the reply."}
        loaded = load_sources(tmp_path, without=without)
        assert [(Path(s.source).name, s.reason) for s in loaded.skipped] == [
            ("reply.txt", "it is the reply.")
        ]
        with pytest.raises(SourceError, match=r"reply\.txt: it is the reply\."):
            load_sources(tmp_path / "reply.txt", without=without)


class Colour(Enum):
    RED = "red"


class TestMetadata:
    def test_values(self):
        cycle: list[Any] = []
        cycle.append(cycle)
        metadata = {
            "when": datetime(2024, 5, 1, tzinfo=UTC),
            "path": Path("a/b"),
            "numbers": [np.float32(0.5), np.int64(3), np.bool_(True), np.array([1.0, np.nan])],
            "none": float("inf"),
            "set": {3, 1, 2},
            "colour": Colour.RED,
            "broken": "a\ud800b",
            "large": 2**80,
            5: (1, 2),
            "cycle": cycle,
        }
        found = json.loads(one({"text": TEXT, "meta": metadata}).to_json())["metadata"]
        assert found.pop("cycle")
        assert found == {
            "when": "2024-05-01T00:00:00+00:00",
            "path": "a/b",
            "numbers": [0.5, 3, True, [1.0, None]],
            "none": None,
            "set": [1, 2, 3],
            "colour": "red",
            "broken": "a?b",
            "large": str(2**80),
            "5": [1, 2],
        }

    def test_an_object_that_cannot_be_printed(self):
        class Odd:
            def __str__(self) -> str:
                raise ValueError

        assert to_json_values({"odd": Odd()}) == {"odd": "<Odd>"}

    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.dates(),
            lambda inner: (
                st.lists(inner) | st.dictionaries(st.integers() | st.text(), inner) | st.tuples(inner)
            ),
            max_leaves=20,
        )
    )
    def test_always_json_and_stable(self, value: Any):
        found = to_json_values({"value": value})
        assert to_json_values(found) == found
        document = Document("d", Path("d"), [], metadata=found)
        assert Document.from_json(document.to_json()).metadata == found


def test_what_was_loaded_is_given_back():
    assert load_sources(SourceSet()) == SourceSet([], [])


def test_every_shared_document_is_read(shared_data: Path):
    endings = {".txt", ".md", ".html", ".docx"}
    files = sorted(path for path in (shared_data / "docs").iterdir() if path.suffix in endings)
    documents = read_sources(files)
    assert len(documents) == len(files) >= 9
    for document in documents:
        text = document.full_text or ""
        assert document.sentences
        assert all(text[s.span.char_start : s.span.char_end] == s.text for s in document.sentences)
