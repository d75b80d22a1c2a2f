"""Shares of a group: "60 percent of the patients who took the drug recovered".

A share holds of the group that it is a share of, and of no other one. A claim about that group must

1. restrict it as the source does: "60 percent of the patients recovered" says it of all patients;
2. not restrict it by what the source says of the share: "60 percent of the patients who recovered took it";
3. keep the share: "the patients who took the drug recovered" says it of all who took it;
4. not say of the whole what is said of the part: of "seven of the ten who failed had not studied", ten
   failed.

Where a relative clause ends is not always marked, so the words behind the group are read in one row: a claim
that keeps the restriction has them in the same order, and one without the share has the first ones.

What a rule says of a restricted group holds of that group alone: "requires employers with more than 50 staff
to report" is not "requires employers to report". This rule never returns a clash: both may be true.
"""

from __future__ import annotations

from collections.abc import Sequence

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Span
from ascribe.verify.grammar.relations import find_stretch_at
from ascribe.verify.grammar.word_groups import get_word_group
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.number import Number
from ascribe.verify.rules.share_groups import (
    Share,
    find_opener,
    find_ruled_groups,
    find_shares,
    has_amount,
    has_several,
    is_restricted,
    list_row,
)

_REASON = "quantifier_unclear"


def compare_shares(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for the first share of the evidence that the claim gives to another group."""
    if claim.code != evidence.code:
        return []
    for share in find_shares(evidence):
        place = _find_other_group(share, claim, evidence)
        if place is not None:
            return [Comparison("shares", "missing", _REASON, place, share.place)]
    for group in find_ruled_groups(evidence):
        place = _find_wider_group(group, claim, evidence)
        if place is not None:
            return [Comparison("shares", "missing", _REASON, place, group.place)]
    return []


def _find_wider_group(group: Share, claim: Text, evidence: Text) -> Span | None:
    """Return the noun of the claim if it says of the whole group what holds of a restricted one."""
    head = get_meaning(group.head, evidence.language)
    heads = [word for word in claim.content if get_meaning(word, claim.language) == head]
    sentence = set(_list_keys(_list_sentence(group, evidence), evidence))
    taken = [w for w in claim.content if w not in heads and get_meaning(w, claim.language) in sentence]
    if not heads or not taken or _is_told_elsewhere((*heads, *taken), group, claim, evidence):
        return None
    return None if any(is_restricted(claim, word) for word in heads) else (heads[0].start, heads[0].end)


def _find_other_group(share: Share, claim: Text, evidence: Text) -> Span | None:
    """Return the words of the claim that are about another group or another share; None if none are."""
    said = list_row(claim, 0, len(claim.text))
    head = get_meaning(share.head, evidence.language)
    heads = [word for word in claim.content if get_meaning(word, claim.language) == head]  # "one bee in ten"
    sentence = set(_list_keys(_list_sentence(share, evidence), evidence))
    taken = [word for word in said if word not in heads and get_meaning(word, claim.language) in sentence]
    if heads and not taken:
        return _find_other_predicate(share, heads, said, claim, evidence)
    if not taken or _is_told_elsewhere((*heads, *taken), share, claim, evidence):
        return None
    if not heads:
        is_other = _has_share_alone(share, claim)
    elif not share.is_restricted:
        is_other = share.is_fronted and _has_part(share, claim) and not _is_group(heads, claim)
    else:
        is_other = _is_other_group(share, heads, taken, claim, evidence)
    words = (*heads, *taken)
    return (min(one.start for one in words), max(one.end for one in words)) if is_other else None


def _list_sentence(share: Share, evidence: Text) -> list[Word]:
    """Return the content words of the sentence of a share."""
    return evidence.within(*find_stretch_at(evidence, share.head.start))


def _find_other_predicate(
    share: Share, heads: Sequence[Word], said: Sequence[Word], claim: Text, evidence: Text
) -> Span | None:
    """Return what a claim says of a share if the evidence says it of another thing only.

    "A third of its shops are in Lyon" takes "Lyon" from a sentence about people. A sentence that begins with
    a pronoun may go on about the share.
    """
    if not (_is_group(heads, claim) and _has_amount_of(share, claim, evidence)):
        return None
    first = evidence.text.rfind("\n", 0, share.place[0]) + 1
    last = evidence.text.find("\n", share.place[1]) % (len(evidence.text) + 1)
    inside = set(_list_keys(evidence.within(first, last), evidence))
    rest = [word for word in said if word not in heads]
    if not rest or not inside.isdisjoint(_list_keys(rest, claim)):
        return None
    behind = evidence.words_after(last, 1)
    if behind and behind[0].form in get_word_group(evidence.language, "pronouns"):
        return None
    return rest[0].start, rest[-1].end


def _has_amount_of(share: Share, claim: Text, evidence: Text) -> bool:
    """Return True if the claim has the figure of the share, or the word for it: "most", and not "few"."""
    if share.part is not None:
        return _has_part(share, claim)
    words = evidence.lowered[slice(*share.place)].split()
    return bool(words) and words[0] in claim.tokens and has_amount(claim)


def _is_told_elsewhere(words: Sequence[Word], share: Share, claim: Text, evidence: Text) -> bool:
    """Return True if another sentence of the evidence has all those words of the claim."""
    first, last = find_stretch_at(evidence, share.head.start)
    wanted = {get_meaning(word, claim.language) for word in words}
    rest = (*evidence.within(0, first), *evidence.within(last, len(evidence.text)))
    return wanted <= {get_meaning(word, evidence.language) for word in rest}


def _has_share_alone(share: Share, claim: Text) -> bool:
    """Return True for a claim with the figure of the share and without a word for the group.

    "40 percent read daily"; a restriction may belong to another word for the group.
    """
    if share.part is None or not share.part.kind or not _has_figure(share.part, claim):
        return False
    return share.is_fronted or all(find_opener(claim, word) is None for word in claim.content)


def _is_group(heads: Sequence[Word], claim: Text) -> bool:
    """Return True if the noun is what the share of the claim is a share of, or what its figure counts."""
    counted = {claim.find_counted_stem(figure.end) for figure in find_figures(claim)}
    return any(share.head in heads for share in find_shares(claim)) or any(
        one.stem in counted for one in heads
    )


def _is_other_group(
    share: Share, heads: Sequence[Word], taken: Sequence[Word], claim: Text, evidence: Text
) -> bool:
    """Return True if a claim about a restricted group is about another one, or about another share."""
    row = _list_keys(share.row, evidence)
    before = [word for word in taken if claim.text[word.end : heads[0].start] == " "]
    behind = [*before, *(word for word in taken if word.start > heads[0].start)]
    keys = [key for word in behind if (key := get_meaning(word, claim.language)) in row]
    begins = keys[:1] == row[:1] and _is_in_order(keys, row)
    is_share = has_amount(claim) or _has_part(share, claim)
    has_adjective = bool(before) and get_meaning(before[0], claim.language) in row
    if has_adjective or any(find_opener(claim, head) is not None for head in heads):
        has_any = is_share or has_several(claim) or bool(find_figures(claim))
        return (bool(keys) and not begins) or (not has_any and _ends_alike(keys, row))
    if share.is_several or (has_several(claim) and not is_share):
        return False
    if share.part is not None and not share.part.kind and set(row) <= set(_list_keys(taken, claim)):
        # "five of the eight boats that sank were Dutch": five Dutch boats sank, but not five of eight
        return share.whole is not None and _has_figure(share.whole, claim)
    is_whole = share.whole is not None and _has_figure(share.whole, claim) and not _has_part(share, claim)
    return (is_share and not is_whole) or (bool(keys) and not begins)


def _list_keys(words: Sequence[Word], text: Text) -> list[str]:
    return [get_meaning(word, text.language) for word in words]


def _is_in_order(keys: Sequence[str], row: Sequence[str]) -> bool:
    """Return True if the row has all those words in that order."""
    there = iter(row)
    return all(key in there for key in keys)


def _ends_alike(keys: Sequence[str], row: Sequence[str]) -> bool:
    """Return True if the claim goes on to the last word of the row, and so says what is said of the share."""
    return keys[-1:] == row[-1:]


def _has_part(share: Share, claim: Text) -> bool:
    return share.part is not None and _has_figure(share.part, claim)


def _has_figure(figure: Number, claim: Text) -> bool:
    return any(one.agrees_with(figure) for one in find_figures(claim))


SHARES = Rule("shares", compare_shares, kind="quantifier", opposes="place")
