"""Builds the message of a verdict: one plain sentence, with the words of reply and source that differ.

The sentences are those of ``records.outcomes``. The words come from the details of the verdict, where each
comparison is a dict with ``rule``, ``finding``, ``claim`` and ``evidence``. ``phrases`` maps the words of
each side to longer ones where they alone would tell too little: "14" to "14 sails". ``shown`` has the words
of both sentences where only these show what differs: "man bit the dog", "dog bit the man".

What a message quotes as the source's is in its references, word for word; otherwise it quotes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ascribe.records.outcomes import DENIALS_OF_SOURCE, ELSEWHERE, OUTCOMES, STATUS_MESSAGES, Status

if TYPE_CHECKING:
    from ascribe.records.span import Reference

COMPARISON_KEYS = frozenset({"rule", "finding", "claim"})
"""Keys of every comparison; ``evidence`` and ``formula`` may be missing."""

DERIVED_REASON = "derivation_mismatch"
"""The reason whose message shows the formula instead of words of the source."""

RELATION_REASONS = frozenset(
    f"{kind}_{end}"
    for kind in ("roles", "cause", "attribution", "subject")
    for end in ("exchanged", "reversed", "mismatch", "unclear", "refuted", "not_entailed")
) | {"other_subject"}
"""Reasons that no words show but those of both sentences: ``details["shown"]`` has them."""

ORDER_REASONS = frozenset(
    ("order_reversed", "order_unclear", "comparison_reversed", "comparison_unclear", "modality_strengthened")
)
"""Reasons that the compared words may show; if not, ``details["shown"]`` has those of both sentences."""

_ABSENCE_REASONS = frozenset(("number_not_found", "date_not_found", "name_not_found"))
"""Reasons that say of words of the reply that the passage lacks them."""

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
    if source and row.compared:
        return row.compared.format(reply=reply, source=source)
    denied = _find_denial_of_source(reason, details, references)
    if denied:
        return DENIALS_OF_SOURCE[reason].format(source=denied)
    held = _find_held_words(reply, reason, details, references)
    if held and reason in _ABSENCE_REASONS:
        return ELSEWHERE.format(reply=held)
    if held and ("not say" in row.alone or "no such word" in row.alone):
        return row.wording  # the passage says it, if perhaps of something else
    if row.alone == ELSEWHERE and references:
        return row.alone.format(reply=held) if held else row.wording
    return row.alone.format(reply=reply) if row.alone and reply else row.wording


def _find_denial_of_source(reason: str, details: Mapping[str, Any], references: Sequence[Reference]) -> str:
    """Return the words of the source with a "not" that is about other words than those of the reply."""
    deciding = find_deciding_comparison(reason, details) if reason in DENIALS_OF_SOURCE else None
    if deciding is None or not _is_negated_elsewhere(deciding):
        return ""
    source = _get_phrase(deciding, "evidence", details)
    is_printed = not references or _find_quoted(source, references)
    return source if is_printed and len(source) <= MAX_WORDS else ""


def _find_held_words(
    reply: str, reason: str, details: Mapping[str, Any], references: Sequence[Reference]
) -> str:
    """Return the words of the reply that differ if a passage has them too, else nothing."""
    deciding = find_deciding_comparison(reason, details)
    words = reply or (_get_phrase(deciding, "claim", details) if deciding else "")
    compared = _join_lines(deciding.get("claim")) if deciding else ""
    return next((one for one in (words, compared) if one and _is_held(one, references)), "")


def _is_held(words: str, references: Sequence[Reference]) -> bool:
    """Return True if the words are printed as a quote or beside one, and are not too long to repeat."""
    found = _find_quoted(words, references) if len(words) <= MAX_WORDS else ""
    pattern = rf"(?<!\w){re.escape(found)}(?!\w)"
    texts = (_join_lines(text) for text in _iterate_printed(references))
    return bool(found) and any(re.search(pattern, text) for text in texts)


def find_differing_words(
    reason: str, details: Mapping[str, Any], references: Sequence[Reference] = ()
) -> tuple[str, str]:
    """Return the words of the reply and those of the source that decided.

    Either is empty if it is not known; both are if they do not show the difference.
    """
    if reason in RELATION_REASONS:
        return _get_shown_words(details, references)
    deciding = find_deciding_comparison(reason, details)
    if reason in ORDER_REASONS and (deciding is None or not _shows_both(deciding, details)):
        return _get_shown_words(details, references)
    if deciding is None or not _shows_difference(deciding, references):
        return "", ""
    reply, source = (_get_phrase(deciding, side, details) for side in ("claim", "evidence"))
    if reason == DERIVED_REASON:
        source = _describe_result(_join_lines(deciding.get("formula")))
    elif source and references and not _find_quoted(source, references):
        return "", ""
    if max(len(reply), len(source)) > MAX_WORDS:
        return "", ""
    if reply.casefold() == source.casefold():
        return (reply, "") if _has_same_words(deciding) else ("", "")
    return reply, source


def _has_same_words(comparison: Mapping[str, Any]) -> bool:
    """Return True if the source has the compared words of the reply, about something else."""
    return (
        _join_lines(comparison.get("claim")).casefold() == _join_lines(comparison.get("evidence")).casefold()
    )


def _shows_both(comparison: Mapping[str, Any], details: Mapping[str, Any]) -> bool:
    """Return True if the compared words of both sides differ, and those of the reply are no mere figure."""
    reply, source = (_get_phrase(comparison, side, details).casefold() for side in ("claim", "evidence"))
    return bool(reply and source) and reply != source and not (reply[0].isdigit() and source.endswith(reply))


def _get_shown_words(details: Mapping[str, Any], references: Sequence[Reference]) -> tuple[str, str]:
    """Return the words of both sentences, reply first; nothing if they are not known or not printed."""
    shown = details.get("shown")
    if not isinstance(shown, dict):
        return "", ""
    reply, source = (_join_lines(shown.get(side)).rstrip(".,;: ") for side in ("claim", "evidence"))
    is_printed = not references or _find_quoted(source, references)
    is_telling = reply.casefold() != source.casefold() and max(len(reply), len(source)) <= MAX_WORDS
    return (reply, source) if reply and source and is_printed and is_telling else ("", "")


_RESULT = re.compile(r"(?P<operands>.+?)(?: is| =|:) (?P<result>[^:=]+)")
"""A formula whose last part is its result: "40 → 50 is +25 %"."""


def _describe_result(formula: str) -> str:
    """Return the result of a formula before its figures: "+25 % (40 → 50)"."""
    match = _RESULT.fullmatch(formula)
    return f"{match['result']} ({match['operands']})" if match else formula


def _find_quoted(words: str, references: Sequence[Reference]) -> str:
    """Return the words as a quote or its context has them, on one line; empty if none has."""
    return next(filter(None, (_find_words(words, text) for text in _iterate_printed(references))), "")


def _iterate_printed(references: Sequence[Reference]) -> Iterator[str]:
    """Yield the quotes and the texts around them that a report prints."""
    for one in references:
        yield one.quote
        yield from (each.text for each in one.context)


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
    is_in_words = comparison["rule"] in _RULES_IN_WORDS or not any(map(str.isdigit, formula))
    if reply and is_in_words:
        return _describe_paraphrase(source, reply, comparison, references)
    if comparison.get("finding") != "agree":
        return f"It follows from the quoted words if the figure is calculated like this: {formula}."
    return f"This follows from the sources: {formula}."


def _describe_paraphrase(
    source: str, reply: str, comparison: Mapping[str, Any], references: Sequence[Reference]
) -> str:
    """Return the words of both sides, as quotations only if both are said like this: "A caused B" is not."""
    theirs, mine = _find_quoted(source, references), _find_words(reply, str(comparison.get("claim")))
    if theirs and mine:
        return f"The source says “{theirs}”, the reply says “{mine}”, which means the same."
    return f"The source says the same in other words: {source}, that is, {reply}."
