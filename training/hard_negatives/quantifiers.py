"""Quantifiers, frequency and exclusiveness: a weaker word is entailed, a stronger one is not."""
# ruff: noqa: ARG001, E501 - rules share one shape; a pattern reads better on one line

import random
import re
from collections.abc import Iterator

from training.hard_negatives.edits import (
    DENIAL,
    Context,
    Edit,
    Label,
    free_matches,
    replaced,
)

# pattern, new words, label: a step down the scale is entailed, a step up is neither, a negation contradicts.
_STEPS: list[tuple[str, str, Label]] = [
    (r"\bsome of (?=the|his|her|its|their)", "all of ", "neither"),
    (r"\b[Ss]everal of (?=the|his|her|its|their)", "all of ", "neither"),
    (r"\b[Mm]any of (?=the|his|her|its|their)", "all of ", "neither"),
    (r"\b[Mm]ost of (?=the|his|her|its|their)", "all of ", "neither"),
    (r"\b[Ss]ome of (?=the|his|her|its|their)", "none of ", "contradicted"),
    (r"\b[Mm]any of (?=the|his|her|its|their)", "none of ", "contradicted"),
    (r"\b[Mm]any of (?=the|his|her|its|their)", "some of ", "entailed"),
    (r"\b[Mm]ost of (?=the|his|her|its|their)", "some of ", "entailed"),
    (r"\b[Mm]ost of (?=the|his|her|its|their)", "none of ", "contradicted"),
    (r"\b[Aa]ll of (?=the|his|her|its|their)", "some of ", "entailed"),
    (r"\b[Aa]ll of (?=the|his|her|its|their)", "none of ", "contradicted"),
    (r"^Some (?=[a-z]+s\b)", "All ", "neither"),
    (r"^Many (?=[a-z]+s\b)", "All ", "neither"),
    (r"^Most (?=[a-z]+s\b)", "All ", "neither"),
    (r"^Several (?=[a-z]+s\b)", "All ", "neither"),
    (r"^Many (?=[a-z]+s\b)", "Some ", "entailed"),
    (r"^Most (?=[a-z]+s\b)", "Some ", "entailed"),
    (r"^Several (?=[a-z]+s\b)", "Some ", "entailed"),
    (r"^(?:Many|Some|Several|Most) (?=[a-z]+s\b)", "No ", "contradicted"),
    (r"\bone of the (?=(?:\w+ )?\w+est\b|most )", "the ", "neither"),
    (r"\boften\b", "always", "neither"),
    (r"\bsometimes\b", "always", "neither"),
    (r"\busually\b", "always", "neither"),
    (r"\bgenerally\b", "always", "neither"),
    (r"\balways\b", "often", "entailed"),
    (r"\balways\b", "rarely", "contradicted"),
    (r"\busually\b", "sometimes", "entailed"),
    (r"\boften\b", "sometimes", "entailed"),
    (r"\bmainly\b|\bmostly\b|\bprimarily\b|\blargely\b", "exclusively", "neither"),
    (r"\bexclusively\b|\bentirely\b|\bsolely\b", "mainly", "entailed"),
    (r"\bpartly\b|\bpartially\b", "completely", "neither"),
    (r"\bcompletely\b|\bentirely\b", "partly", "contradicted"),
    (r"\balmost (?=all|every|entirely|completely)", "", "neither"),
    (r"\bnearly (?=all|every|half)", "", "neither"),
    (r"\bmore than (?=\$?\d)", "at least ", "entailed"),
    (r"\bmore than (?=\$?\d)", "fewer than ", "contradicted"),
    (r"\bmore than (?=\$?\d)", "exactly ", "contradicted"),
    (r"\bat least (?=\w)", "exactly ", "neither"),
    (r"\bat least (?=\w)", "at most ", "neither"),
    (r"\bat least (?=\w)", "no fewer than ", "entailed"),
    (r"\bup to (?=\$?\d)", "at least ", "neither"),
    (r"\bup to (?=\$?\d)", "at most ", "entailed"),
    (r"\bup to (?=\$?\d)", "more than ", "contradicted"),
    (r"\bfewer than (?=\w)", "more than ", "contradicted"),
    (r"\bless than (?=\$?\d)", "at most ", "entailed"),
    (r"\bless than (?=\$?\d)", "more than ", "contradicted"),
    (r"\bover (?=\$?\d[\d,.]* [a-z]+s\b)", "more than ", "entailed"),
    (r"\bover (?=\$?\d[\d,.]* [a-z]+s\b)", "fewer than ", "contradicted"),
    (r"\babout (?=\$?\d)", "exactly ", "neither"),
    (r"\babout (?=\$?\d)", "around ", "entailed"),
    (r"\bapproximately (?=\$?\d)", "exactly ", "neither"),
    (r"\ba few (?=[a-z]+s\b)", "no ", "contradicted"),
    (r"\b(?:many|several|numerous) (?=[a-z]+s\b)", "no ", "contradicted"),
    (r"\b(?:many|several|numerous) (?=[a-z]+s\b)", "some ", "entailed"),
    (r"\bhalf of\b", "all of", "contradicted"),
    (r"\bhalf of\b", "most of", "contradicted"),
    (r"\bonly (?=one|two|three|four|five|six|\d)", "at least ", "entailed"),
    (r"\bonly (?=one|two|three|four|five|six|\d)", "more than ", "contradicted"),
]
_COMPILED = [(re.compile(pattern), new, label) for pattern, new, label in _STEPS]
_BOUND_WORDS = re.compile(r"exactly|than|at least|at most|around|only|no fewer|more")


def stepped(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Replace one quantifier by a weaker, stronger or opposite one."""
    denied = DENIAL.search(sentence)
    for pattern, new, label in _COMPILED:
        for match in free_matches(pattern, sentence):
            if denied and not _BOUND_WORDS.search(new):
                continue
            if re.search(r"\b(?:how|so|as|not|too|or|and|very|the) $", sentence[: match.start()]):
                continue
            word = new.capitalize() if match[0][0].isupper() else new
            yield Edit(replaced(sentence, match, word), label, "quantifier", firm=False)


_ONLY_HERE = re.compile(
    r"^[A-Z][^,]*\b(?:was|were|is|are) (?P<at>(?:released|available|found|used|sold|shown|spoken|played|published|produced|grown|held) (?:in|on|by|at|for) )"
)


def made_exclusive(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Insert "only" before a place or agent that the source does not restrict: neither."""
    match = _ONLY_HERE.match(sentence)
    if match and not DENIAL.search(sentence) and " only" not in sentence and " also" not in sentence:
        verb, preposition = match["at"].split()
        yield Edit(
            replaced(sentence, match, f"{verb} only {preposition} ", "at"), "neither", "exclusive", firm=False
        )


RULES = (stepped, made_exclusive)
