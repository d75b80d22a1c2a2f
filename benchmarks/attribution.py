"""Measure evidence retrieval: how often the best sentence is gold, and the recall of the best five.

Run ``python benchmarks/attribution.py --data FOLDER``; FOLDER has ``dev/*.attribution.jsonl.gz``. Each line
of such a file has ``claim``, ``sources`` as [document, sentence] in order, and ``gold``: alternative sets of
indices into ``sources``, each sufficient alone. Claims without gold are left out.

* first is gold: share of claims whose best sentence is in a gold set; ties go to the earlier sentence.
* recall@5: share of a gold set among the five best, for the set with the highest share; mean over claims.
* citation precision: share of the references of ``check``, whatever its verdict, that are in a gold set.
* citation recall: as recall@5, over the references.

The baselines: the first sentences of the source in their order, the unweighted share of the claim's words in
a sentence, and the sum of the inverse sentence frequencies of these words.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from ascribe import Document, Paragraph, Section, Sentence, Span, check
from ascribe.score.lexical import LexicalScorer, LexicalScores

FILES = ("wice", "fool_me_twice", "hotpotqa_sample", "quotesum", "qmsum", "xquad")
SHORT_ANSWERS = ("hotpotqa_sample", "xquad")
"""Their claims are answers such as "yes", so the question is put before them."""


@dataclass(frozen=True)
class Case:
    """One claim with its source and the sets of sentences that support it."""

    claim: str
    documents: list[int]
    sentences: list[str]
    gold: list[set[int]]
    language: str

    @property
    def right(self) -> set[int]:
        """Return the indices of all gold sentences."""
        return set().union(*self.gold)

    def recall(self, chosen: Iterable[int]) -> float:
        """Return the share of a gold set that was chosen, for the set with the highest share."""
        found = set(chosen)
        return max(len(found & gold) / len(gold) for gold in self.gold)


Rank = Callable[[Case], list[int]]


def read_cases(file: Path) -> Iterator[Case]:
    """Yield the claims of a file that have gold."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            record: dict[str, Any] = json.loads(line)
            gold = [set(group) for group in record["gold"] if group]
            if not gold:
                continue
            claim = record["claim"]
            if record["dataset"] in SHORT_ANSWERS:
                claim = f"{record['query']} {claim}"
            documents, sentences = zip(*record["sources"], strict=True)
            yield Case(claim, list(documents), list(sentences), gold, record.get("lang", "en"))


def rank_by_scorer(case: Case) -> list[int]:
    """Rank the sentences by the lexical scorer, best first; the language is detected."""
    return sort_by_score(LexicalScorer().score([case.claim], case.sentences).matrix[0])


def rank_by_overlap(case: Case) -> list[int]:
    """Rank the sentences by the unweighted share of the claim's words that they contain."""
    claim = set(re.findall(r"\w+", case.claim.lower()))
    held = [len(claim & set(re.findall(r"\w+", text.lower()))) for text in case.sentences]
    return sort_by_score(np.array(held) / max(1, len(claim)))


def rank_by_rarity(case: Case) -> list[int]:
    """Rank the sentences by the sum of log(n / n with the word) over the claim's words in them."""
    held = [set(re.findall(r"\w+", text.lower())) for text in case.sentences]
    frequency = Counter(word for one in held for word in one)
    claim = set(re.findall(r"\w+", case.claim.lower()))
    sums = [sum(math.log(len(held) / frequency[word]) for word in sorted(claim & one)) for one in held]
    return sort_by_score(np.array(sums))


def rank_by_position(case: Case) -> list[int]:
    """Rank the sentences in the order of the source."""
    return list(range(len(case.sentences)))


def sort_by_score(scores: np.ndarray[Any, np.dtype[np.float64]]) -> list[int]:
    """Return the indices by falling score, ties by position."""
    ranked: list[int] = np.argsort(-scores, kind="stable").tolist()
    return ranked


def measure_ranking(found: Sequence[Case], rank: Rank) -> tuple[float, float]:
    """Compute first is gold, and recall@5, in percent."""
    ranked = [rank(case) for case in found]
    first = fmean(best[0] in case.right for case, best in zip(found, ranked, strict=True))
    recall = fmean(case.recall(best[:5]) for case, best in zip(found, ranked, strict=True))
    return 100 * first, 100 * recall


