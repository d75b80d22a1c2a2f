"""A library on a real PostgreSQL server: crashes, locks, its approximate index, messages about faults."""

import re
from urllib.parse import quote

import pytest
from benchmarks.library_stand_in import StandIn, generate_document
from benchmarks.postgres_server import PASSWORD, PostgresServer
from typer.testing import CliRunner

from ascribe.apps.cli import app
from ascribe.errors import LibraryError, MissingExtraError
from ascribe.install_command import build_install_command
from ascribe.library import Library
from ascribe.library.store.postgres import connection
from ascribe.library.store.postgres.address import parse_address
from tests.library.stores import get_server_store
from tests.library.test_store_contract import check_nothing_is_lost, start_reporting_writer

on_server = pytest.mark.postgres


def run_sql(postgres: PostgresServer, *statements: str, database: str = "postgres") -> None:
    import psycopg

    url = postgres.url(database=database).partition("&library")[0]
    with psycopg.connect(url, autocommit=True) as opened:
        for statement in statements:
            opened.execute(statement)


@on_server
def test_a_server_that_crashes_loses_nothing_that_was_reported() -> None:
    with PostgresServer() as postgres:
        url = postgres.url()
        with Library(url, encoder=StandIn()) as library:
            writer = start_reporting_writer(url, 1)
            assert writer.stdout is not None
            reported = [int(writer.stdout.readline()) for _ in range(4)]
            postgres.crash_and_restart()
            output, said = writer.communicate()
            reported += map(int, output.splitlines())
            assert "the connection to the server broke" in said or "the server cannot be reached" in said
            assert library.info()["documents"] >= len(reported)  # of the same library, which connects again
        check_nothing_is_lost(url, reported)


@on_server
def test_a_second_writer_waits_not_for_ever_and_readers_do_not(url, monkeypatch) -> None:
    monkeypatch.setattr(connection, "WRITE_TIMEOUT", 0.2)
    with Library(url, encoder=StandIn()) as one, Library(url, encoder=StandIn()) as two:
        one.add({"id": "mill", "text": "The mill has 12 sails."})
        with get_server_store(one).writing() as run:
            run("UPDATE documents SET language = 'xx'")
            with pytest.raises(LibraryError, match="another process kept the library locked; try again"):
                two.remove("mill")
            assert [each.language for each in two.documents()] == ["en"]  # as it was committed
            assert two.search("sails")
        assert two.remove("mill") == 1


@on_server
def test_the_approximate_index_finds_the_same_and_what_comes_later(url) -> None:
    with Library(url, encoder=StandIn()) as library:
        library.add([generate_document(number, 60) for number in range(10)])
        store = get_server_store(library)
        questions = StandIn().embed([str(generate_document(n, 60)["text"])[200:300] for n in range(10)])
        before = [store.rank_by_vectors(question, "stand-in", 5, None) for question in questions]
        library.build_vector_index()
        library.add(generate_document(50, 60))
        with store.writing() as run:
            run("SET LOCAL enable_seqscan = off")
            plan = run(
                "EXPLAIN SELECT passage FROM vectors WHERE model = 1 ORDER BY vector <#> "
                "(SELECT vector FROM vectors LIMIT 1) LIMIT 9"
            ).fetchall()
        assert "vectors_near_1" in str(plan)
        after = [store.rank_by_vectors(question, "stand-in", 5, None) for question in questions]
        new = set(store.find_unencoded("")[-9:])
        kept = [[row for row, _ in found if row not in new] for found in after]
        assert sum(len({row for row, _ in a} & set(b)) for a, b in zip(before, kept, strict=True)) >= 45
        (vector,) = StandIn().embed([str(generate_document(50, 60)["text"])[100:200]])
        assert {row for row, _ in store.rank_by_vectors(vector, "stand-in", 3, None)} & new


@on_server
def test_the_commands_take_the_url_and_never_print_the_password(url, tmp_path) -> None:
    (tmp_path / "mill.txt").write_text("The mill has 12 sails.")
    (tmp_path / "reply.md").write_text("The mill has 12 sails.")
    run = CliRunner().invoke
    commands = [
        ["add", str(tmp_path / "mill.txt"), "-l", url],
        ["library", "list", "-l", url],
        ["library", "index", "-l", url],
        ["check", str(tmp_path / "reply.md"), "-l", url, "--document", "mill.txt", "--tier", "rules"],
        ["library", "remove", "no such", "-l", url],
    ]
    done = [run(app, command) for command in commands]
    assert [each.exit_code for each in done[:4]] == [0, 0, 0, 0]
    assert "1 of 1 statement supported" in done[3].output
    assert "no document has the id" in str(done[4].exception) + done[4].output
    for each in done:
        assert PASSWORD not in each.output + str(each.exception)
        assert quote(PASSWORD, safe="") not in each.output + str(each.exception)


