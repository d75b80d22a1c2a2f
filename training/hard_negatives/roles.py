"""Semantic roles: passive and active converted to each other, and the roles exchanged."""
# ruff: noqa: ARG001, E501 - rules share one shape; a pattern reads better on one line

import random
import re
from collections.abc import Iterator

from training.hard_negatives.edits import DENIAL, Context, Edit, capitalised, lowered
from training.hard_negatives.verbs import lemma, participle, past, plain_of_past

_NP = r"(?:(?:The|the|A|a|An|an|His|his|Her|her|Its|its|Their|their) [\w' -]{2,60}?|(?:[A-Z][\w.'-]+)(?: (?:[A-Z][\w.'-]+|of|the|and|de|von)){0,4}?|He|She|It|They)"
_STOP = r"(?!(?:in|on|at|for|as|with|to|from|after|during|who|which|that|under|when|of|is|was|using|and|between|through|now|working|based|located|while)\b)"
_AGENT = rf"(?:the |a |an |his |her |its |their )?{_STOP}[\w.'-]+(?: {_STOP}[\w.'-]+){{0,4}}"
_PASSIVE = re.compile(
    rf"^(?P<object>{_NP}) (?P<be>was|were) (?P<adverb>(?:originally |later |first )?)(?P<verb>[a-z]+) by "
    rf"(?P<agent>{_AGENT}(?: of (?:the )?[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)?(?: and {_AGENT})?)"
    r"(?P<rest>(?: (?:in|on|during|at|for|after|under|between) (?:(?! and | who | which | that )[^,;]){3,60})?)\.$"
)
_ACTORS = "write direct produce found design build defeat publish establish compose invent discover paint capture conquer acquire create develop win record release kill murder arrest buy attack destroy adopt appoint nominate award own criticize criticise praise support replace succeed lead edit host narrate manufacture distribute elect marry"
_CLEAR = frozenset(_ACTORS.split()) - {"succeed", "marry", "lead"}
_LOOSE = frozenset(["criticize", "criticise", "praise", "support", "attack", "influence", "follow"])
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
    """Yield "X was taken by Y" as "Y took X" (entailed) and with the roles exchanged (contradicted)."""
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
        be = "were" if " and " in match["agent"] else "was"
        label_lie = "neither" if plain in _LOOSE or plain in ("influence", "inspire") else "contradicted"
        for text in (
            f"{match['object']} {adverb}{done} {match['agent']}{rest}.",
            f"{capitalised(match['agent'])} {be} {adverb}{match['verb']} by {object_}{rest}.",
        ):
            yield Edit(text, "neither" if label_lie == "neither" else "contradicted", "roles exchanged")


def active_to_passive(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield "Y took X" as "X was taken by Y" (entailed) and with the roles exchanged (contradicted)."""
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
    """Yield "A is the father of B" as "B is the father of A"."""
    if match := _RELATION.match(sentence):
        link = match["role"] if match["role"].endswith(" to") else match["role"] + " of"
        yield Edit(f"{match['b']} {match['be']} the {link} {match['a']}.", "contradicted", "roles exchanged")


_MADE = "directed|written|produced|created|composed|developed|published|designed|founded|recorded|painted|built|established"
_MADE_BY = re.compile(
    rf"^(?P<what>[A-Z][\w' -]{{1,50}}?)(?: \([^()]*\))? (?:is|was) (?:a|an|the) [^,.;\"]*?\b(?P<verb>{_MADE}) by "
    r"(?P<who>[A-Z][\w'-]+(?: [A-Z]\.)?(?: [A-Z][\w'-]+){0,3})(?=[,.]| (?:and|in|from|for|on|at|as|with|that|which|about)\b)(?!,? and)"
)
_MADE_PASSIVE = re.compile(
    rf"^(?P<what>(?:The )?[A-Z][\w' -]{{1,50}}?)(?: \([^()]*\))? was (?P<verb>{_MADE}) by "
    r"(?P<who>[A-Z][\w'-]+(?: [A-Z]\.)?(?: [A-Z][\w'-]+){0,3})(?=[,.]| (?:and|in|from|for|on|at|as|with|that|which|about)\b)(?!,? and)"
)


def made_by(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield "X is a film directed by Y" as "Y directed X" (entailed), by another one or with roles exchanged."""
    match = _MADE_BY.match(sentence) or _MADE_PASSIVE.match(sentence)
    if not match or _CLAUSE_WORDS.search(match["what"]) or DENIAL.search(sentence):
        return
    what, verb, who = match.group("what", "verb", "who")
    object_ = _OBJECTIVE.get(what) or (
        lowered(what) if re.match(r"(?:The|A|An|His|Her|Its) [a-z]", what) else what
    )
    done = past(lemma(verb))
    if not done or " of " in sentence[match.end() : match.end() + 4]:
        return
    yield Edit(f"{who} {done} {object_}.", "entailed", "passive to active")
    yield Edit(f"{what} was {verb} by {who}.", "entailed", "shortened")
    if what not in _OBJECTIVE:
        yield Edit(f"{what} {done} {who}.", "contradicted", "roles exchanged")
        yield Edit(f"{who} was {verb} by {object_}.", "contradicted", "roles exchanged")
    if pool := [name for name in context.names.get("person", ()) if name not in sentence]:
        yield Edit(
            f"{rng.choice(pool)} {done} {object_}.", "contradicted", "passive to active + name: person"
        )


RULES = (passive_to_active, active_to_passive, relation_turned, made_by)
