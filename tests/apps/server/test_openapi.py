"""The OpenAPI description: whatever fits it is answered as it says, and never with a fault of the service."""

import json
from pathlib import Path
from typing import Any

import pytest

from ascribe.records import Answer, Document, Repair, StreamEvent
from ascribe.records.serialization import build_schema
from tests.apps.server.running import Client, serving

pytestmark = [pytest.mark.serve, pytest.mark.filterwarnings("ignore")]  # schemathesis warns of much

EXAMPLES = 25


def test_the_schema_of_answers_is_that_of_the_command(client: Client) -> None:
    shown = client.get("/openapi.json").json()["components"]["schemas"]
    own = build_schema(Answer, Document, Repair, StreamEvent)["$defs"]
    for name, schema in own.items():
        assert shown[name] == json.loads(json.dumps(schema).replace("#/$defs/", "#/components/schemas/"))


def test_every_route_has_words_and_errors(client: Client) -> None:
    described = client.get("/openapi.json").json()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], (method, path)
            assert {"4XX", "5XX"} <= set(operation["responses"]), (method, path)


def test_examples_of_the_description_are_answered(client: Client) -> None:
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    bodies = {
        "/v1/check": "CheckBody",
        "/v1/repair": "RepairBody",
        "/v1/format": "FormatBody",
        "/v1/ask": "AskBody",
    }
    for path, name in bodies.items():
        for example in schemas[name]["examples"]:
            got = client.post(path, json=example)
            assert got.status_code == 200, got.text


def test_made_up_requests_are_answered_as_described(tmp_path: Path) -> None:
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, settings
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    checks = [
        not_a_server_error,
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    ]
    with serving(tmp_path, tier="rules", concurrency=2) as client:
        url = str(client.base_url).rstrip("/")
        schema = schemathesis.openapi.from_url(f"{url}/openapi.json")
        tested = []
        for found in schema.get_all_operations():
            operation = found.ok()
            if operation.path == "/v1/chat/completions":
                continue  # without an upstream its answer is 501, as it should be

            @given(case=operation.as_strategy())
            @settings(
                max_examples=EXAMPLES,
                deadline=None,
                derandomize=True,
                database=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            def probe(case: Any) -> None:
                case.call_and_validate(base_url=url, checks=checks, timeout=60)  # a busy machine is slow

            probe()
            tested.append(operation.label)
    assert len(tested) >= 14