@on_server
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            lambda url: url.replace("postgres?", "none?"),
            "the server cannot be reached .*none.*; check that it r",
        ),
        (
            lambda url: url.replace("host=/", "host=/none/"),
            "the server cannot be reached .*; check that it runs",
        ),
        (lambda url: url.replace(quote(PASSWORD, safe=""), "wrong-one"), "cannot be reached .*password"),
    ],
)
def test_a_server_that_cannot_be_reached_says_so_without_the_password(url, change, expected) -> None:
    with pytest.raises(LibraryError, match=expected) as caught:
        Library(change(url))
    assert not any(
        secret in str(caught.value) for secret in (PASSWORD, quote(PASSWORD, safe=""), "wrong-one")
    )
    assert caught.value.__cause__ is None


@on_server
def test_databases_and_schemas_that_are_no_library_are_refused(postgres) -> None:
    run_sql(
        postgres,
        "CREATE SCHEMA taken",
        "CREATE TABLE taken.documents (id int)",
        "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0",
        "CREATE DATABASE plain",
        "CREATE DATABASE old",
    )
    Library(postgres.url(database="old")).close()
    Library(postgres.url(database="plain")).close()
    run_sql(postgres, "UPDATE pg_extension SET extversion = '0.6.2' WHERE extname = 'vector'", database="old")
    run_sql(postgres, "DROP EXTENSION vector CASCADE", database="plain")
    Library(postgres.url("versioned")).close()
    run_sql(postgres, "UPDATE versioned.library SET format = 99")
    refused = {
        postgres.url("taken"): "the schema taken belongs to another program; name another one in the URL",
        postgres.url(database="latin"): "the database stores LATIN1; make one with: CREATE DATABASE",
        postgres.url(database="plain"): "the server has no pgvector; install it there .version 0.7 or newer",
        postgres.url(database="old"): "pgvector 0.6.2 is too old; install version 0.7 or newer",
        postgres.url("versioned"): r"made by another version of Ascribe \(format 99, here 1\)",
    }
    for url, expected in refused.items():
        with pytest.raises(LibraryError, match=expected):
            Library(url)


@on_server
def test_a_user_without_rights_is_told_so(postgres) -> None:
    run_sql(postgres, "CREATE ROLE reader LOGIN PASSWORD 'reader'")
    url = postgres.url("forbidden").replace("ascribe:" + quote(PASSWORD, safe=""), "reader:reader")
    with pytest.raises(LibraryError, match="the user may not do this; ask the administrator for the rights"):
        Library(url)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://me:se%40cret@db:5432/papers?library=old&sslmode=require",
         "postgresql://me@db:5432/papers?sslmode=require&library=old"),
        ("postgres:///papers?password=secret&host=/run", "postgres:///papers?host=%2Frun"),
        ("postgresql://db/papers", "postgresql://db/papers"),
    ],
)  # fmt: skip
def test_what_is_shown_of_a_url_has_no_password(url, shown) -> None:
    address = parse_address(url)
    assert address.shown == shown
    assert "secret" not in address.hide_secrets(
        "se%40cret se@cret secret" if "secret" in address.secrets else ""
    )
    assert "secret" not in repr(address)


@pytest.mark.parametrize(
    "url", ["postgresql://me:secret@[db/papers", "postgresql://me:secret@db/p?library=A-B"]
)
def test_a_url_that_cannot_be_read_is_not_repeated(url) -> None:
    with pytest.raises(LibraryError, match="URL") as caught:
        parse_address(url)
    assert "secret" not in str(caught.value)


def test_a_url_without_the_driver_says_how_to_install_it(monkeypatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "psycopg", None)
    with pytest.raises(
        MissingExtraError, match=re.escape(f"needs psycopg; run: {build_install_command('postgres')}")
    ):
        Library("postgresql://db/papers")
