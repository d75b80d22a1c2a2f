"""The written claims: whole, evidenced letter by letter, and without a giveaway."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from statistics import mean

import pytest
from training.claims import FOLDER, KINDS, SourceSet, WrittenClaim, read_sets

from training import probes

ALL = tuple(read_sets())
ENGLISH = tuple(source for source in ALL if source.lang == "en")
LANGUAGES = {"de", "fr", "es", "it", "nl", "pl", "zh", "ja", "ar"}


def claims(sets: tuple[SourceSet, ...]) -> list[WrittenClaim]:
    return [claim for source in sets for claim in source.claims]


def test_there_are_as_many_as_the_readme_says() -> None:
    assert len(ALL) >= 1000
    assert len(claims(ENGLISH)) >= 10_000
    assert len({source.domain for source in ALL}) >= 40
    counts = Counter({source.lang: 0 for source in ALL})
    for source in ALL:
        counts[source.lang] += len(source.claims)
    assert set(counts) == {"en", *LANGUAGES}
    assert min(counts[language] for language in LANGUAGES) >= 130


def test_every_set_has_a_name_of_its_own() -> None:
    assert len({source.id for source in ALL}) == len(ALL)


@pytest.mark.parametrize("source", ALL, ids=lambda source: source.id)
def test_evidence_stands_in_a_document_letter_by_letter(source: SourceSet) -> None:
    texts = [f"{document.text}\n{document.title}" for document in source.documents]
    for claim in source.claims:
        assert all(any(words in text for text in texts) for words in claim.evidence), claim.text
        assert claim.evidence or claim.label == "unsupported", claim.text


@pytest.mark.parametrize("source", ALL, ids=lambda source: source.id)
def test_a_kind_of_error_stands_exactly_where_a_claim_is_not_supported(source: SourceSet) -> None:
    for claim in source.claims:
        assert (claim.error is None) == (claim.label == "supported"), claim.text
        assert claim.error in (None, *KINDS), claim.text
        assert claim.why or claim.label == "supported", claim.text


def test_twins_are_of_both_sides() -> None:
    for source in ALL:
        for claim in source.claims:
            if claim.twin is not None:
                twin = source.claims[claim.twin]
                assert (twin.label == "supported") != (claim.label == "supported"), claim.text


def test_all_kinds_of_error_occur_often() -> None:
    counts = Counter(claim.error for claim in claims(ENGLISH))
    assert min(counts[kind] for kind in KINDS) >= 100


def test_half_of_the_claims_are_supported() -> None:
    assert mean(claim.label == "supported" for claim in claims(ENGLISH)) == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("probe", [probes.by_length, probes.by_coverage], ids=["length", "coverage"])
def test_what_needs_no_reading_tells_nothing(probe) -> None:
    assert probes.compute_auroc(probe(ENGLISH)) == pytest.approx(0.5, abs=0.05)


def test_the_words_of_a_claim_tell_hardly_anything() -> None:
    assert probes.compute_auroc(probes.by_words(ENGLISH)) == pytest.approx(0.5, abs=0.05)


def test_every_claim_was_read_twice_and_nearly_all_alike() -> None:
    assert all(claim.second is not None for claim in claims(ALL))
    assert mean(not claim.is_disputed for claim in claims(ALL)) >= 0.99


def test_an_eighth_of_the_claims_is_kept_aside_by_domain() -> None:
    parts = Counter(source.part for source in ENGLISH for _ in source.claims)
    assert 0.08 <= parts["test"] / parts.total() <= 0.16
    domains = {part: {s.domain for s in ENGLISH if s.part == part} for part in parts}
    assert not domains["test"] & domains["train"]
    assert not domains["calibration"] & domains["train"]


def test_a_reader_who_differs_disputes_a_claim() -> None:
    claim = claims(ENGLISH)[0]
    assert replace(claim, label="partial", second="supported").is_disputed
    assert not replace(claim, label="partial", second="unsupported").is_disputed
    assert not replace(claim, second=None).is_disputed


@pytest.mark.parametrize("line", ["{}", "no JSON", "[]"])
def test_a_faulty_line_is_named(tmp_path: Path, line: str) -> None:
    first = next(FOLDER.glob("*.jsonl")).read_text("utf-8").splitlines()[0]
    (tmp_path / "sets.jsonl").write_text(f"{first}\n{line}\n", "utf-8")
    assert json.loads(first)["id"]
    with pytest.raises(ValueError, match=r"sets\.jsonl, line 2"):
        list(read_sets(tmp_path))
