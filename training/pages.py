"""Claims about whole pages: one fact or two of them, and the same claims where the page lacks one.

Human pairs over long pages are nearly all of one label: of WiCE's training part all are partly supported, of
BUMP's four in five are wrong. A model that learns from them alone calls whatever stands on a long page
unsupported. Here every page gives as many truths as lies: the sentence that a claim came from is there, or it
was taken out, or the claim has a small lie in it.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ascribe import split_sentences
from ascribe.score.lexical import LexicalScorer
from training.hard_negatives import build_hard_pairs
from training.hard_negatives.edits import lowered
from training.hard_negatives.sentences import tidy, usable
from training.pairs import CONTRADICTED, ENTAILED, NEITHER, Pair, compute_group

FILES = ("attribution/wice.attribution", "attribution/fool_me_twice.attribution", "long/bump")
LEAST_SENTENCES = 6
CLAIMS = 4
"""Sentences of a page that claims are made of, two by two."""

STILL_THERE = 0.6
"""Coverage from which on another sentence may say the same: then taking one out proves nothing."""

_CLASSES = {"entailed": ENTAILED, "contradicted": CONTRADICTED, "neither": NEITHER}


@dataclass(frozen=True, slots=True)
class _Fact:
    """A sentence of a page, told truly and, where a rule finds how, wrongly."""

    sentence: str
    truth: str
    lie: str
    label: int


def pages(folder: Path) -> list[tuple[str, ...]]:
    """The distinct pages of a folder, each as its sentences."""
    found: dict[tuple[str, ...], None] = {}
    for name in FILES:
        with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            found.update((_sentences(json.loads(line)), None) for line in lines)
    return [page for page in found if len(page) >= LEAST_SENTENCES]


def build_page_pairs(page: Sequence[str], seed: int) -> Iterator[Pair]:
    """As many truths as lies about one page; none where fewer than two of its sentences serve."""
    rng = random.Random(f"{seed}:{page[0]}")
    usual = [s for s in dict.fromkeys(page) if usable(s) and 8 <= len(s.split()) <= 32]
    facts = [_fact(s, seed) for s in rng.sample(usual, min(CLAIMS, len(usual)))]
    for one, two in zip(facts[::2], facts[1::2], strict=False):
        yield from _build_claims(page, one, two, rng)


def _build_claims(page: Sequence[str], one: _Fact, two: _Fact, rng: random.Random) -> Iterator[Pair]:
    """A single and a joined claim, true and not."""
    group = compute_group("\n".join(page))

    def pair(claim: str, text: Sequence[str], label: int, kind: str) -> Pair:
        return Pair(claim, "\n".join(text), label, f"page/{kind}", group)

    lies = [
        pair(_join_facts(one, other, rng), page, other.label, "joined lie") for other in _build_negatives(two)
    ]
    lies += [pair(other.truth, page, other.label, "lie") for other in _build_negatives(one)]
    without = [sentence for sentence in page if sentence != two.sentence]
    if _best(two.truth, without) < STILL_THERE:
        lies.append(pair(_join_facts(one, two, rng), without, NEITHER, "joined half"))
        lies.append(pair(two.truth, without, NEITHER, "taken out"))
    truths = [
        pair(_join_facts(one, two, rng), page, ENTAILED, "joined"),
        pair(two.truth, page, ENTAILED, "there"),
    ]
    count = min(len(truths), len(lies))
    yield from truths[:count]
    yield from rng.sample(lies, count)


def _build_negatives(fact: _Fact) -> list[_Fact]:
    """The fact told wrongly, as a fact; none where no rule found how."""
    return [_Fact(fact.sentence, fact.lie, "", fact.label)] if fact.lie else []


def _fact(sentence: str, seed: int) -> _Fact:
    alone = (sentence,)
    made: dict[str, str] = {
        pair.label: pair.claim for pair in build_hard_pairs([alone], seed) if pair.source == alone
    }
    wrong = next((label for label in ("contradicted", "neither") if label in made), "")
    return _Fact(sentence, made.get("entailed", sentence), made.get(wrong, ""), _CLASSES.get(wrong, NEITHER))


def _join_facts(one: _Fact, two: _Fact, rng: random.Random) -> str:
    first, second = (one.truth, two.truth) if rng.random() < 0.5 else (two.truth, one.truth)
    link = rng.choice((", and ", "; ", " "))
    return first + " " + second if link == " " else first.rstrip(".") + link + lowered(second)


def _best(claim: str, sentences: Sequence[str]) -> float:
    """How much of the claim's words the best sentence has."""
    return float(LexicalScorer("en").score([claim], sentences).matrix[0].max(initial=0.0))


def _sentences(record: dict[str, object]) -> tuple[str, ...]:
    sources = record.get("sources")
    if isinstance(sources, list):
        return tuple(text for text in (tidy(str(part[1])) for part in sources) if text)
    source = str(record["source"])
    return tuple(text for a, b in split_sentences(source, "en") if (text := tidy(source[a:b])))
