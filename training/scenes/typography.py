"""Passages with broken lines, ligatures, capitals and typographic quotes."""

from __future__ import annotations

import random

from training.scenes.people import firms, people
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import JOBS, LANDMARKS, PLACES, ROWS, article


def _noisy(rng: random.Random, text: str) -> str:
    style = rng.choice(("hyphen", "ligature", "quotes", "space", "caps", "break"))
    words = text.split(" ")
    if style == "hyphen":
        long = [i for i, w in enumerate(words) if w.isalpha() and w.islower() and len(w) > 7]
        for i in long[:2]:
            cut = len(words[i]) // 2
            words[i] = f"{words[i][:cut]}-\n{words[i][cut:]}"
        return " ".join(words)
    if style == "ligature":
        return (
            text.replace("ffi", "\ufb03")
            .replace("fi", "\ufb01")
            .replace("fl", "\ufb02")
            .replace("ff", "\ufb00")
        )
    if style == "quotes":
        return text.replace("'", "’").replace('"', "”").replace(" - ", " – ")
    if style == "space":
        return text.replace(" ", "\u00a0", 3)
    if style == "caps":
        return text.upper()
    middle = len(words) // 2
    return " ".join(words[:middle]) + "\n" + " ".join(words[middle:])


def _typography(rng: random.Random) -> Scene:
    (a,), place, what, job = people(rng, 1), rng.choice(PLACES), rng.choice(LANDMARKS), rng.choice(JOBS)
    act, far, anti = rng.choice(ROWS["ligatures"])
    plain = f"{a.full}, {job} in {place}, {act} {what}."
    other = rng.choice([p for p in PLACES if p != place])
    return statement_scene(
        rng,
        "typography",
        [_noisy(rng, plain)],
        [
            plain,
            f"In {place}, {a.full} {far} {what}.",
            f"The {job} of {place} is called {a.full}.",
            f"{a.last}, who works in {place} as {job}, {act} {what}.",
        ],
        wrong=[
            plain.replace(act, anti),
            plain.replace(place, other),
            f"The {job} in {other}, {a.full}, {far} {what}.",
        ],
        beyond=[
            plain[:-1] + " in a letter.",
            plain[:-1] + " and of all other buildings.",
            plain[:-1] + " for the second time.",
        ],
    )


def _heading(rng: random.Random) -> Scene:
    firm, place, (a,) = firms(rng, 1)[0], rng.choice(PLACES), people(rng, 1)
    verb, base, far, anti = rng.choice(ROWS["headlines"])
    noun = rng.choice(("LABORATORY", "FACTORY", "OFFICE", "WAREHOUSE", "TRAINING CENTRE", "CALL CENTRE"))
    said = [
        f"{firm.upper()} {verb} {noun} IN {place.upper()}",
        f"“It was time – we had waited long enough,” said {a.full}, the firm’s spokesperson.",
    ]
    low = noun.lower()
    art = article(low)
    return statement_scene(
        rng,
        "typography",
        said,
        [
            f"{firm} {base} {art} {low} in {place}.",
            f"In {place}, {art} {low} is what {firm} {far}.",
            f"{a.full} speaks for {firm}.",
            f"In {a.last}'s words, the company had been patient for long enough.",
        ],
        wrong=[
            f"{firm} {anti} {art} {low} in {place}.",
            f"{firm.upper()} {anti.upper()} {noun} IN {place.upper()}",
            f'"It was too early - we had not waited long enough," said {a.full}, the firm\'s spokesperson.',
        ],
        beyond=[
            f"{firm} {base} {art} {low} in {place} after losses.",
            f"{firm} {base} all sites in {place}."
            if verb != "MOVES"
            else f"{firm} moves {art} {low} from {place} to the capital.",
            f"{a.full}, the firm's spokesperson, works in {place}.",
        ],
    )


SCENES: tuple[MakeScene, ...] = (_typography, _heading)
