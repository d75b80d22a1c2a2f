"""The smallest evidence for a claim: minimal windows for a model, minimal sets of sentences for the rules.

A set is minimal if it no longer supports the claim when any one of its members is removed. Sets are tried by
size, then by the rank of their members, so that the same input cites the same sentences. A model reads each
set once, and the sets of all claims together in one call per round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import TYPE_CHECKING

import numpy as np

from ascribe.text.words import is_content_word
from ascribe.verify.comparison import Text
from ascribe.verify.cues import split_clauses
from ascribe.verify.discourse.coreference import find_antecedent, refers_to_other_subject, resolve_pronouns
from ascribe.verify.discourse.predicates import takes_other_predicate
from ascribe.verify.evidence.headings import is_below_other_heading
from ascribe.verify.evidence.passages import read_text, sort_in_reading_order
from ascribe.verify.evidence.set_checks import is_told_of_another, may_be_cohesive
from ascribe.verify.evidence.sets import ClaimContext, EvidenceSet
from ascribe.verify.grammar.subjects import find_subject_heads, find_verb_after_subject
from ascribe.verify.grammar.verb_forms import is_listed_form
from ascribe.verify.grammar.word_groups import can_find_subjects, get_word_group
from ascribe.verify.rules.placed_words import holds_each_part
from ascribe.verify.windows.contents import drop_stray_sentences, find_missing_part
from ascribe.verify.windows.nli_windows import NLIModel, ScoredWindow, WindowScores, score_windows

if TYPE_CHECKING:
    from numpy.typing import NDArray


Members = tuple[int, ...]


def find_minimal_windows(
    cases: Sequence[ClaimContext],
    found: Mapping[int, WindowScores],
    enough: float,
    model: NLIModel,
    suffices: Callable[[ClaimContext, Members], bool],
) -> dict[int, ScoredWindow]:
    """Return for each claim the smallest window that entails it: without any of its members it does not.

    A window that entails the claim and lacks something is completed with a sentence that has it, and read
    again. None of its members is stray: each adds something to the claim. A sentence that says a part of the
    claim which the window lacks is added, if the claim is still entailed. A claim without any window that
    suffices is left out.

    Args:
        cases: claims of the reply, in context.
        found: index of a claim → the windows that were read for it.
        enough: probability of the class entailed that suffices; see ``WindowScores.compute_threshold``.
        model: the model that scored the windows.
        suffices: whether a window holds what the claim needs word for word.
    """
    search = _WindowSearch(cases, found, enough, model, suffices)
    read = {i: search.find_smallest_read(i) for i in found}
    completed = search.complete([i for i, window in read.items() if window is None])
    chosen = {i: window for i, window in (read | completed).items() if window is not None}
    smallest = search.drop_stray_sentences(search.shrink(search.select_best_members(chosen)))
    return search.add_missing_parts(smallest)


_MAX_COMPLETED_SETS = 3
"""Most sets that a window is completed to."""

_MAX_PARTS = 2
"""Most sentences that are added to a window because they say a part of the claim."""


@dataclass(frozen=True, slots=True)
class _WindowSearch:
    """The steps of ``find_minimal_windows``, which describes the arguments.

    A step that needs the model is for all claims at once, so that there is one call per round.
    """

    cases: Sequence[ClaimContext]
    found: Mapping[int, WindowScores]
    enough: float
    model: NLIModel
    suffices: Callable[[ClaimContext, Members], bool]

    def find_smallest_read(self, i: int) -> ScoredWindow | None:
        """Return the window with the fewest sentences, of those read, that entails the claim and suffices."""
        fitting = self.found[i].find_entailing(self.enough)
        return next((window for window in fitting if self.suffices(self.cases[i], window.members)), None)

    def complete(self, lacking: Iterable[int]) -> dict[int, ScoredWindow | None]:
        """Return for each claim its smallest entailing window with one more sentence, or None.

        Only sentences that give the window what it lacks word for word are tried.
        """
        entailing = {i: self.found[i].find_entailing(self.enough)[:1] for i in lacking}
        asked = {
            i: self._list_completed_sets(i, window) for i, windows in entailing.items() for window in windows
        }
        return {i: self._select(i, windows) for i, windows in self._score(asked).items()}

    def select_best_members(self, chosen: Mapping[int, ScoredWindow]) -> dict[int, ScoredWindow]:
        """Return the windows, each reduced to the fewest of its best members that suffice."""
        rows = {i: self.cases[i].scores.matrix[self.cases[i].index] for i in chosen}
        asked = {
            i: _list_growing_subsets(window, self.found[i].before, rows[i]) for i, window in chosen.items()
        }
        smallest = {i: self._select_smallest(i, windows) for i, windows in self._score(asked).items()}
        return {**chosen, **{i: window for i, window in smallest.items() if window is not None}}

    def shrink(self, chosen: Mapping[int, ScoredWindow]) -> dict[int, ScoredWindow]:
        """Return the windows, each without the members that it does not need, one less per round."""
        minimal = changed = dict(chosen)
        while changed:
            asked = {i: _list_smaller_subsets(window, self.found[i].before) for i, window in changed.items()}
            best = {i: self._select(i, windows) for i, windows in self._score(asked).items()}
            changed = {i: window for i, window in best.items() if window is not None}
            minimal = minimal | changed
        return minimal

    def drop_stray_sentences(self, chosen: Mapping[int, ScoredWindow]) -> dict[int, ScoredWindow]:
        """Return the windows without stray sentences; one that entails nothing without them is left out.

        In its place stands a window that was read and is enough without its own stray sentences, if any.
        """
        rests = {i: self._list_windows_without_strays(i, window) for i, window in chosen.items()}
        kept = {i: window for i, window in chosen.items() if window.members in rests[i]}
        asked = {i: windows for i, windows in rests.items() if i not in kept}
        found = {i: self._select_smallest(i, windows) for i, windows in self._score(asked).items()}
        chosen_again = {i: window for i, window in found.items() if window is not None}
        return {i: (kept | chosen_again)[i] for i in chosen if i in kept or i in chosen_again}

    def add_missing_parts(self, chosen: Mapping[int, ScoredWindow]) -> dict[int, ScoredWindow]:
        """Return the windows, each with the sentences that say what it lacks, one more per round."""
        whole = grown = dict(chosen)
        for _ in range(_MAX_PARTS):
            parts = {i: find_missing_part(self.cases[i], window.members) for i, window in grown.items()}
            asked = {
                i: [sort_in_reading_order((*grown[i].members, part), self.cases[i].evidence)]
                for i, part in parts.items()
                if part is not None
            }
            found = {i: self._select(i, windows) for i, windows in self._score(asked).items()}
            grown = {i: window for i, window in found.items() if window is not None}
            whole = whole | grown
        return whole

    def _list_windows_without_strays(self, i: int, chosen: ScoredWindow) -> list[Members]:
        case, before = self.cases[i], self.found[i].before
        if len(chosen.members) == 1:
            return [chosen.members]
        first = drop_stray_sentences(case, chosen.members, before)
        if first == chosen.members:
            return [first]
        others = self.found[i].find_entailing(self.enough)
        return list(
            dict.fromkeys([first, *(drop_stray_sentences(case, one.members, before) for one in others)])
        )

    def _score(self, asked: Mapping[int, Sequence[Members]]) -> dict[int, list[ScoredWindow]]:
        if not any(asked.values()):
            return {}
        return score_windows([case.claim for case in self.cases], asked, self.cases[0].evidence, self.model)

    def _select(self, i: int, windows: Iterable[ScoredWindow]) -> ScoredWindow | None:
        """Return the most entailed of the windows that entail the claim and suffice; None if none does."""
        ranked = sorted(windows, key=lambda window: -window.entailed)
        fitting = (window for window in ranked if self.found[i].is_evidence(window, self.enough))
        return next((window for window in fitting if self.suffices(self.cases[i], window.members)), None)

    def _select_smallest(self, i: int, windows: Sequence[ScoredWindow]) -> ScoredWindow | None:
        """Return what ``_select`` finds among the windows with the fewest sentences, or with more."""
        sizes = sorted({len(window.members) for window in windows})
        by_size = (self._select(i, [w for w in windows if len(w.members) == size]) for size in sizes)
        return next((window for window in by_size if window is not None), None)

    def _list_completed_sets(self, i: int, window: ScoredWindow) -> list[Members]:
        """Return the window with each of the best sentences that gives it what it lacks word for word."""
        case = self.cases[i]
        others = (member for member in case.order if member not in window.members)
        sets = (sort_in_reading_order((*window.members, member), case.evidence) for member in others)
        return list(islice((one for one in sets if self.suffices(case, one)), _MAX_COMPLETED_SETS))


def _list_growing_subsets(
    window: ScoredWindow, before: Mapping[int, int], row: NDArray[np.float64]
) -> list[Members]:
    """Return its best two members, its best three and so on, each in the order of the window."""
    ranked = sorted(window.members, key=lambda member: (-row[member], member))
    grown = ({*ranked[:size]} for size in range(2, len(ranked)))
    closed = (one | {before[m] for m in one if before.get(m) in window.members} for one in grown)
    sets = dict.fromkeys(tuple(sorted(one, key=window.members.index)) for one in closed)
    return [one for one in sets if len(one) < len(window.members)]


def _list_smaller_subsets(window: ScoredWindow, before: Mapping[int, int]) -> list[Members]:
    """Return the window without each of its members.

    A sentence with a leading pronoun keeps the sentence that has its antecedent.
    """
    explaining = {before[member] for member in window.members if member in before}
    dropped = (member for member in window.members if member not in explaining)
    rests = (tuple(other for other in window.members if other != member) for member in dropped)
    return [rest for rest in rests if rest]


# --- Minimal sets for the rules ---

POOL_SIZE = 6
"""Sentences that sets are made of: those cited and the best ones. The antecedents of their pronouns are
added."""

MAX_SET_SIZE = 3
"""Most sentences of a set, as of a citation."""

MAX_SETS_TRIED = 12
"""Most sets that are compared for a claim."""

MIN_ADDED_COVERAGE = 0.05
"""Weighted share of the claim that each member must add to the others: less is a stray word."""


def find_minimal_set(
    members: tuple[int, ...], suffices: Callable[[tuple[int, ...]], bool]
) -> tuple[int, ...]:
    """Remove the members that the set does not need, the last ones first.

    The result suffices, and without any one of its members it does not.
    """
    for member in reversed(members):
        rest = tuple(other for other in members if other != member)
        if rest and suffices(rest):
            return find_minimal_set(rest, suffices)
    return members


def iterate_joint_sets(
    case: ClaimContext, cited: tuple[int, ...], order: list[int], covered: float
) -> Iterator[EvidenceSet]:
    """Yield the sets of two and three sentences that cover that much of the claim, the smallest first."""
    pool = _select_candidates(case, cited, order)
    tried = 0
    for size in range(2, MAX_SET_SIZE + 1):
        for members in combinations(pool, size):
            if tried == MAX_SETS_TRIED:
                return
            if members != cited and _may_cover(case, members, covered) and may_be_cohesive(case, members):
                tried += 1
                yield case.read(members)


def _select_candidates(case: ClaimContext, cited: tuple[int, ...], order: list[int]) -> list[int]:
    """Return the candidates, best first, each followed by the antecedent of its pronoun."""
    ranked = list(dict.fromkeys([*cited, *order]))[:POOL_SIZE]
    before = {m: find_antecedent(case.evidence, m, case.text.language) for m in ranked}
    pool = [i for m in ranked for i in (m, before[m]) if i is not None]
    return list(dict.fromkeys(pool))


def _may_cover(case: ClaimContext, members: tuple[int, ...], covered: float) -> bool:
    """Return True if the sentences cover enough of the claim together, and each adds to the others."""
    joint = case.scores.joint(case.index, members)
    if joint < covered:
        return False
    rests = ([other for other in members if other != member] for member in members)
    return all(joint - case.scores.joint(case.index, rest) >= MIN_ADDED_COVERAGE for rest in rests)


def is_about_same_subject(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if everything in the sentences is about the claim's subject."""
    members = reading.members
    if resolve_pronouns(case.text, case.evidence, members) is None:
        return False
    if not can_find_subjects(case.text.language) and not holds_each_part(
        case.text, case.list_sentences(members)
    ):
        return False  # where no subject is found, two sentences may be about two things
    if _takes_from_another(case, members):
        return False
    return not any(_has_stray_subject(case, member, members) for member in members)


