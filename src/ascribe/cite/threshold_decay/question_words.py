"""Words that say nothing about what a text is about, dropped before its tokens are compared."""

from __future__ import annotations

import re

_CHINESE = [
    "什么时候", "什么样的", "怎么样", "怎么办", "是不是", "有没有", "请问", "啥样", "咋样了",
    "何时", "何地", "何人", "是否", "多少", "哪里", "哪家", "那家", "哪儿", "哪些", "哪位", "哪个", "怎么",
    "如何", "什么", "是啥", "啥是", "一下", "啊", "吗", "呢", "吧", "咋", "呀", "谁",
]  # fmt: skip
"""Interrogatives and particles; the copula around them goes too."""

_ASKING = ["what", "who", "how", "which", "where", "why"]

_ENGLISH = [
    "a", "an", "the", "is", "are", "were", "was", "be", "do", "does", "did", "don't", "doesn't",
    "didn't", "done", "has", "have", "may", "should", "would", "wouldn't", "will", "won't", "go",
    "i", "i'm", "you", "you're", "me", "my", "mine", "your", "he's", "she's", "it's", "they",
    "they're", "'s", "'re", "for", "with", "by", "on", "in", "at", "up", "out", "down", "of", "to",
    "as", "and", "or", "if", "so", "there", "just", "please",
]  # fmt: skip
"""Function words, dropped where a blank follows."""


def _before_blank(words: list[str], ending: str = "") -> re.Pattern[str]:
    """One of the words from the start or after a blank, up to the next blank."""
    return re.compile(rf"(?:^| )(?:{'|'.join(map(re.escape, words))}){ending} ", re.IGNORECASE)


_RULES = (
    (re.compile(f"是*(?:{'|'.join(_CHINESE)})是*"), ""),
    (_before_blank(_ASKING, "(?:'re|'s)?"), " "),
    (_before_blank(_ENGLISH), " "),
)


def drop_question_words(text: str) -> str:
    """The text without them; the text itself where nothing would be left.

    A word takes the blank after it along, so of two in a row the second stays: "in the house" keeps "the".
    """
    kept = text
    for pattern, instead in _RULES:
        kept = pattern.sub(instead, kept)
    return kept or text
