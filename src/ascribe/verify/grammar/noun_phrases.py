"""Noun phrases: the article, the words before a noun, and what a preposition behind it describes it by.

"The wheel of the old mill" has the head "wheel"; "the old mill" stands in it to describe the wheel. English
only.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Text
from ascribe.verify.grammar.word_groups import build_alternatives, get_word_group
from ascribe.verify.quantities.extract import find_figures

ARTICLES = get_word_group("en", "articles")
ARTICLE = rf"(?:{build_alternatives('en', 'articles')})"
"""An article or a possessive, as a regular expression."""

PREPOSITIONS = get_word_group("en", "prepositions") | frozenset((
    "about", "after", "before", "despite", "during", "inside", "like", "onto", "outside", "per", "since",
    "than", "throughout", "until", "via",
))  # fmt: skip
"""Words behind which a thing describes the one before them, or tells where or when it is."""

_DESCRIBING = frozenset(("of", "for", "behind", "against", "about", "over", "under", "beside", "near"))
"""Those of them behind which it surely describes that one."""

TRANSPARENT_HEADS = frozenset((
    "all", "half", "most", "some", "many", "few", "none", "each", "both", "one", "any", "several", "much",
    "number", "group", "groups", "majority", "minority", "rest", "thousand", "thousands", "hundreds",
    "dozens", "millions", "kind", "kinds", "type", "types", "sort", "city", "town", "village", "kingdom",
    "republic", "state", "county", "university", "island", "month", "year", "pair", "couple", "percent",
    "part", "use", "amount", "share", "total", "series", "set", "range", "variety", "level", "rate",
    "members", "crew", "because", "instead", "ahead", "case", "according", "thanks", "due", "addition",
    "prior", "next", "up", "lot", "lots", "bulk", "sum", "value", "production", "sale", "course", "name",
    "spoon", "spoonful", "teaspoon", "tablespoon", "cup", "glass", "bottle", "bag", "box", "piece", "slice",
    "bit", "drop", "pinch", "handful", "bunch", "litre", "kilo", "gram",
    "tonne", "metre", "hour", "minute",
))  # fmt: skip
"""Heads whose descriptions are what is spoken of, or words that are no heads."""


def is_transparent(head: Word, heads: frozenset[str] = TRANSPARENT_HEADS) -> bool:
    """Return True for one of the heads, or several: "varieties"."""
    form = head.form
    return not heads.isdisjoint((form, form.removesuffix("s"), form.removesuffix("ies") + "y"))


def skip_articles(words: Sequence[Word]) -> list[Word]:
    """Return the words from the first on that is no article."""
    return list(dropwhile(lambda word: word.form in ARTICLES, words))


def list_joined(word: Word, text: Text, most: int) -> list[Word]:
    """Return at most so many words behind a word, up to a sign between two of them."""
    taken: list[Word] = []
    end = word.end
    for behind in text.words_after(end, most):
        if text.text[end : behind.start].strip(" -\u00a0\n"):
            break
        taken.append(behind)
        end = behind.end
    return taken


def find_described_head(word: Word, text: Text) -> Word | None:
    """Return the head that a word describes: the "dose" of "a dose of the vaccine"; None if there is none."""
    before = _list_before(word, text, 4)
    if len(before) < 2 or before[-1].form not in _DESCRIBING or not is_content_word(before[-2], "en"):
        return None
    return before[-2]


def is_behind_preposition(word: Word, text: Text) -> bool:
    """Return True if a preposition stands right before a word or its article: "25 percent of the revenue"."""
    before = _list_before(word, text, 2)
    return bool(before) and before[-1].form in PREPOSITIONS


def _list_before(word: Word, text: Text, most: int) -> list[Word]:
    """Return the words before a word and its articles, among that many before it."""
    before = text.words_before(word.start, most)
    while before and before[-1].form in ARTICLES:
        before.pop()
    return before


def has_article(word: Word, text: Text) -> bool:
    """Return True if an article or a possessive stands right before a word."""
    before = text.words_before(word.start, 1)
    return bool(before) and before[0].form in ARTICLES


def stands_in_phrase(word: Word, text: Text) -> bool:
    """Return True for a figure, and behind an article or a preposition: no verb, as in "the old mill"."""
    before = text.words_before(word.start, 1)
    in_phrase = not before or before[0].form in ARTICLES or before[0].form in PREPOSITIONS
    return in_phrase or is_figure(word, text)


def is_figure(word: Word, text: Text) -> bool:
    """Return True for a word that is a figure or part of one."""
    return word.form[0].isdigit() or any(one.start <= word.start < one.end for one in find_figures(text))
