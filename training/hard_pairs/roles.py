"""Who did what to whom: passive and active told as each other, and with the roles exchanged."""

import random
import re
from collections.abc import Iterator

from .edits import Context, Edit, capitalised, lowered
from .verbs import lemma, participle, past, plain_of_past

_NP = r"(?:(?:The|the|A|a|An|an|His|his|Her|her|Its|its|Their|their) [\w' -]{2,40}?|(?:[A-Z][\w.'-]+)(?: (?:[A-Z][\w.'-]+|of|the|and|de|von)){0,4}?|He|She|It|They)"
_PASSIVE = re.compile(
    rf"^(?P<object>{_NP}) (?:was|were) (?P<adverb>(?:originally |later |first )?)(?P<verb>[a-z]+) by "
    r"(?P<agent>(?:the |a |an |his |her |its |their )?[\w.'-]+(?: (?!in\b|on\b|at\b|and\b|for\b|as\b|with\b|to\b|from\b|after\b|during\b|who\b|which\b|that\b|under\b|when\b|of\b|is\b|was\b|using\b)[\w.'-]+){0,4})"
    r"(?P<rest>(?: (?:in|on|during|at) [^,;]{3,40})?)\.$"
)
_ACTORS = "write direct produce found design build defeat publish establish compose invent discover paint capture conquer acquire create develop win record release kill murder arrest buy attack destroy adopt appoint nominate award own criticize criticise praise support replace succeed lead edit host narrate manufacture distribute elect marry"
_CLEAR = frozenset(_ACTORS.split()) - {"succeed", "marry", "lead"}
_LOOSE = frozenset("criticize criticise praise support attack influence follow".split())
_ACTIVE = re.compile(
    r"^(?P<agent>(?:[A-Z][\w'-]+)(?: [A-Z][\w.'-]+){0,3}|He|She|They) (?P<verb>[a-z]+) "
    r"(?P<object>(?:the|a|an|his first|her first) [a-z][\w' -]{2,40}?|(?:The )?[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,3})(?P<rest>(?: in (?:[A-Z][a-z]+ )?\d{4})?)\.$"
)
_OBJECTIVE = {"He": "him", "She": "her", "They": "them", "It": "it"}
_AGENT_NO = re.compile(
    r"^(?:\d|the (?:time|end|early|late|mid|beginning)|[a-z]+ing\b|[A-Z][a-z]+ \d|late|early|more|about|\w+%|car|train|air|boat|rail|road|hand|name)",
    re.IGNORECASE,
)
_CLAUSE_WORDS = re.compile(
    r"\b(?:who|which|that|when|is|was|were|are|had|has|and|or|but|while|with|for|to)\b"
)


def passive_to_active(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """ "X was taken by Y" as "Y took X" (entailed) and with the roles exchanged (contradicted)."""
    match = _PASSIVE.match(sentence)
    if (
        not match
        or _AGENT_NO.match(match["agent"])
        or _CLAUSE_WORDS.search(match["object"] + " " + match["agent"])
    ):
        return
    plain = lemma(match["verb"])
    if plain not in _CLEAR and plain not in (
        "influence",
        "follow",
        "inspire",
        "organise",
        "organize",
        "sign",
        "operate",
        "invade",
        "occupy",
        "sponsor",
        "illustrate",
    ):
        return
    done, object_ = past(plain), _OBJECTIVE.get(match["object"], lowered(match["object"]))
    if not done or participle(plain) != match["verb"]:
        return
    adverb, rest = match["adverb"], match["rest"]
    yield Edit(
        f"{capitalised(match['agent'])} {adverb}{done} {object_}{rest}.", "entailed", "passive to active"
    )
    if match["object"] not in _OBJECTIVE:
        label_lie = "neither" if plain in _LOOSE or plain in ("influence", "inspire") else "contradicted"
        for text in (
            f"{match['object']} {adverb}{done} {match['agent']}{rest}.",
            f"{capitalised(match['agent'])} was {adverb}{match['verb']} by {object_}{rest}.",
        ):
            yield Edit(text, "neither" if label_lie == "neither" else "contradicted", "roles exchanged")


def active_to_passive(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """ "Y took X" as "X was taken by Y" (entailed) and with the roles exchanged (contradicted)."""
    match = _ACTIVE.match(sentence)
    plain = plain_of_past(match["verb"]) if match else ""
    if (
        not match
        or plain not in _CLEAR
        or _CLAUSE_WORDS.search(match["object"])
        or re.search(r" (?:in|at|from|on|of) .*\b(?:in|at|from|on)\b|\b[a-z]+ly\b", match["object"])
    ):
        return
    head = re.split(r" (?:of|in|at|from|on|by) ", match["object"])[0]
    if head.endswith("s") and not head.endswith("ss"):
        return
    agent = _OBJECTIVE.get(match["agent"], match["agent"])
    done = participle(plain)
    yield Edit(
        f"{capitalised(match['object'])} was {done} by {agent}{match['rest']}.",
        "entailed",
        "active to passive",
    )
    if match["agent"] not in _OBJECTIVE:
        label_lie = "neither" if plain in _LOOSE else "contradicted"
        for text in (
            f"{capitalised(match['object'])} {match['verb']} {agent}{match['rest']}.",
            f"{agent} was {done} by {match['object']}{match['rest']}.",
        ):
            yield Edit(text, "neither" if label_lie == "neither" else "contradicted", "roles exchanged")


_RELATION = re.compile(
    r"^(?P<a>[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2}) (?P<be>is|was) the (?P<role>son|daughter|father|mother|wife|husband|capital|author|founder|director|teacher|successor|predecessor|leader|creator|sequel to|owner|member) ?(?:of )?(?P<b>[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2})\.$"
)


def relation_turned(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """ "A is the father of B" turned to "B is the father of A"."""
    if match := _RELATION.match(sentence):
        link = match["role"] if match["role"].endswith(" to") else match["role"] + " of"
        yield Edit(f"{match['b']} {match['be']} the {link} {match['a']}.", "contradicted", "roles exchanged")


RULES = (passive_to_active, active_to_passive, relation_turned)
