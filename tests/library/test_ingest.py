"""What becomes of a source that is new, the same, changed, moved, copied, or cannot be read."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from benchmarks.library_stand_in import StandIn

from ascribe import Answer, InputError, ask, check
from ascribe.errors import LibraryError, MissingExtraError, UnknownDocumentError
from ascribe.library import AddResult, Library
from ascribe.protocols import Extract, Limits
from ascribe.read.pdf import ocr
from ascribe.read.sources import read_sources
from ascribe.read.text import TextReader
from ascribe.records import Document


@pytest.fixture
def library():
    with Library(encoder=StandIn()) as opened:
        yield opened


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "mill.txt").write_text("The mill has 12 sails.")
    (tmp_path / "sub" / "dam.txt").write_text("The dam is of granite.")
    return tmp_path


def ids(library: Library) -> list[str]:
    return [document.doc_id for document in library.documents()]


def test_what_is_there_is_not_read_again(library, folder, monkeypatch) -> None:
    assert library.add(folder) == AddResult(added=["mill.txt", "sub/dam.txt"])
    monkeypatch.setattr("ascribe.library.ingest.read_source", lambda *_: pytest.fail("read twice"))
    assert library.add(folder) == AddResult(unchanged=["mill.txt", "sub/dam.txt"])


def test_a_changed_file_replaces_its_document_and_keeps_the_id(library, folder) -> None:
    library.add(folder)
    (folder / "mill.txt").write_text("The mill has 14 sails.")
    assert library.add(folder) == AddResult(updated=["mill.txt"], unchanged=["sub/dam.txt"])
    assert library.document("mill.txt").full_text == "The mill has 14 sails."
    assert [hit.chunk.text for hit in library.search("12")] == []
    assert library.info()["passages"] == 2


def test_a_moved_file_takes_its_document_along(library, folder) -> None:
    library.add(folder)
    (folder / "mill.txt").rename(folder / "sub" / "mill.txt")
    assert library.add(folder / "sub") == AddResult(updated=["mill.txt"], unchanged=["sub/dam.txt"])
    assert ids(library) == ["mill.txt", "sub/dam.txt"]
    assert library.document("mill.txt").source_path == folder / "sub" / "mill.txt"


def test_a_library_file_finds_its_files_from_any_folder(folder, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    with Library("l", encoder=StandIn()) as library:
        library.add([Path("sub"), "Some text of no file."])
        monkeypatch.chdir("/")
        assert library.document("dam.txt").source_path == folder / "sub" / "dam.txt"
        (text,) = (one for one in ids(library) if one.startswith("text-"))
        assert library.document(text).source_path == Path(text)


def test_a_library_in_memory_keeps_a_path_as_it_was_given(library, folder, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    library.add(Path("sub"))
    assert library.document("dam.txt").source_path == Path("sub/dam.txt")


def test_a_file_moved_over_another_leaves_one_document(library, folder) -> None:
    library.add(folder)
    (folder / "mill.txt").rename(folder / "sub" / "dam.txt")
    assert library.add(folder) == AddResult(updated=["sub/dam.txt"])
    assert ids(library) == ["sub/dam.txt"]


def test_the_same_bytes_under_two_names_are_one_document(library, folder) -> None:
    library.add(folder)
    (folder / "copy.txt").write_text("The mill has 12 sails.")
    assert library.add(folder / "copy.txt") == AddResult(unchanged=["mill.txt"])
    (folder / "copy.md").write_text("The mill has 12 sails.")  # another reader may see something else in it
    assert library.add(folder / "copy.md") == AddResult(added=["copy.md"])


def test_files_of_one_name_get_as_much_of_their_path_as_tells_them_apart(library, folder) -> None:
    (folder / "sub" / "mill.txt").write_text("Another mill.")
    assert library.add([folder / "mill.txt", folder / "sub" / "mill.txt"]).added == [
        "mill.txt",
        "sub/mill.txt",
    ]


def test_an_id_belongs_to_one_source(library, folder) -> None:
    library.add(folder / "mill.txt")
    with pytest.raises(
        InputError, match=r"source 1: its id 'mill.txt' is already that of /.*mill.txt in the library; "
    ):
        library.add({"id": "mill.txt", "text": "Mine."})
    library.add({"id": "dam.txt", "text": "Mine."})
    assert library.add(folder / "sub" / "dam.txt").added == ["sub/dam.txt"]


def test_a_text_is_told_by_its_id_or_by_what_it_says(library) -> None:
    (unnamed,) = library.add("The mill has 12 sails.").added
    assert library.add("The mill has 12 sails.").unchanged == [unnamed]
    assert library.add("The mill has 13 sails.").added != [unnamed]
    assert library.add({"id": "a", "text": "One."}).added == ["a"]
    assert library.add({"id": "a", "text": "Two."}).updated == ["a"]
    assert library.document("a").full_text == "Two."


def test_new_metadata_make_a_text_new(library) -> None:
    library.add({"id": "a", "text": "One.", "metadata": {"year": 2020}})
    assert library.add({"id": "a", "text": "One.", "metadata": {"year": 2021}}).updated == ["a"]
    assert library.document("a").metadata == {"year": 2021}
    assert library.search("One", where={"year": 2020}) == []


def test_unnamed_texts_whose_short_ids_are_alike_get_longer_ones(library, monkeypatch) -> None:
    monkeypatch.setattr("ascribe.library.ingest.MIN_DIGEST_DIGITS", 0)
    first, second = library.add(["One.", "Two."]).added
    assert first == "text-"
    assert second.startswith("text-")
    assert len(second) == len("text-") + 1


def test_another_language_reads_a_source_anew(library, folder) -> None:
    library.add(folder / "mill.txt")
    assert library.add(folder / "mill.txt", language="de").updated == ["mill.txt"]
    assert library.document("mill.txt").language == "de"
    assert library.add(folder / "mill.txt", language="de").unchanged == ["mill.txt"]


def test_documents_are_told_by_all_that_is_in_them(library) -> None:
    (document,) = read_sources({"id": "a", "text": "One. Two."})
    assert library.add(document).added == ["a"]
    bare = Document("a", document.source_path, document.sections, full_text=document.full_text)
    assert library.add(bare).updated == ["a"]
    assert library.add(bare).unchanged == ["a"]
    assert library.document("a") == bare


def test_a_document_that_json_cannot_express_is_refused(library) -> None:
    with pytest.raises(InputError, match="cannot be written as JSON"):
        library.add(Document("a", Path("a"), [], full_text="\ud800"))
    assert ids(library) == []


def test_files_of_a_folder_that_cannot_be_read_are_skipped(library, folder) -> None:
    (folder / "empty.txt").write_text("")
    (folder / "broken.pdf").write_text("no pdf")
    told: list[tuple[str, int, int]] = []
    outcome = library.add(folder, progress=lambda *told_of: told.append(told_of))
    assert outcome.added == ["mill.txt", "sub/dam.txt"]
    assert {Path(skipped.source).name for skipped in outcome.skipped} == {"empty.txt", "broken.pdf"}
    assert all(skipped.reason for skipped in outcome.skipped)
    assert [(done, total) for _, done, total in told] == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_a_source_that_cannot_be_used_stops_and_what_was_before_it_stays(library, folder) -> None:
    (folder / "empty.txt").write_text("")
    with pytest.raises(InputError, match="empty"):
        library.add([folder / "mill.txt", folder / "empty.txt"])
    with pytest.raises(InputError, match="limit of 5"):
        library.add(folder / "mill.txt", limits=Limits(max_bytes=5), language="de")
    assert ids(library) == ["mill.txt"]


def test_all_that_is_named_is_removed_or_nothing(library, folder) -> None:
    library.add(folder)
    before = ids(library)
    with pytest.raises(UnknownDocumentError, match="'none'"):
        library.remove(before[0], "none", "nor this")
    assert ids(library) == before
    assert library.search("sails")
    assert library.remove(before[0], before[0], before[1]) == 2
    assert ids(library) == before[2:]
    assert library.remove() == 0


def test_what_is_removed_leaves_nothing_behind(library, folder) -> None:
    library.add(folder)
    library.remove("mill.txt")
    with pytest.raises(UnknownDocumentError, match=r"mill\.txt"):
        library.document("mill.txt")
    with pytest.raises(UnknownDocumentError):
        library.remove("mill.txt")
    assert library.search("sails") == []
    with library._store.database.reading() as run:
        for table in ("documents", "passages", "words", "vectors"):
            assert run(f"SELECT count(*) FROM {table}").fetchone() == (1,)
    assert library.add(folder).added == ["mill.txt"]


def test_an_id_that_another_writer_has_just_taken_is_not_given_twice(tmp_path, folder, monkeypatch) -> None:
    (folder / "sub" / "mill.txt").write_text("Another mill.")
    with Library(tmp_path / "l", encode=False) as one, Library(tmp_path / "l", encode=False) as other:
        put = one._store.put

        def late(*given, **named):
            monkeypatch.undo()
            other.add(folder / "sub" / "mill.txt")
            return put(*given, **named)

        monkeypatch.setattr(one._store, "put", late)
        assert one.add(folder / "mill.txt").added != ["mill.txt"]
        assert len(ids(one)) == 2


def test_another_model_encodes_anew(tmp_path) -> None:
    file = tmp_path / "l"
    with Library(file, encoder=StandIn()) as library:
        library.add(["The mill has 12 sails.", "The dam is of granite."])
        assert library.info()["not encoded"] == 0
    with Library(file, encoder=StandIn("newer")) as library:
        assert library.info()["not encoded"] == 2
        assert library._store.rank_by_vectors(StandIn().embed(["mill"])[0], "newer", 5, None) == []
        assert library.search("mill")  # found by its word, encoded when asked
        assert library.reindex() == 2
        assert library.reindex() == 0
        assert library._store.rank_by_vectors(StandIn().embed(["mill"])[0], "newer", 5, None)
    with Library(file, encode=False) as library:
        assert library.add("It was encoded by nobody.").added
        assert library.info()["passages"] == 3


def test_a_closed_library_says_so(library) -> None:
    library.close()
    with pytest.raises(LibraryError, match="is closed; open it again"):
        library.search("mill")
    with pytest.raises(LibraryError, match="is closed"):
        library.add("One.")


def test_two_sources_of_one_call_do_not_share_an_id(library) -> None:
    with pytest.raises(InputError, match="source 3: its id 'z' is the id of source 1 too"):
        library.add([{"id": "z", "text": "The mill."}, "The dam.", {"id": "z", "text": "The inn."}])
    assert ids(library) == []


def test_a_copy_that_may_not_be_looked_at_is_not_gone(library, folder, monkeypatch) -> None:
    library.add(folder)
    stat = Path.stat

    def locked(path: Path, **options: bool) -> os.stat_result:
        if path == folder / "mill.txt":
            raise PermissionError(13, "Permission denied", str(path))
        return stat(path, **options)

    (folder / "sub" / "copy.txt").write_text("The mill has 12 sails.")
    monkeypatch.setattr(Path, "stat", locked)
    assert library.add(folder / "sub" / "copy.txt") == AddResult(unchanged=["mill.txt"])


class Backwards:
    """A reader that turns the text round."""

    def read(self, data: bytes, name: str, limits: Limits) -> Extract:
        return TextReader().read(data[::-1], name, limits)


def test_what_another_reader_reads_is_read_anew(library, folder) -> None:
    library.add(folder)
    chosen = {".txt": Backwards()}
    assert library.add(folder / "mill.txt", readers=chosen) == AddResult(updated=["mill.txt"])
    assert library.add(folder / "mill.txt", readers=chosen) == AddResult(unchanged=["mill.txt"])
    assert library.document("mill.txt").full_text == ".slias 21 sah llim ehT"


def test_a_pdf_is_read_anew_with_ocr_and_nothing_else_is(library, folder, monkeypatch) -> None:
    data = Path(__file__).parents[2].joinpath("examples/apollo11/apollo11.pdf").read_bytes()
    (folder / "sub" / "apollo.pdf").write_bytes(data)
    monkeypatch.setattr("ascribe.read.pdf.ocr._load_engine", lambda: (None, "none"))  # no page needs it
    library.add(folder)
    again = AddResult(updated=["sub/apollo.pdf"], unchanged=["mill.txt", "sub/dam.txt"])
    assert library.add(folder, ocr=True) == again
    assert library.add(folder, ocr=True).updated == []


def test_ocr_without_its_extra_is_not_passed_over(library, folder, monkeypatch) -> None:
    (folder / "scan.pdf").write_bytes(b"%PDF-1.4")
    monkeypatch.setitem(sys.modules, "rapidocr", None)
    ocr._load_engine.cache_clear()
    with pytest.raises(MissingExtraError, match=r"\[ocr\]"):
        library.add(folder, ocr=True)


def test_ask_takes_readers_and_ocr(folder) -> None:
    told: dict[str, Any] = {"readers": {".txt": Backwards()}, "ocr": True, "tier": "rules"}
    answer = ask("slias 21?", folder / "mill.txt", **told)
    assert answer.documents[0].full_text == ".slias 21 sah llim ehT"


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes on Linux alone")
def test_a_name_that_is_no_utf_8_is_spelled_as_check_does(library, folder) -> None:
    path = folder / os.fsdecode(b"caf\xe9.txt")
    path.write_text("The inn has six rooms.")
    name = "caf\\udce9.txt"
    assert library.add(path) == AddResult(added=[name])
    assert library.add(path) == AddResult(unchanged=[name])
    (folder / "copy.txt").write_text("The inn has six rooms.")
    assert library.add(folder / "copy.txt") == AddResult(unchanged=[name])
    path.unlink()
    assert library.add(folder / "copy.txt") == AddResult(updated=["copy.txt"])


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes on Linux alone")
def test_a_check_of_a_name_that_is_no_utf_8_can_be_written(folder) -> None:
    (folder / os.fsdecode(b"caf\xe9.txt")).write_text("The inn has six rooms.")
    answer = check("The inn has six rooms.", folder, tier="rules")
    assert answer.sentences[0].references[0].document_id == "caf\\udce9.txt"
    assert Answer.from_json(answer.to_json()).reply == answer.reply


def test_a_text_is_named_by_its_metadata_as_in_a_check(library) -> None:
    source = {"text": "The mill has 12 sails.", "metadata": {"source": "mill.txt", "page_label": "3"}}
    assert library.add(source).added == [read_sources(source)[0].doc_id] == ["mill.txt, page 3"]
    other = {**source, "text": "It was built in 1871."}
    (second,) = library.add(other).added
    assert second.startswith("mill.txt, page 3-")


def test_nothing_to_search_is_said(library, tmp_path) -> None:
    (tmp_path / "empty").mkdir()
    none: list[str] = []
    for nothing in (none, tmp_path / "empty"):
        with pytest.raises(InputError, match=r"there are none|no files"):
            library.add(nothing)
        with pytest.raises(InputError, match=r"there are none|no files"):
            ask("How many sails?", nothing)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mill.xyz").write_text("12 sails")
    with pytest.raises(InputError, match=r"nothing in this folder can be read.*mill\.xyz"):
        ask("How many sails?", tmp_path / "full")
