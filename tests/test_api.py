"""The public surface: what it holds, what it costs to import, and which way imports go."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import ascribe
from ascribe import records

PACKAGE = Path(ascribe.__file__).parent

HEAVY = {
    "numpy", "pypdfium2", "selectolax", "docx", "lxml", "jinja2", "typer", "rich", "babel", "sentencex",
    "charset_normalizer", "Stemmer", "text_to_num", "onnxruntime", "tokenizers", "regex", "torch",
    "transformers", "httpx2", "opentelemetry", "mcp", "pydantic", "ray", "pyspark",
}  # fmt: skip

LAYERS: list[set[str]] = [
    {
        "delimited_rows",
        "errors",
        "install_command",
        "field_access",
        "forks",
        "inline_markup",
        "list_marks",
        "onnx_runtime",
        "process_limits",
        "version",
    },
    {"option_names"},
    {"registry"},
    {"records"},
    {"protocols"},
    {"baseline", "text", "llm", "inference", "pdfium"},
    {"component_checks", "quotes", "source_sentences", "telemetry"},
    {"read", "score", "cite", "verify"},
    {"replay"},
    {"engine"},
    {"write"},  # the last stage, which shows what the engine gives
    {"given_components", "reply_citations"},
    {"pipeline"},
    {"many_replies"},
    {"audit"},
    {"citation_repair", "sentence_replay", "streaming"},
    {"library"},
    {"batches", "compat"},
    {"evaluation"},  # it calls check()
    {"batch_results"},  # its intervals are those of evaluation
    {"apps", "adapters"},
    {"testing"},
    {"__main__"},
]
"""From the ground up. A module may import from its own folder and from lower layers, never from a sibling."""

ASKS_REGISTRY = {
    "records",
    "read",
    "given_components",
    "pipeline",
    "streaming",
    "library",
    "evaluation",
    "apps",
}
"""The registry names components as text and imports nothing, so it stands on the ground. Of the stages only
``read`` asks it, for the reader of a file's extension; the others get their collaborators as arguments.
``Answer`` asks it for the writers of ``to_html`` and its kin."""


def test_all_is_sorted_and_small_and_resolves() -> None:
    assert ascribe.__all__ == sorted(ascribe.__all__)
    assert len(ascribe.__all__) <= 40
    for name in ascribe.__all__:
        assert getattr(ascribe, name) is not None
    assert dir(ascribe) == ascribe.__all__


ONLY_IN_RECORDS = {
    "Citation",
    "Clause",
    "Context",
    "NumberedReference",
    "Settings",
    "SkippedSource",
    "StreamEvent",
    "TextLine",
}
"""Records that users get and never make, and that the published data model does not name."""


def test_other_records_are_exported_at_the_top() -> None:
    assert records.__all__ == sorted(records.__all__)
    for name in set(records.__all__) - ONLY_IN_RECORDS:
        assert getattr(ascribe, name) is getattr(records, name)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chekc'"):
        _ = ascribe.chekc


def test_import_loads_no_heavy_package() -> None:
    code = "import ascribe, sys; print(*sorted({m.partition('.')[0] for m in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not HEAVY & set(loaded.split())


def test_records_load_no_heavy_package() -> None:
    code = "import ascribe, sys; ascribe.Answer; print(*sorted({m.partition('.')[0] for m in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not HEAVY & set(loaded.split())


def part(module: str) -> str:
    """``ascribe.read.pdf`` → ``read``."""
    pieces = module.split(".")
    return pieces[1] if len(pieces) > 1 else ""


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("ascribe"):
            names = {node.module} if node.module != "ascribe" else {f"ascribe.{a.name}" for a in node.names}
            found |= names
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("ascribe")}
    return found


def modules() -> list[Path]:
    return [
        path for path in sorted(PACKAGE.rglob("*.py")) if path.parent != PACKAGE or path.stem != "__init__"
    ]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_one_way(path: Path) -> None:
    own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    height = {name: level for level, names in enumerate(LAYERS) for name in names}
    assert own in height, f"{own} has no place among the layers"
    for module in imports(path):
        other = part(module)
        allowed = other in ("", own) or height[other] < height[own]
        assert allowed, f"{own} must not import {module}"
        assert other != "registry" or own in ASKS_REGISTRY, f"{own} must not ask the registry"


def test_every_module_and_public_name_has_a_docstring() -> None:
    for path in modules():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert ast.get_docstring(tree), path
