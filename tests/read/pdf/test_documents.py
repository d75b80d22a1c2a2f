"""The PDF reader on real documents beside the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

from ascribe.errors import SourceError
from ascribe.protocols import Extract, Limits
from ascribe.read.pdf import PdfReader
from tests.read.pdf.laws import assert_lawful


def read(shared_data: Path, name: str) -> Extract:
    extract = PdfReader().read((shared_data / "docs" / name).read_bytes(), name, Limits())
    assert_lawful(extract)
    return extract


@pytest.mark.parametrize(
    ("name", "page", "words"),
    [
        ("dpr_two_column.pdf", 0, "outperforms a strong Lucene-BM25 system greatly"),
        (
            "dpr_two_column.pdf",
            4,
            "When training with multiple datasets, TREC, the smallest dataset of the five",
        ),
        ("federal_register_2020.pdf", 1, "Emergency AD 2018–23–51 as an interim corrective action"),
        ("scotus_tarrant_2013.pdf", 4, "entitled to acquire water under the Compact from within Oklahoma"),
        ("arabic_rtl.pdf", 0, "تحسين الإنتاجية وحل المشكلات"),
        ("korean_report_4p.pdf", 0, "코로나바이러스감염증-19"),
        ("rotated90_wide_table.pdf", 0, "Alabama\t18,870\t23,022\t22,650"),
    ],
)
def test_words_are_found_on_their_page(shared_data: Path, name: str, page: int, words: str):
    extract = read(shared_data, name)
    at = extract.text.find(words)
    assert at >= 0
    assert sum(start <= at for start in extract.page_breaks) - 1 == page


def test_text_without_a_unicode_map_is_left_out_of_a_good_document(shared_data: Path):
    extract = read(shared_data, "react_single_column.pdf")
    assert extract.metadata["unreadable_lines"] > 50
    assert "$SSOH5HPRWH" not in extract.text


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("corrupted_truncated.pdf", "damaged"),
        ("invalid_header_only.pdf", "damaged"),
        ("encrypted_user_password.pdf", "password"),
        ("no_unicode_map.pdf", "Unicode map"),
        ("scan_book_page.pdf", "OCR"),
        ("scan_scotus_two_pages.pdf", "OCR"),
    ],
)
def test_broken_files_are_refused(shared_data: Path, name: str, words: str):
    with pytest.raises(SourceError, match=words):
        read(shared_data, name)


def test_an_owner_password_alone_does_not_hinder(shared_data: Path):
    assert read(shared_data, "owner_password_only.pdf").metadata["pages"] == 3