def _takes_from_another(case: ClaimContext, members: tuple[int, ...]) -> bool:
    """Return True if the claim says of its subject what the sentences say of something else.

    A sentence that the claim repeats word for word says it of the same subject.
    """
    sentences = case.list_sentences(members)
    if any(one.text.split() == case.text.text.split() for one in sentences):
        return False
    return (
        takes_other_predicate(case.text, sentences)
        or is_told_of_another(case, members)
        or any(is_below_other_heading(case, member) for member in members)
    )


def is_about_other_subject(case: ClaimContext, reading: EvidenceSet) -> bool:
    """Return True if a part of the set is surely about something other than the claim's subject."""
    members = reading.members
    if refers_to_other_subject(case.text, case.evidence, members):
        return True
    if _takes_from_another(case, members):
        return True
    return any(_has_stray_subject(case, member, members) for member in members)


def _has_stray_subject(case: ClaimContext, member: int, members: tuple[int, ...]) -> bool:
    """Return True if the sentence supplies a claim's clause without a subject, but has another subject.

    "The mill was built in 1871 and has 12 sails" cannot take its sails from a sentence about a barn.
    """
    text = read_text(case.evidence[member].text, case.text.language)
    if len(members) == 1 or find_antecedent(case.evidence, member, text.language) in members:
        return False
    own = find_subject_heads(text)
    if not own or own & case.text.stems:
        return False
    return _covers_subjectless_clause(case.text, text) or _has_other_actor(case, text, members)


