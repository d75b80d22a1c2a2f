"""Are the things that a claim says together said together by its evidence, or pieced together from it?"""

from __future__ import annotations

from ascribe.verify.follow_ups import clashes
from ascribe.verify.holding import is_found
from ascribe.verify.passages import CONTEXT, read_joined, read_one, read_text
from ascribe.verify.readings import BINDING, Case, Reading
from ascribe.verify.rules import Text, binding
from ascribe.verify.rules.names import names
from ascribe.verify.rules.roles import has_roles
from ascribe.verify.rules.scope import Span, clauses, find_scopes
from ascribe.verify.rules.vocabulary import meaning, meanings

_OPENING = 2
"""Content words up to which the first clause of a claim is no statement of its own."""


def is_bound(case: Case, reading: Reading) -> bool:
    """True if one sentence confirms all figures, dates and names, and no clause is pieced together."""
    members = reading.members
    if len(members) == 1:
        return not _stands_elsewhere(case, reading)
    alone = {member: case.read((member,)) for member in members}
    linked = [one for member, one in alone.items() if _is_linked(case, member, members)]
    if any(clashes(case.text, one, linked) for one in alone.values()):
        return False
    return _lacking(case, members) is None or any(one.agrees(BINDING) for one in linked)


def may_bind(case: Case, members: tuple[int, ...]) -> bool:
    """True unless it can be told without the rules that these sentences are not bound."""
    return any(_is_linked(case, member, members) for member in members) or _lacking(case, members) is None


def _stands_elsewhere(case: Case, reading: Reading) -> bool:
    """True if a neighbour has what the sentence lacks of the claim, with another value for it."""
    (member,) = reading.members
    found = (w for w in case.text.content if not is_found(case, w, reading) and not reading.explains(w))
    lacking = {meaning(word, case.text.language) for word in found}
    if not lacking:
        return False
    language = reading.text.language
    for near in _neighbours(case, member):
        held = meanings(read_text(case.evidence[near].sentence.text, language))
        if not lacking.isdisjoint(held):
            both = read_joined(case.evidence, sorted((near, member)), language)
            if binding.compare(case.text, both):
                return True
    return False


def _neighbours(case: Case, member: int) -> list[int]:
    """The sentences near that one in its source."""
    near = range(max(0, member - CONTEXT), min(len(case.evidence), member + CONTEXT + 1))
    here = case.evidence[member].document
    return [other for other in near if other != member and case.evidence[other].document is here]


def _is_linked(case: Case, member: int, members: tuple[int, ...]) -> bool:
    """True if it refers to a sentence before it ("it", "there"), or one before ends with a colon."""
    here = case.evidence[member]
    near = (i for i in members if 0 < member - i <= CONTEXT)
    before = [i for i in near if case.evidence[i].document is here.document]
    if any(case.evidence[i].sentence.text.rstrip().endswith(":") for i in before):
        return True
    if not before or not has_roles(case.text.language):
        return bool(before)
    return bool(find_scopes(read_one(case.evidence, member, case.text.language), "anaphor"))


def _lacking(case: Case, members: tuple[int, ...]) -> Span | None:
    """The first clause of the claim that no single sentence holds, beside what heads its table."""
    language = case.text.language
    texts = {member: read_text(case.evidence[member].sentence.text, language) for member in members}
    headed = frozenset(
        key for member, text in texts.items() if _heads_table(case, member) for key in meanings(text)
    )
    for start, end in _whole_clauses(case.text):
        inside = case.text.within(start, end)
        keys = {meaning(word, language) for word in inside} - headed
        values = {w.stem for w in inside if w.form[0].isdigit() or w in names(case.text)}
        holding = [text for text in texts.values() if values <= text.stems]
        most = max((len(keys & meanings(text)) for text in holding), default=0)
        if not holding or (len(keys) > 1 and most < len(keys)):
            return start, end
    return None


def _heads_table(case: Case, member: int) -> bool:
    """True for the first row of a table."""
    rows = [case.evidence[i].sentence.text.startswith("|") for i in (max(0, member - 1), member)]
    return rows[1] and (member == 0 or not rows[0])


def _whole_clauses(text: Text) -> list[Span]:
    """Clauses, where what opens the sentence with a word or two belongs to the next one: "By default, …"."""
    spans = list(clauses(text))
    if len(spans) > 1 and len(text.within(*spans[0])) <= _OPENING:
        spans[:2] = [(spans[0][0], spans[1][1])]
    return spans
