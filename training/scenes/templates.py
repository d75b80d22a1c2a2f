"""Assemble a passage from a template, with as many positives as negatives about it.

The sentences of the template are mixed with unrelated ones. Sometimes a positive is an unchanged sentence of
the passage, so that similarity of words alone does not predict the label.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from training.scenes.people import firms, people
from training.scenes.scene import Label, Scene
from training.scenes.words import ASIDES, MONTHS, NOTICES, PLACES

_CLAIMS = (2, 3, 3, 4)
_VERBATIM = 0.4


def capital(text: str) -> str:
    """Capitalise the start of ``text``, and keep one full stop if ``a.m.`` ends it."""
    return text[:1].upper() + text[1:].replace("m..", "m.")


def figure_scene(
    rng: random.Random,
    kind: str,
    core: Sequence[str],
    truths: Sequence[str],
    *,
    wrong: Sequence[str],
    beyond: Sequence[str] = (),
    near: Sequence[str] = (),
) -> Scene:
    """Build a scene of ``core`` and up to two sentences from ``near`` or unrelated, at most five in all.

    ``wrong`` claims give another value; ``beyond`` claims say more than ``core``. A table is not divided,
    and none of its rows is a claim.
    """
    sentences = [capital(sentence) for sentence in core]
    plain = [sentence for sentence in sentences if not sentence.startswith("|")]
    lies = _build_negatives(wrong, beyond)
    number = min(len(truths), len(lies), rng.choice(_CLAIMS))
    kept = [capital(text) for text in rng.sample(list(truths), number)]
    if plain and rng.random() < _VERBATIM:
        kept[-1] = rng.choice(plain)
    for text in rng.sample((*near, rng.choice(ASIDES)), rng.choice((0, 1, 1, min(2, len(near) + 1)))):
        # A sentence that refers back must follow the sentence that it refers to.
        end = text.startswith(("it ", "both ")) or "its " in text
        place = len(sentences) if end else rng.choice((0, len(sentences)))
        sentences.insert(place, capital(text))
    return Scene(kind, tuple(sentences[:5]), tuple(kept), tuple(rng.sample(lies, number)))


def statement_scene(
    rng: random.Random,
    kind: str,
    core: Sequence[str],
    truths: Sequence[str],
    *,
    wrong: Sequence[str] = (),
    beyond: Sequence[str] = (),
) -> Scene:
    """Build a scene of ``core`` and up to two sentences about unrelated places, firms and people.

    A positive that is drawn twice occurs once.
    """
    sentences = [capital(text) for text in core]
    passage = list(sentences)
    for _ in range(rng.choice((0, 1, 1, 2))):
        notice = _notice(rng, " ".join([*passage, *truths, *wrong, *beyond]))
        passage.insert(rng.choice((0, len(passage))), notice)
    lies = _build_negatives(wrong, beyond)
    number = min(rng.choice(_CLAIMS), len(truths), len(lies))
    kept = [capital(text) for text in rng.sample(list(truths), number)]
    if rng.random() < _VERBATIM:
        kept[-1] = rng.choice(sentences if rng.random() < 0.8 else passage)
    return Scene(kind, tuple(passage), tuple(dict.fromkeys(kept)), tuple(rng.sample(lies, number)))


def _build_negatives(wrong: Sequence[str], beyond: Sequence[str]) -> list[tuple[str, Label]]:
    lies: list[tuple[str, Label]] = [(capital(text), "contradicted") for text in wrong]
    return lies + [(capital(text), "neither") for text in beyond]


def _notice(rng: random.Random, used: str) -> str:
    """Generate a sentence whose place and firm are not in ``used``."""
    place = rng.choice([place for place in PLACES if place not in used])
    firm = next(firm for firm in firms(rng, 6) if firm.split()[0] not in used)
    text = rng.choice(NOTICES)
    return text.format(p=place, f=firm, n=rng.randint(12, 90), m=rng.choice(MONTHS), w=people(rng, 1)[0].full)
