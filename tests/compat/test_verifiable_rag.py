"""``Pipeline`` over ``Library``: what verifiable-rag's users wrote works, and what it does not do is done."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ascribe import CitedSentence, Document, InputError, Library, SourceError, read_sources
from ascribe.compat.verifiable_rag import PRESETS, Pipeline, ask, build_preset, hybrid_strict, local_minimal

TEXT = "The mill is old. It stands on the Arle. The mill has 12 sails."
QUESTION = "How many sails has the mill?"


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    path = tmp_path / "mill.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


class Citing:
    """A generator as verifiable-rag has them: it cites ids of sentences."""

    mode = "prompted"

    def __init__(self, *sentences: tuple[str, str]) -> None:
        self.sentences = sentences
        self.given: tuple[str, list[str], list[str]] | None = None

    def generate(self, query: str, chunks: Any, documents: Any) -> list[CitedSentence]:
        self.given = (query, [one.chunk.text for one in chunks], list(documents))
        return [CitedSentence(text, (cited,) if cited else (), 1.0) for text, cited in self.sentences]


class Scoring:
    """A scorer as verifiable-rag has them."""

    def score_pairs(self, pairs: list[tuple[str, str]]) -> list[float]:
        return [0.95 if set(claim.split()) <= set(evidence.split()) else 0.02 for evidence, claim in pairs]


def test_a_file_is_ingested_and_asked(mill: Path) -> None:
    pipeline = Pipeline(verifier="rules")
    document = pipeline.ingest(str(mill))
    assert isinstance(document, Document)
    assert document.full_text == TEXT
    assert pipeline.ingest(mill) == document  # again: nothing is doubled
    assert len(pipeline.library.documents()) == 1
    answer = pipeline.ask(QUESTION)
    assert answer.text == "The mill has 12 sails."
    assert answer.sentences[0].supporting_sentence_ids == (document.sentences[2].id,)


@pytest.mark.parametrize("verifier", ["rules", Scoring()], ids=("tier", "scorer"))
def test_a_citing_generator_is_verified_and_no_verdict_shifts(mill: Path, verifier: Any) -> None:
    """The original numbers the kept sentences anew, so that each gets the verdict of the one before."""
    generator = Citing(("The mill has 99 sails.", "mill.txt::s0"), ("The mill has 12 sails.", "mill.txt::s2"))
    pipeline = Pipeline(generator=generator, verifier=verifier)
    pipeline.ingest(mill)
    answer = pipeline.ask(QUESTION)
    assert generator.given == (QUESTION, [TEXT], ["mill.txt"])
    assert [s.text for s in answer.sentences] == ["The mill has 12 sails."]
    assert answer.unsupported_claims == ["The mill has 99 sails."]
    result = answer.verification_for(0)
    assert result is not None
    assert result.is_supported


def test_without_a_verifier_the_citations_of_the_generator_stay_and_nothing_counts_as_checked(
    mill: Path,
) -> None:
    generator = Citing(("The mill has 99 sails.", "mill.txt::s2"), ("It is so.", ""), ("Yes.", "no::s9"))
    pipeline = local_minimal(generator=generator)
    pipeline.ingest(mill)
    answer = pipeline.ask(QUESTION)
    assert [s.supporting_sentence_ids for s in answer.sentences] == [("mill.txt::s2",), (), ()]
    assert not answer.verification_ran
    assert all(s.verdict is None for s in answer.sentences)
    with pytest.raises(InputError, match="strictness 'strict' requires every sentence to be verified"):
        Pipeline(verifier=None, strictness="strict", library=pipeline.library).ask(QUESTION)


def test_a_generator_that_refuses_is_a_refusal_and_no_perfect_answer(mill: Path) -> None:
    pipeline = Pipeline(generator=Citing(), verifier="rules")
    pipeline.ingest(mill)
    answer = pipeline.ask(QUESTION)
    assert (answer.was_refused, answer.refusal_reason) == (True, "generator_refused")
    assert not answer.is_fully_supported


class Parsing:
    """A parser that gives the documents of ``read_sources``."""

    def parse(self, path: Path) -> Document:
        return read_sources({"id": "parsed", "text": path.read_text(encoding="utf-8").upper()})[0]


def test_a_parser_of_its_own_is_used_and_must_give_documents(mill: Path) -> None:
    assert Pipeline(parser=Parsing()).ingest(mill).full_text == TEXT.upper()

    class Wrong:
        def parse(self, path: Path) -> Any:
            return str(path)

    with pytest.raises(InputError, match="parser: parse must return a Document, got str"):
        Pipeline(parser=Wrong()).ingest(mill)


@pytest.mark.parametrize("name", ["chunker", "embedder", "indexer", "top_k_retrieve"])
def test_what_the_library_does_itself_is_refused_with_the_way_out(name: str) -> None:
    given: dict[str, Any] = {name: 3}
    with pytest.raises(InputError, match=f"^{name}: leave it out; the library"):
        Pipeline(**given)
    with pytest.raises(InputError, match="Pipeline has no parameter 'chunkr'"):
        Pipeline(chunkr=3)


def test_the_presets_differ_where_their_names_do(mill: Path) -> None:
    levels = {name: build_preset(name).strictness for name in PRESETS}
    assert levels["hybrid_strict"] == "strict"
    assert levels["hybrid_paranoid"] == "paranoid"
    mixed = Citing(("The mill has 12 sails.", ""), ("The mill is green.", ""), ("The mill sings.", ""))
    shown = {}
    for name in ("local_verified", "hybrid_paranoid"):
        pipeline = build_preset(name, generator=mixed, verifier="rules")
        pipeline.ingest(mill)
        shown[name] = pipeline.ask(QUESTION).was_refused
    assert shown == {"local_verified": False, "hybrid_paranoid": True}
    with pytest.raises(InputError, match="preset: expected one of local_minimal"):
        build_preset("hybrid_balance")


def test_ask_writes_the_report_and_needs_a_document(mill: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    answer = ask(QUESTION, mill, output_html=report, output_html_title="Sails", verifier="rules")
    assert answer.text == "The mill has 12 sails."
    assert "<title>Sails</title>" in report.read_text(encoding="utf-8")
    with pytest.raises(InputError, match="docs: give at least one file"):
        ask(QUESTION, [])
    with pytest.raises(SourceError, match=r"gone\.txt"):
        ask(QUESTION, tmp_path / "gone.txt")


def test_documents_stay_in_a_file(mill: Path, tmp_path: Path) -> None:
    with Library(tmp_path / "mill.ascribe") as library:
        hybrid_strict(library=library).ingest(mill)
    with Library(tmp_path / "mill.ascribe") as library:
        assert Pipeline(library=library, verifier="rules").ask(QUESTION).text == "The mill has 12 sails."


# --- Objects of the real package ---


def build_document(package: Any, path: Path) -> Any:
    """A document of verifiable-rag with one paragraph."""
    text = path.read_text(encoding="utf-8")
    bounds = [(0, 16), (17, 39), (40, len(text))]
    sentences = [
        package.Sentence(f"m-1::s{number}", text[start:end], package.Span("m-1", start, end))
        for number, (start, end) in enumerate(bounds)
    ]
    whole = package.Span("m-1", 0, len(text))
    section = package.Section("m-1::sec0", None, [package.Paragraph("m-1::para0", sentences, whole)], whole)
    return package.Document("m-1", path, [section], [0], text)


@pytest.mark.agents
def test_parsers_generators_and_scorers_of_the_real_package_work(mill: Path) -> None:
    package = pytest.importorskip("verifiable_rag")
    from verifiable_rag.generators import Generator
    from verifiable_rag.parsers import Parser
    from verifiable_rag.verifiers import EnsembleScorer

    class RealParsing:
        def parse(self, path: Path) -> Any:
            return build_document(package, path)

    class RealCiting:
        mode = "prompted"

        def generate(self, query: str, chunks: Sequence[Any], documents: dict[str, Any]) -> list[Any]:
            assert query == QUESTION
            (sentence,) = [documents["m-1"].sentence_by_id(name) for name in chunks[0].chunk.sentence_ids[2:]]
            return [
                package.CitedSentence("The mill has 99 sails.", ("m-1::s0",), 1.0),
                package.CitedSentence(sentence.text, (sentence.id,), 1.0),
            ]

    parser, generator = RealParsing(), RealCiting()
    assert isinstance(parser, Parser)
    assert isinstance(generator, Generator)
    verifier = EnsembleScorer([Scoring(), Scoring()])
    pipeline = Pipeline(parser=parser, generator=generator, verifier=verifier)
    assert [s.id for s in pipeline.ingest(mill).sentences] == ["m-1::s0", "m-1::s1", "m-1::s2"]
    answer = pipeline.ask(QUESTION)
    assert [s.text for s in answer.sentences] == ["The mill has 12 sails."]
    assert answer.sentences[0].verdict is not None
    assert answer.sentences[0].verdict.tier == "pairs"


@pytest.mark.agents
def test_its_public_names_are_here_or_have_a_row_in_the_page() -> None:
    package = pytest.importorskip("verifiable_rag")
    import ascribe
    from ascribe.compat import verifiable_rag as ours

    page = (Path(__file__).parents[2] / "docs" / "verifiable-rag.md").read_text(encoding="utf-8")
    for name in package.__all__:
        assert hasattr(ours, name) or hasattr(ascribe, name) or f"`{name}" in page, name
