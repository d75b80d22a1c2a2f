"""Claims about whole pages with one or two facts, and the same claims with a fact missing from the page.

Human pairs over long pages nearly all have one label: all of WiCE's training part are partly supported, and
four in five of BUMP's are wrong. A model trained on them alone calls every claim about a long page
unsupported. Here every page gives as many positives as negatives: the source sentence of a claim is on the
page, or it was removed, or the claim has a small error.
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
"""Maximum sentences of a page that claims are made from, in pairs."""

STILL_THERE = 0.6
"""Coverage from which another sentence may say the same, so that removing one proves nothing."""

_CLASSES = {"entailed": ENTAILED, "contradicted": CONTRADICTED, "neither": NEITHER}


@dataclass(frozen=True, slots=True)
class _Fact:
    """A sentence of a page, with a true claim and, if a rule applies, a false one."""

    sentence: str
    truth: str
    lie: str
    label: int


def pages(folder: Path) -> list[tuple[str, ...]]:
    """Read the distinct pages of a folder, each as its sentences."""
    found: dict[tuple[str, ...], None] = {}
    for name in FILES:
        with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            found.update((_sentences(json.loads(line)), None) for line in lines)
    return [page for page in found if len(page) >= LEAST_SENTENCES]


def build_page_pairs(page: Sequence[str], seed: int) -> Iterator[Pair]:
    """Yield as many positives as negatives about one page; none if fewer than two sentences are usable."""
    rng = random.Random(f"{seed}:{page[0]}")
    usual = [s for s in dict.fromkeys(page) if usable(s) and 8 <= len(s.split()) <= 32]
    facts = [_fact(s, seed) for s in rng.sample(usual, min(CLAIMS, len(usual)))]
    for one, two in zip(facts[::2], facts[1::2], strict=False):
        yield from _build_claims(page, one, two, rng)


def _build_claims(page: Sequence[str], one: _Fact, two: _Fact, rng: random.Random) -> Iterator[Pair]:
    """Yield a single and a joined claim, each as positive and negative."""
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
    """Build the negative of the fact as a fact; none if no rule applies."""
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
    """Return the largest share of the claim's words in one sentence."""
    return float(LexicalScorer("en").score([claim], sentences).matrix[0].max(initial=0.0))


def _sentences(record: dict[str, object]) -> tuple[str, ...]:
    sources = record.get("sources")
    if isinstance(sources, list):
        return tuple(text for text in (tidy(str(part[1])) for part in sources) if text)
    source = str(record["source"])
    return tuple(text for a, b in split_sentences(source, "en") if (text := tidy(source[a:b])))
