"""Negation: inserted, removed, and replaced by another negation with the same meaning."""
# ruff: noqa: ARG001, E501 - rules share one shape; a pattern reads better on one line

import random
import re
from collections.abc import Iterator

from training.hard_negatives.edits import DENIAL, Context, Edit, free_matches, replaced
from training.hard_negatives.verbs import inflected, lemma, past, plain_of_past

_AUXILIARY = re.compile(
    r"\b(?P<aux>is|was|are|were|has|had|have|will|can|does|did)(?= (?!to\b|also\b|being\b|not\b|no\b|only\b|often\b|more than"
    r"|about\b|nearly\b|one\b|some\b|many\b|that\b|several\b|most\b|\w+ly\b|[\"(,]|home\b|located\b)\w)"
)
_PAST = re.compile(
    r"\b(?P<subject>He|She|They|It|Who|who|which|[A-Z][a-z]+) (?P<verb>[a-z]+)(?= (?!that\b)[a-z\"A-Z])"
)
_UNSURE = re.compile(
    r"\b(?:some|many|several|most|few|all|every|each|any|both|either|may|might|would|could|should|or|often|sometimes"
    r"|usually|generally|\w+ing to)\b|\?|:",
    re.IGNORECASE,
)
_LINKS = re.compile(r"\b(?:when|while|because|as|that|what|where|how|before|after|than|although|though)\b")