def _has_other_actor(case: ClaimContext, text: Text, members: tuple[int, ...]) -> bool:
    """Return True if the sentence has the claim's verb with another subject, which differs from the claim's.

    "The town bought the mill from the Rasks. The town turned it into a hostel" says so of no Rask.
    """
    mine, theirs = find_verb_after_subject(case.text), find_verb_after_subject(text)
    if mine is None or theirs is None or mine.stem != theirs.stem:
        return False
    others = [read_text(case.evidence[i].text, text.language) for i in members]
    return any(
        find_subject_heads(text) & find_subject_heads(one)
        and find_subject_heads(case.text) & (one.stems - find_subject_heads(one))
        for one in others
    )


def _covers_subjectless_clause(claim: Text, text: Text) -> bool:
    """Return True if the sentence covers most of a later clause of the claim that names no subject."""
    for start, end in split_clauses(claim)[1:]:
        inside = claim.within(start, end)
        shared = sum(word.stem in text.stems for word in inside)
        if inside and 2 * shared > len(inside) and _lacks_subject(claim, start, end):
            return True
    return False


def _lacks_subject(claim: Text, start: int, end: int) -> bool:
    """Return True for "and has 12 sails", "which opened in 1999"; False for "and the barn has 12 sails"."""
    words = [
        w
        for w in claim.words
        if start <= w.start < end and w.form not in _list_clause_joiners(claim.language)
    ]
    if not words or words[0].form in get_word_group(claim.language, "articles"):
        return False
    first = words[0]
    if not is_content_word(first, claim.language):
        return first.form in get_word_group(claim.language, "helpers")
    return is_listed_form(first.form, claim.language) or first.form.endswith("s")


def _list_clause_joiners(language: str | None) -> frozenset[str]:
    return get_word_group(language, "joining") | get_word_group(language, "relatives")