def build_documents(case: Case) -> list[Document]:
    """Build the sources with the given sentences, so that indices can be compared with gold."""
    made = []
    for number in dict.fromkeys(case.documents):
        name = f"d{number}"
        kept = [
            (i, t) for i, (n, t) in enumerate(zip(case.documents, case.sentences, strict=True)) if n == number
        ]
        text, sentences = "", []
        for index, sentence in kept:
            if sentence.strip():
                span = Span(name, len(text), len(text) + len(sentence))
                sentences.append(Sentence(f"{name}::s{index}", sentence, span))
            text += sentence + "\n"
        whole = Span(name, 0, len(text))
        section = Section(f"{name}::sec0", None, [Paragraph(f"{name}::p0", sentences, whole)], whole)
        made.append(Document(name, Path(name), [section], full_text=text, language=case.language))
    return made


def cite(case: Case, tier: str = "rules") -> tuple[int, ...]:
    """Return the sentences that ``check`` references for the claim, in its order."""
    sources = build_documents(case)
    places = {
        (d.doc_id, s.span.char_start): int(s.id.partition("::s")[2]) for d in sources for s in d.sentences
    }
    answer = check(case.claim, sources, tier=tier)
    references = [reference for sentence in answer.sentences for reference in sentence.references]
    cited = [places[r.document_id, r.document_start_idx] for r in references]
    return tuple(dict.fromkeys(cited))


def measure_citations(found: Sequence[Case], tier: str = "rules") -> tuple[float, float, float, float, float]:
    """Compute first is gold, precision, recall in %; citations per claim; claims with citations in %."""
    cited = [cite(case, tier) for case in found]
    pairs = list(zip(found, cited, strict=True))
    number = sum(map(len, cited))
    first = fmean(bool(chosen) and chosen[0] in case.right for case, chosen in pairs)
    right = sum(len(case.right.intersection(chosen)) for case, chosen in pairs)
    recall = fmean(case.recall(chosen) for case, chosen in pairs)
    some = fmean(map(bool, cited))
    return 100 * first, 100 * right / max(1, number), 100 * recall, number / len(found), 100 * some


def measure_best_time(call: Callable[[], LexicalScores], runs: int) -> float:
    """Return the milliseconds of the fastest run, after a warm-up run."""
    call()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def build_speed_rows(found: Sequence[Case]) -> Iterator[tuple[str, str, str]]:
    """Yield size, characters per sentence, and milliseconds."""
    pool = [text for case in found for text in case.sentences if 60 < len(text) < 250]
    claims = [case.claim for case in found]
    for number, size, runs in ((20, 3000, 10), (8, 110, 50)):
        chosen = pool[:size]
        milliseconds = measure_best_time(
            lambda n=number, s=chosen: LexicalScorer().score(claims[:n], s),  # type: ignore[misc]  # mypy cannot infer a lambda's defaults
            runs,
        )
        yield f"{number} × {size}", f"{fmean(map(len, chosen)):.0f}", f"{milliseconds:.1f}"


def build_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Build a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def build_ranking_rows(sets: dict[str, list[Case]]) -> Iterator[list[str]]:
    """Yield one row per file, with the baselines beside the scorer."""
    for name, found in sets.items():
        figures = [
            measure_ranking(found, rank)
            for rank in (rank_by_scorer, rank_by_rarity, rank_by_overlap, rank_by_position)
        ]
        yield [name, str(len(found)), *(f"{first:.1f} / {recall:.1f}" for first, recall in figures)]


def build_citation_rows(sets: dict[str, list[Case]]) -> Iterator[list[str]]:
    """Yield one row per file."""
    for name, found in sets.items():
        first, precision, recall, number, some = measure_citations(found)
        yield [name, f"{first:.1f}", f"{precision:.1f}", f"{recall:.1f}", f"{number:.2f}", f"{some:.1f}"]


def group_by_language(found: Sequence[Case]) -> dict[str, list[Case]]:
    """Group the cases by language."""
    languages = sorted({case.language for case in found})
    return {language: [case for case in found if case.language == language] for language in languages}


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder that contains dev/")
    folder = parser.parse_args().data / "dev"
    if not folder.is_dir():
        raise SystemExit(f"{folder} is missing; name the folder that holds dev/ with --data")
    sets = {name: list(read_cases(folder / f"{name}.attribution.jsonl.gz")) for name in FILES}
    ranks = ["claims", "ascribe", "rare words", "word overlap", "order of the source"]
    print("First is gold / recall@5, in %\n")
    print(build_table(["file", *ranks], build_ranking_rows(sets)))
    print(build_table(["xquad", *ranks], build_ranking_rows(group_by_language(sets["xquad"]))))
    print("References of `check`, in %\n")
    head = ["file", "first is gold", "precision", "recall", "references per claim", "claims with one"]
    print(build_table(head, build_citation_rows(sets)))
    print("Scoring, words included, one thread, best run\n")
    print(
        build_table(["claims × sentences", "characters per sentence", "ms"], build_speed_rows(sets["wice"]))
    )


if __name__ == "__main__":
    main()