def put_in(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Insert "not" or "never" into the main clause."""
    if DENIAL.search(sentence) or _UNSURE.search(sentence):
        return
    auxiliaries = [m for m in free_matches(_AUXILIARY, sentence) if not _LINKS.search(sentence[: m.start()])]
    for match in auxiliaries[:1]:
        if match["aux"] in ("has", "had", "have"):
            following = re.match(r" ([a-z]+)", sentence[match.end() :])
            if (
                not following
                or not (plain := lemma(following[1]))
                or following[1] not in ("been", inflected(plain, "VBN"))
            ):
                continue
            yield Edit(replaced(sentence, match, f"{match['aux']} never"), "contradicted", "negation")
        yield Edit(replaced(sentence, match, f"{match['aux']} not"), "contradicted", "negation")
    if not auxiliaries:
        yield from _past_denied(sentence)


def _past_denied(sentence: str) -> Iterator[Edit]:
    """Negate a past tense after the subject with "did not" or "never"."""
    match = _PAST.match(sentence)
    plain = plain_of_past(match["verb"]) if match else ""
    if match and plain and plain not in ("use", "be", "base", "know", "bear"):
        yield Edit(replaced(sentence, match, f"did not {plain}", "verb"), "contradicted", "negation")
        yield Edit(replaced(sentence, match, f"never {match['verb']}", "verb"), "contradicted", "negation")


_NOT = re.compile(
    r"\b(?P<aux>is|was|are|were|has|have|had|will|can|could|would)(?: not|n't) (?!only|necessarily|just|all|until|all|yet|every|to\b|always|as\b|so\b)(?=\w)"
)
_DID_NOT = re.compile(r"\bdid(?: not|n't) (?P<verb>[a-z]+)\b(?! (?:until|any|yet|always))")
_SAME_LIE = [
    (re.compile(r"\bno longer\b"), "still"),
    (re.compile(r"\bwithout (?=the |a |an |his |her |its |their )"), "with "),
    (re.compile(r"\bnever (?=[a-z]+(?:ed|en)\b)"), ""),
    (re.compile(r"\bcannot\b"), "can"),
    (re.compile(r"\bwas unable to\b"), "was able to"),
    (re.compile(r"\bwere unable to\b"), "were able to"),
    (re.compile(r"\bwas able to\b"), "was unable to"),
    (re.compile(r"\bwere able to\b"), "were unable to"),
    (re.compile(r"\bmanaged to\b"), "failed to"),
    (re.compile(r"\bsucceeded in\b"), "did not succeed in"),
    (re.compile(r"\bagreed to (?=[a-z])"), "refused to "),
    (re.compile(r"\brefused to (?=[a-z])"), "agreed to "),
    (re.compile(r"\bis unknown\b"), "is known"),
]
_ANY = re.compile(r"\b(?:any|ever|either|yet|anymore|at all|nor|neither|until|because|but)\b")


def taken_out(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Remove the negation of the sentence, or reverse an implicit one."""
    for pattern, new in _SAME_LIE:
        for match in free_matches(pattern, sentence):
            if not _ANY.search(sentence):
                yield Edit(replaced(sentence, match, new), "contradicted", "negation")
    if _ANY.search(sentence) or len(DENIAL.findall(sentence)) != 1:
        return
    for match in free_matches(_NOT, sentence):
        yield Edit(replaced(sentence, match, match["aux"] + " "), "contradicted", "negation dropped")
    for match in free_matches(_DID_NOT, sentence):
        done = past(match["verb"])
        if done and match["verb"] not in ("have", "be", "need"):
            yield Edit(replaced(sentence, match, done), "contradicted", "negation dropped")


_FAILED = re.compile(r"\bfailed to (?P<verb>[a-z]+)\b")
_MEANT = [
    (re.compile(r"\bdid not succeed\b"), "failed"),
    (re.compile(r"\bwas unable to\b"), "was not able to"),
    (re.compile(r"\bwere unable to\b"), "were not able to"),
    (re.compile(r"\bunable to\b"), "not able to"),
    (re.compile(r"\bcannot\b"), "can not"),
    (re.compile(r"\bno longer\b(?= [a-z]+ed\b)"), "not any more"),
    (re.compile(r"\bdid not\b"), "didn't"),
    (re.compile(r"\bdidn't\b"), "did not"),
    (re.compile(r"\bwas not\b"), "wasn't"),
    (re.compile(r"\bwasn't\b"), "was not"),
    (re.compile(r"\bis not\b"), "isn't"),
    (re.compile(r"\bisn't\b"), "is not"),
    (re.compile(r"\bis unknown\b"), "is not known"),
    (re.compile(r"\bwas unknown\b"), "was not known"),
    (re.compile(r"\bremained unknown\b"), "was not known"),
    (re.compile(r"\brejected (?=the|a|his|her|their|its)"), "did not accept "),
    (re.compile(r"\bwas rejected\b"), "was not accepted"),
    (re.compile(r"\brefused to (?=[a-z])"), "did not agree to "),
    (
        re.compile(
            r"\b(?<!have )(?<!had )(?<!has )lost (?=(?:the|his|her|their) (?:election|game|match|final|battle|war|case|title|race|championship|fight))"
        ),
        "did not win ",
    ),
]


def meant_alike(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield the same negation in other words, and a double negation that affirms."""
    for match in free_matches(_FAILED, sentence):
        if sentence[: match.start()].endswith(("had ", "has ", "have ", "having ", "and ", "but ")):
            continue
        yield Edit(replaced(sentence, match, f"did not {match['verb']}"), "entailed", "denial in other words")
        yield Edit(
            replaced(sentence, match, f"did not fail to {match['verb']}"), "contradicted", "double negation"
        )
        if done := past(match["verb"]):
            yield Edit(replaced(sentence, match, done), "contradicted", "negation dropped")
    for pattern, new in _MEANT:
        for match in free_matches(pattern, sentence):
            yield Edit(replaced(sentence, match, new), "entailed", "denial in other words")
    if DENIAL.search(sentence) or _UNSURE.search(sentence):
        return
    match_past = _PAST.match(sentence)
    plain = plain_of_past(match_past["verb"]) if match_past else ""
    if match_past and plain in (
        "win",
        "reach",
        "complete",
        "finish",
        "qualify",
        "appear",
        "attend",
        "return",
        "defeat",
        "receive",
        "pass",
        "take",
        "secure",
        "gain",
        "join",
    ):
        yield Edit(
            replaced(sentence, match_past, f"did not fail to {plain}", "verb"), "entailed", "double negation"
        )


RULES = (put_in, taken_out, meant_alike)
