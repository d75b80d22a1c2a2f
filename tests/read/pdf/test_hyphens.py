"""Line-end hyphens are judged by what the document writes elsewhere."""

from __future__ import annotations

import pytest

from ascribe.read.pdf.composer import HyphenResolver

LINES = [
    "the low-income families of the information centre were seen",
    "a long-term plan for long and term limits was made",
    "40 work-hours",
    "1 work-hour × $85",
    "(co-owner)",
    "we saw well and known people in the state of the art world",
]


@pytest.mark.parametrize(
    ("before", "after", "joint"),
    [
        ("new infor-", "mation was", ""),
        ("all low-", "income groups", "-"),
        ("a well-", "known case", "-"),
        ("with Lucene-", "BM25 as", "-"),
        ("the REGU-", "LATION says", ""),
        ("in COVID-", "19 times", "-"),
        ("by e-", "mail only", "-"),
        ("two-", "and three-fold", "- "),
        ("Vor-", "und Nachteile", "- "),
        ("see https://a.org/x-", "y.pdf now", "-"),
        ("$85 per work-", "hour)", "-"),
        ("a co-", "owner of", "-"),
        ("was unex-", "pected", ""),
    ],
)
def test_resolve(before: str, after: str, joint: str):
    assert HyphenResolver(LINES).resolve(before, after) == joint
