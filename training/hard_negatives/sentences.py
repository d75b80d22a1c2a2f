"""Sentences for the edits: normal spacing, complete, plain prose."""
# ruff: noqa: E501 - rules share one shape; a pattern reads better on one line

import re
from collections.abc import Iterator

_SPACED = [
    (re.compile(r"\s*@([-,.])@\s*"), r"\1"),
    (re.compile(r"-LRB-|-LSB-"), "("),
    (re.compile(r"-RRB-|-RSB-"), ")"),
    (re.compile(r"``|''|[“”]"), '"'),
    (re.compile(r"[‘’]"), "'"),
    (re.compile(r"<[^>]{1,20}>"), ""),
    (re.compile(r"\(\s*[;,]?\s*\)"), ""),
    (re.compile(r"\s+"), " "),
    (re.compile(r" ([,.;:!?%)])"), r"\1"),
    (re.compile(r"([(]) "), r"\1"),
    (re.compile(r"(?<=\w) ('s|n't|'re|'ve|'ll|'d)\b"), r"\1"),
    (re.compile(r"(?<=s) ' (?=\w)"), "' "),
    (re.compile(r"(?<=[a-z]) - (?=[a-z])"), "-"),
    (re.compile(r"(?<=\d) ([-–]) (?=\d)"), r"\1"),
]
_WORD = re.compile(r"[A-Za-z]+")
_END = re.compile(r'(?<=[.!?])\s+(?=["(]?[A-Z0-9])|(?<=[.!?]["\')])\s+(?=["(]?[A-Z0-9])')
_SHORT = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Inc|Ltd|Co|vs|No|Mt|Gen|Col|Lt|Sgt|Prof|etc|approx|ca|c)|\b[A-Z])\.$"
)
_STRANGE = re.compile(
    r"[|#*_=\\{}~<>\[\]^]|\.\.|--|\bhttp|www\.|\.com\b|!|\?|;.*;|: .*:|[^\x00-\x7f–—°£€é½²]{2}"
)
_NO_START = re.compile(
    r"(?:And|But|Or|Nor|Yes|No|Well|Okay|Oh|So|Because|Which|Who|What|How|Why|Where|Did|Do|Is|Are|Was)\b"
)
_VERB = re.compile(
    r"\b(?:is|was|are|were|has|have|had|will|would|can|could|may|might|does|did|became|began|won|lost|made|took"
    r"|wrote|led|left|met|ran|saw|sold|held|grew|rose|fell|came|went|gave|got|said|says|contains|includes|features"
    r"|stars|lies|[a-z]{2,}ed)\b"
)


def tidy(text: str) -> str:
    """Remove the token spacing of corpora."""
    for pattern, new in _SPACED:
        text = pattern.sub(new, text)
    return _with_quotes(text).strip()


def _with_quotes(text: str) -> str:
    """Remove spaces inside double quotes and put one outside, if the quotes are paired."""
    parts = text.split('"')
    if len(parts) % 2 == 0:
        return text
    inside = [f'"{part.strip()}"' for part in parts[1::2]]
    outside = [part.strip() for part in parts[::2]]
    joined = outside[0]
    for quoted, after in zip(inside, outside[1:], strict=True):
        joined += ("" if not joined or joined.endswith(("(", "-", "–", "/")) else " ") + quoted
        joined += ("" if not after or after[0] in ",.;:)'!?-–/" else " ") + after
    return joined


def split_sentences(text: str) -> Iterator[str]:
    """Split a text into sentences after end marks that belong to no abbreviation or initial."""
    start = 0
    for end in _END.finditer(text):
        if not _SHORT.search(text[start : end.start()]):
            yield text[start : end.start()]
            start = end.end()
    if text[start:].strip():
        yield text[start:]


def usable(sentence: str) -> bool:
    """Return True for a complete plain statement of 5 to 45 words with a verb and closed quotes and brackets."""
    words = _WORD.findall(sentence)
    return (
        5 <= len(words) <= 45
        and sentence[0].isupper()
        and sentence.endswith((".", '."'))
        and sentence.count('"') % 2 == 0
        and sentence.count("(") == sentence.count(")")
        and not _STRANGE.search(sentence)
        and not _NO_START.match(sentence)
        and _VERB.search(sentence) is not None
    )


_ARTICLE = re.compile(r"\b([Aa]n?) (\"?)([A-Za-z]+|\d[\d,]*)")
_VOWEL_SOUND = re.compile(r"[aeiou]|hour|honou?r|honest|heir|8|11(?!\d)|18(?!\d)", re.IGNORECASE)
_CONSONANT_SOUND = re.compile(r"uni(?![nm])|us[eu]|euro|one\b|once|ubiq|ute|uto", re.IGNORECASE)


def with_articles(claim: str, sentence: str) -> str:
    """Correct "a" and "an" before words that do not follow that article in the sentence."""

    def right(match: re.Match[str]) -> str:
        article, quote, word = match.groups()
        if f"{article} {quote}{word}".lower() in sentence.lower() or (word.isupper() and len(word) > 1):
            return match[0]
        vowel = _VOWEL_SOUND.match(word) and not _CONSONANT_SOUND.match(word)
        return f"{article[0]}{'n' if vowel else ''} {quote}{word}"

    return _ARTICLE.sub(right, claim)


_BROKEN = re.compile(
    r"  | ,|,,|\(\)|,\.|\.\.$|\b(?:the the|a the|the a|of of|in in|not not|is is|was was|and and)\b"
)


def whole(claim: str) -> bool:
    """Return True if the claim has no doubled mark or word and at least four words."""
    return not _BROKEN.search(claim) and claim.count(" ") >= 3
