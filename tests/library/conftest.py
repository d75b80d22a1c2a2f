"""Places for libraries: a file, and a real PostgreSQL server that is started for the tests."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from benchmarks.postgres_server import PostgresServer

_NUMBERS = count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with PostgresServer() as started:
        yield started


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    """The URL of a library that is not there yet."""
    return postgres.url(f"library_{next(_NUMBERS)}")


@pytest.fixture(params=["file", pytest.param("server", marks=pytest.mark.postgres)])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a library may be made."""
    return tmp_path / "library.ascribe" if request.param == "file" else request.getfixturevalue("url")
