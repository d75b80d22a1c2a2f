"""Modality, plans, hearsay and conditions: what may be, was planned or was said is not a fact."""
# ruff: noqa: ARG001, E501 - rules share one shape; a pattern reads better on one line

import random
import re
from collections.abc import Iterator

from training.hard_negatives.edits import (
    DENIAL,
    Context,
    Edit,
    Label,
    capitalised,
    free_matches,
    lowered,
    replaced,
)
from training.hard_negatives.verbs import past

_MAY_HAVE = re.compile(r"\b(?:may|might|could) have been\b")
_MAY_BE = re.compile(r"(?<!s )\b(?:may|might|could) (?:also )?be\b")
_PLANNED = re.compile(
    r"\b(?:planned|intended|attempted|tried|wanted|hoped|threatened|offered|sought|promised|was expected|were expected"
    r"|was supposed|were supposed|was scheduled|were scheduled|was due|was asked|were asked|was invited|was ordered) to (?P<verb>[a-z]+)\b"
)
_IS_PLANNED = re.compile(r"\b(?:is|are) (?:expected|planned|scheduled|likely|due|set) to (?=[a-z])")
_DONE = re.compile(
    r"\b(?:managed|was forced|were forced|was able|were able|went on|proceeded|was compelled) to (?P<verb>[a-z]+)\b"
)
_HEDGE = re.compile(
    r"\b(?:reportedly|allegedly|possibly|probably|perhaps|supposedly|presumably|apparently|likely) (?=[a-z]+(?:ed|en)?\b)"
)
_MIND = r"\b(?:said|says|claimed|claims|stated|argued|argues|believed|believes|suggested|suggests|thought|alleged|alleges|speculated|predicted|reported|denied) that "
_SAID = re.compile(rf"^(?P<who>[A-Z][\w.' -]{{1,60}}?) (?:{_MIND[2:]})(?P<what>.+)$")
_FACT = re.compile(
    r"^(?P<who>[A-Z][\w.' -]{1,50}?) (?:discovered|learned|learns|discovers|realised|realized|realizes|noticed|revealed|reveals"
    r"|confirmed|proved|showed|shows|found out|demonstrated) that (?P<what>.+)$"
)
_BELIEVED = re.compile(
    r"^It (?:is|was|has been) (?:believed|thought|claimed|alleged|suggested|said|rumou?red|reported|estimated|speculated) that (?P<what>.+)$"
)
_ACCORDING = re.compile(r"^According to (?P<who>[^,]{2,60}), (?P<what>.+)$")
_IF = re.compile(r"^(?P<main>[A-Z][^,]+?),? (?:if|unless|provided that|as long as) (?P<cond>[^,]+)\.$")
_IF_FIRST = re.compile(r"^(?:If|Unless|Provided that) (?P<cond>[^,]+), (?:then )?(?P<main>[^,]+)\.$")
_PRONOUN = re.compile(r"^(?:he|she|it|they|his|her|their|this|these|we|I|our|my|there)\b", re.IGNORECASE)


def unhedged(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield a possibility as a fact: neither."""
    for match in free_matches(_MAY_HAVE, sentence):
        yield Edit(replaced(sentence, match, _was(sentence[: match.start()])), "neither", "modality")
    for match in free_matches(_MAY_BE, sentence):
        before = sentence[: match.start()].split()
        if (
            before
            and before[-1].lower() in ("it", "he", "she", "this", "which")
            and not DENIAL.search(sentence)
        ):
            yield Edit(replaced(sentence, match, "is"), "neither", "modality")
    for match in free_matches(_HEDGE, sentence):
        if (
            not re.search(r"\b(?:more|most|very|as|less|is|are|was|were|not) $", sentence[: match.start()])
            or "likely" not in match[0]
        ):
            yield Edit(replaced(sentence, match, ""), "neither", "hedge dropped")
    for match in free_matches(_IS_PLANNED, sentence):
        yield Edit(replaced(sentence, match, "will definitely "), "neither", "modality")


def _was(before: str) -> str:
    """Return "were" after a subject that looks plural, else "was"."""
    last = before.rsplit(maxsplit=1)[-1] if before.strip() else ""
    return (
        "were"
        if last.lower() == "they" or (last.endswith("s") and last.islower() and not last.endswith("ss"))
        else "was"
    )


def plan_as_fact(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield a plan or attempt as done (neither); what somebody managed to do, as done (entailed)."""
    if DENIAL.search(sentence):
        return
    cases: tuple[tuple[re.Pattern[str], Label, str], ...] = (
        (_PLANNED, "neither", "plan as fact"),
        (_DONE, "entailed", "done in fact"),
    )
    for pattern, label, kind in cases:
        for match in free_matches(pattern, sentence):
            done = "was" if match["verb"] == "be" else past(match["verb"])
            if done and not re.search(
                r"\b(?:had|has|have|and|or|was|were|is|be|been|being|who) $", sentence[: match.start()]
            ):
                yield Edit(replaced(sentence, match, done), label, kind, firm=False)


def said_as_fact(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield hearsay as fact (neither), a finding as fact (entailed), or another speaker (contradicted)."""
    for pattern in (_SAID, _BELIEVED, _ACCORDING):
        if (match := pattern.match(sentence)) and not _PRONOUN.match(match["what"]) and '"' not in sentence:
            yield Edit(capitalised(match["what"]), "neither", "hearsay as fact", firm=False)
    if (
        (match := _FACT.match(sentence))
        and not DENIAL.search(match["who"])
        and not _PRONOUN.match(match["what"])
    ):
        yield Edit(capitalised(match["what"]), "entailed", "found fact", firm=False)
    if match := _ACCORDING.match(sentence):
        yield Edit(
            f"{capitalised(match['who'])} said that {lowered(match['what'])}",
            "entailed",
            "reported otherwise",
        )
        if pool := [name for name in context.names.get("person", ()) if name not in sentence]:
            yield Edit(f"According to {rng.choice(pool)}, {match['what']}", "neither", "attribution")
    match = _SAID.match(sentence)
    if match and not re.search(
        r"\b(?:denied|argue|alleg|believ|thought|specul|predict)", sentence[: match.start("what")]
    ):
        if len(match["who"].split()) <= 5 and not _PRONOUN.match(match["who"]):
            yield Edit(
                f"According to {lowered(match['who'])}, {match['what']}", "entailed", "reported otherwise"
            )
        pool = [name for name in context.names.get("person", ()) if name not in sentence]
        if pool and not match["who"].startswith(("It ", "There ")):
            yield Edit(replaced(sentence, match, rng.choice(pool), "who"), "neither", "attribution")


def condition_dropped(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Drop the condition (neither), or move it to the other end of the sentence (entailed)."""
    if (match := _IF.match(sentence)) and not re.search(
        r"\b(?:as|even|only|know|see|ask\w*|wonder\w*|whether)$|\b(?:offer|threaten|promis|agree|said)\w*",
        match["main"],
    ):
        yield Edit(match["main"] + ".", "neither", "condition dropped", firm=False)
    if match := _IF_FIRST.match(sentence):
        yield Edit(capitalised(match["main"]) + ".", "neither", "condition dropped", firm=False)
        if not re.search(r"\bif\b|^If it\b", sentence) and not match["main"].startswith("and"):
            yield Edit(f"{capitalised(match['main'])} if {match['cond']}.", "entailed", "clauses exchanged")


RULES = (unhedged, plan_as_fact, said_as_fact, condition_dropped)
