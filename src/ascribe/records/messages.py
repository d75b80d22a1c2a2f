"""Builds the message of a verdict: one plain sentence, with the words of reply and source that differ.

The sentences are those of ``records.outcomes``. The words come from the details of the verdict, where each
comparison is a dict with ``rule``, ``finding``, ``claim`` and ``evidence``. ``phrases`` maps the words of
each side to longer ones where they alone would tell too little: "14" to "14 sails".

What a message quotes as the source's is in its references, word for word; otherwise it quotes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ascribe.records.outcomes import OUTCOMES, STATUS_MESSAGES, Status

if TYPE_CHECKING:
    from ascribe.records.span import Reference

COMPARISON_KEYS = frozenset({"rule", "finding", "claim"})
"""Keys of every comparison; ``evidence`` and ``formula`` may be missing."""

DERIVED_REASON = "derivation_mismatch"
"""The reason whose message shows the formula instead of words of the source."""

MAX_WORDS = 80
"""Most characters of each side; longer words are left out, and the reader sees the whole sentence anyway."""


def build_message(
    status: Status, reason: str, details: Mapping[str, Any], references: Sequence[Reference] = ()
) -> str:
    """Return what the verdict says in one sentence.

    A reason of another package is its own message if it is a sentence; if it is a code, the status is told.
    """
    row = OUTCOMES.get(reason)
    if row is None:
        return _join_lines(reason) if " " in reason.strip() else STATUS_MESSAGES[status]
    if status == "supported":
        return _add_formula(row.wording, details, references)
    reply, source = find_differing_words(reason, details, references)
    template = row.compared if source and row.compared else row.alone
    return template.format(reply=reply, source=source) if template and reply else row.wording


def find_differing_words(
    reason: str, details: Mapping[str, Any], references: Sequence[Reference] = ()
) -> tuple[str, str]:
    """Return the words of the reply and those of the source that decided.

    Either is empty if it is not known; both are if they do not show the difference.
    """
    deciding = find_deciding_comparison(reason, details)
    if deciding is None or not _shows_difference(deciding, references):
        return "", ""
    reply, source = (_get_phrase(deciding, side, details) for side in ("claim", "evidence"))
    if reason == DERIVED_REASON:
        source = _join_lines(deciding.get("formula"))
    elif source and references and not _find_quoted(source, references):
        return "", ""
    if _join_lines(deciding.get("claim")).casefold() == _join_lines(deciding.get("evidence")).casefold():
        source = ""  # the source has the same words, about something else
    if max(len(reply), len(source)) > MAX_WORDS or reply.casefold() == source.casefold():
        return "", ""
    return reply, source


def _find_quoted(words: str, references: Sequence[Reference]) -> str:
    """Return the words as a quote or its context has them, on one line; empty if none has."""
    read = (text for one in references for text in (one.quote, *(each.text for each in one.context)))
    return next(filter(None, (_find_words(words, text) for text in read)), "")


def _find_words(words: str, text: str) -> str:
    """Return the words as the text has them, in whatever case; empty if it does not have them."""
    text = _join_lines(text)
    lowered = text.lower()
    start = lowered.find(words.lower()) if len(lowered) == len(text) else text.find(words)
    return text[start : start + len(words)] if start >= 0 else ""


_PLACE_RULES = ("binding", "content", "replaced")
"""Rules that compare whatever words are in the same place."""


def _shows_difference(comparison: Mapping[str, Any], references: Sequence[Reference]) -> bool:
    """Return False for words of two kinds: a figure and a word, or words in the cells of a table.

    Neither do other words than those that a "not" is about show what differs.
    """
    if comparison["rule"] in _PLACE_RULES and isinstance(comparison.get("evidence"), str):
        sides = (_join_lines(comparison.get(side)) for side in ("claim", "evidence"))
        in_table = any(each.kind == "columns" for one in references for each in one.context)
        if in_table or len({any(map(str.isdigit, words)) for words in sides}) > 1:
            return False
    return not _is_negated_elsewhere(comparison)


_ROOT_LETTERS = 4
"""Letters that forms of one word share at their start."""


def _is_negated_elsewhere(comparison: Mapping[str, Any]) -> bool:
    """Return True if the source negates another word than the one that the reply has: "not safe", "children".

    Both are in the scope of the same "not", but they do not show what differs.
    """
    if comparison["rule"] != "negation" or comparison["finding"] != "missing":
        return False
    reply, source = (_join_lines(comparison.get(side)).casefold() for side in ("claim", "evidence"))
    roots = {word[:_ROOT_LETTERS] for word in reply.split()}
    return bool(source) and roots.isdisjoint(word[:_ROOT_LETTERS] for word in source.split())


def find_deciding_comparison(reason: str, details: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the comparison that gave the reason: the difference, the first clash, or what is missing first.

    If the sources disagree, it is the first clash with the passage that denies the sentence.
    """
    if reason == "sources_disagree":
        return next(iterate_comparisons(details.get("against")), None)
    if is_comparison(details.get("difference")):
        found: Mapping[str, Any] = details["difference"]
        return found
    rows = [row for row in iterate_comparisons(details.get("compared")) if row["finding"] != "agree"]
    return min(rows, key=lambda row: row["finding"] != "clash", default=None)


