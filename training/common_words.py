"""Write the common words of each language: stems that our written texts hardly ever write with a capital.

``python -m training.common_words``. A word that begins a sentence has a capital in any case; whether it is a
name is told by how it is written elsewhere. The texts are those of ``training/claims``.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from pathlib import Path

from ascribe.text.words import stem_word
from training.claims import read_sets

TARGET = Path(__file__).parents[1] / "src" / "ascribe" / "text" / "common_words.json"

_INSIDE = re.compile(r"(?<![.!?:\n] )(?<=[^\W\d_] |, |; )[^\W\d_]{3,}(?![\w'’-])")
"""Words that begin no sentence."""

_NOUN_CAPITAL_LANGUAGES = ("de", "lb")
_LEAST_TEXTS = 2
_LEAST_RATIO = 20
"""How often a common word is written in lower case for each time with a capital, at least."""


_LEAST_WORDS = 1000
"""Common words of a language with enough texts for the list to be of use."""


def count_words() -> dict[str, list[str]]:
    """Return language → stems of its common words, sorted, for languages with enough texts."""
    lower: dict[str, Counter[str]] = defaultdict(Counter)
    upper: dict[str, Counter[str]] = defaultdict(Counter)
    texts: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for one in read_sets():
        if one.lang in _NOUN_CAPITAL_LANGUAGES:
            continue
        for text in (*(document.text for document in one.documents), *(claim.text for claim in one.claims)):
            for match in _INSIDE.finditer(text):
                stem = stem_word(match[0].lower(), one.lang)
                (lower if match[0].islower() else upper)[one.lang][stem] += 1
                texts[one.lang][stem].add(one.id)
    found = {
        language: sorted(
            stem
            for stem, count in counts.items()
            if stem.isalpha()
            and len(texts[language][stem]) >= _LEAST_TEXTS
            and count > _LEAST_RATIO * upper[language][stem]
        )
        for language, counts in sorted(lower.items())
    }
    return {language: stems for language, stems in found.items() if len(stems) >= _LEAST_WORDS}


def render_words() -> str:
    """Return the words as JSON, a line for each first letter."""
    written = {language: _join_by_letter(stems) for language, stems in count_words().items()}
    return json.dumps(written, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Write the file."""
    TARGET.write_text(render_words(), encoding="utf-8")


def _join_by_letter(stems: list[str]) -> list[str]:
    lines: dict[str, list[str]] = defaultdict(list)
    for stem in stems:
        lines[stem[0]].append(stem)
    return [" ".join(line) for line in lines.values()]


if __name__ == "__main__":
    main()
