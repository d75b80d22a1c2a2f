"""Passages whose positives are a mean, a remainder or a total of their figures."""

from __future__ import annotations

import random

from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import figure_scene
from training.scenes.words import FIRMS, PEOPLE, TEAMS, TOWNS, WARES


def _mean(rng: random.Random) -> Scene:
    person, mean = rng.choice(PEOPLE), rng.randint(12, 60)
    gap, other = rng.randint(2, 9), rng.randint(1, 2)
    scores = [mean - gap, mean + other, mean + gap - other]
    team = rng.choice(TEAMS)
    return figure_scene(
        rng,
        "mean",
        [
            rng.choice(
                (
                    (
                        f"In three games for {team}, {person} scored "
                        f"{scores[0]}, {scores[1]} and {scores[2]} points."
                    ),
                    (
                        f"{person} had {scores[0]}, {scores[1]} and {scores[2]} "
                        f"points in the three games played for {team}."
                    ),
                )
            )
        ],
        [
            f"{person} averaged {mean} points a game for {team} over the three matches.",
            f"the three games brought {person} {sum(scores)} points in total.",
            f"{person}'s lowest score in the three games for {team} was {min(scores)}.",
            f"not once in the three games did {person} get more than {max(scores)} points.",
        ],
        wrong=[
            f"in three games for {team}, {person} averaged {mean + 3} points.",
            f"in three games for {team}, {person} scored {sum(scores) + 6} points in total.",
            f"in three games for {team}, {person} scored {scores[0] + 20}, {scores[1]} and {scores[2]}.",
            f"{person} never scored fewer than {min(scores) + 1} points in the three games for {team}.",
        ],
        beyond=[
            f"in three games for {team}, {person} scored more points than any team-mate.",
            (
                f"{team} won all three games in which {person} scored "
                f"{scores[0]}, {scores[1]} and {scores[2]} points."
            ),
        ],
        near=["the arena has been renovated.", "the season ends in spring."],
    )


def _remaining(rng: random.Random) -> Scene:
    firm, thing, total = rng.choice(FIRMS), rng.choice(WARES), rng.randint(60, 900)
    gone = rng.randint(15, total - 20)
    if gone * 2 == total:
        gone += 1
    left = total - gone
    return figure_scene(
        rng,
        "remaining",
        [
            rng.choice(
                (
                    f"{firm} had {total} {thing} in stock and has sold {gone} of them.",
                    f"Of the {total} {thing} that {firm} had in stock, {gone} have been sold.",
                )
            )
        ],
        [
            f"{left} of {firm}'s {thing} have found no buyer so far.",
            f"{firm} has got rid of {'more' if gone > left else 'less'} than half of its stock of {thing}.",
            f"buyers have taken {gone} {thing} from {firm}.",
            f"the original stock of {thing} at {firm} was {total}.",
        ],
        wrong=[
            f"{firm} had {gone} {thing} in stock and has sold {total} of them.",
            f"{firm} had {total} {thing} in stock and has sold {left} of them.",
            f"{firm} had {total} {thing} in stock and has sold all of them.",
            f"{left + 7} of {firm}'s {thing} have found no buyer so far.",
        ],
        beyond=[
            f"{firm} had {total} {thing} in stock and has sold {gone} of them at a loss.",
            f"{firm} will sell the other {left} {thing} by the end of the year.",
        ],
        near=["the warehouse is heated.", "a sign points to the shop."],
    )


def _total(rng: random.Random) -> Scene:
    town, (a, b, c) = rng.choice(TOWNS), rng.sample(range(3, 90), 3)
    one, two, three = rng.sample(
        ("roads", "schools", "parks", "libraries", "buses", "sports", "housing", "lighting"), 3
    )
    best = max(((a, one), (b, two), (c, three)))[1]
    least = min(((a, one), (b, two), (c, three)))[1]
    return figure_scene(
        rng,
        "total",
        [
            rng.choice(
                (
                    (
                        f"The budget of {town} sets aside ${a} million for {one}, ${b} "
                        f"million for {two} and ${c} million for {three}."
                    ),
                    f"{town}'s budget gives {one} ${a} million, {two} ${b} million and {three} ${c} million.",
                )
            )
        ],
        [
            f"{one}, {two} and {three} together get ${a + b + c} million in the {town} budget.",
            f"of the three, {best} is given the most money in {town}.",
            f"{town} has budgeted ${a + b} million for {one} and {two} combined.",
            f"the smallest of the three sums in {town}'s budget is meant for {least}.",
        ],
        wrong=[
            f"the budget of {town} sets aside ${b} million for {one} and ${a} million for {two}.",
            (
                f"the budget of {town} sets aside ${a + b + c + 4} million "
                f"for {one}, {two} and {three} together."
            ),
            f"the budget of {town} sets aside more for {least} than for {best}.",
            f"the budget of {town} sets aside ${c} billion for {three}.",
        ],
        beyond=[
            f"{town} has spent ${a} million on {one}.",
            f"the budget of {town} sets aside more for {best} than last year.",
        ],
        near=["the council met in the evening.", "the hall was full."],
    )


SCENES: tuple[MakeScene, ...] = (_mean, _remaining, _total)
