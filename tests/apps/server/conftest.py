"""Fixtures: a service that the tests of a file share, and one that a test sets up itself."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.apps.server.running import Client, serving


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("data"), tier="rules", concurrency=2) as made:
        yield made


@pytest.fixture
def pdf(made_files: Any) -> bytes:
    data: bytes = made_files["pdf"][1]
    return data