def iterate_comparisons(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the comparisons of a list; nothing if the value is none."""
    yield from filter(is_comparison, value if isinstance(value, list | tuple) else ())


def is_comparison(value: Any) -> bool:
    """Return True for one comparison, as the rules describe it."""
    return isinstance(value, dict) and value.keys() >= COMPARISON_KEYS


def _get_phrase(comparison: Mapping[str, Any], side: str, details: Mapping[str, Any]) -> str:
    """Return the words of that side without a stop at their end, as a longer phrase if there is one."""
    words = comparison.get(side)
    phrases = details.get("phrases")
    known = phrases.get(side) if isinstance(phrases, dict) else None
    longer = known.get(words) if isinstance(known, dict) and isinstance(words, str) else None
    return (_join_lines(longer) or _join_lines(words)).rstrip(".,;: ")


def _join_lines(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def _add_formula(wording: str, details: Mapping[str, Any], references: Sequence[Reference]) -> str:
    """Return the wording, or the formula by which the first derived figure follows from the sources."""
    rows = iterate_comparisons(details.get("compared"))
    return next(filter(None, (_describe_formula(row, references) for row in rows)), wording)


_RULES_IN_WORDS = frozenset(
    {
        "bounds",
        "causes",
        "complements",
        "directions",
        "duals",
        "frequencies",
        "negation",
        "order",
        "requirements",
    }
)
"""Rules whose formula has the words of the source, an equals sign, and those of the reply."""


def _describe_formula(comparison: Mapping[str, Any], references: Sequence[Reference]) -> str:
    """Return the formula in a sentence; empty without one, or if both sides are the same words."""
    if comparison["rule"] == "untrue" and comparison.get("formula"):
        return "The source calls the opposite of this untrue."
    formula = _join_lines(comparison.get("formula"))
    source, _, reply = formula.partition(" = ")
    if not 0 < len(formula) <= MAX_WORDS or source.casefold() == reply.casefold():
        return ""
    if reply and comparison["rule"] in _RULES_IN_WORDS:
        return _describe_paraphrase(source, reply, comparison, references)
    if comparison.get("finding") != "agree":
        return f"It follows from the quoted words if the figure means {formula}."
    return f"This follows from the sources: {formula}."


def _describe_paraphrase(
    source: str, reply: str, comparison: Mapping[str, Any], references: Sequence[Reference]
) -> str:
    """Return the words of both sides, as quotations only if both are said like this: "A caused B" is not."""
    theirs, mine = _find_quoted(source, references), _find_words(reply, str(comparison.get("claim")))
    if theirs and mine:
        return f"The source says “{theirs}”, the reply says “{mine}”, which means the same."
    return f"The source says the same in other words: {source} = {reply}."
