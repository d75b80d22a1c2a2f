"""Passages about when something happened, and about the order of events."""

from __future__ import annotations

import datetime as dt
import random

from training.scenes.figures import century, clock, dated, in_words, mistaken, some_day, twelve_hour
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import capital, figure_scene
from training.scenes.words import BUILDINGS, EVENTS, FIRMS, MONTHS, PEOPLE, ROWS, TOWNS, two_of


def _founded(rng: random.Random) -> Scene:
    firm, person, day = rng.choice(FIRMS), rng.choice(PEOPLE), some_day(rng, 1890, 2020)
    month = MONTHS[day.month - 1]
    other = MONTHS[day.month % 12]
    return figure_scene(
        rng,
        "date",
        [
            rng.choice(
                (
                    f"{person} founded {firm} on {dated(rng, day)}.",
                    f"{firm} was set up by {person} on {dated(rng, day)}.",
                )
            )
        ],
        [
            f"the founding date of {firm} is {day.isoformat()}.",
            f"{firm} came into being on {month} {day.day}, {day.year}, thanks to {person}.",
            f"it was {person} who started {firm}, in {month} {day.year}.",
            f"{firm} dates from the {century(day.year)} century.",
            f"{firm} was founded before {day.year + 1}.",
        ],
        wrong=[
            f"{person} founded {firm} on {day.day} {other} {day.year}.",
            f"{person} founded {firm} on {day.day + 1 if day.day < 28 else 3} {month} {day.year}.",
            f"{person} founded {firm} on {day.day} {month} {day.year + 10}.",
            f"{firm} came into being in the {century(day.year - 100)} century.",
        ],
        beyond=[
            f"{person} and a partner founded {firm} on {day.day} {month} {day.year}.",
            f"{person} founded {firm} on {day.day} {month} {day.year} and ran it until retirement.",
        ],
        near=["the first office was above a shop.", "its archive is open to scholars."],
    )


def _before(rng: random.Random) -> Scene:
    (first, second), town = two_of(rng, BUILDINGS), rng.choice(TOWNS)
    early = rng.randint(1700, 1980)
    gap = rng.randint(4, 40)
    return figure_scene(
        rng,
        "before and after",
        [
            rng.choice(
                (
                    f"The {first} in {town} opened in {early}, and the {second} followed in {early + gap}.",
                    f"{town} got its {second} in {early + gap}; its {first} had opened in {early}.",
                )
            )
        ],
        [
            f"the {second} in {town} is the newer one, opening {in_words(gap)} years after the {first}.",
            f"{town} had the {first} earlier than the {second}.",
            f"{gap} years passed between the openings of {town}'s {first} and {second}.",
            f"the {first} in {town} has been there since the {century(early)} century.",
        ],
        wrong=[
            f"the {second} in {town} opened before the {first}.",
            f"the {second} in {town} opened in {early}, and the {first} followed in {early + gap}.",
            f"the {first} in {town} opened in {early + gap + 3}.",
            f"the {first} in {town} opened {in_words(gap)} years after the {second}.",
            f"the {first} and the {second} in {town} opened in the same year.",
        ],
        beyond=[
            (
                f"the {first} in {town} opened in {early} and closed "
                f"before the {second} opened in {early + gap}."
            ),
            f"the {second} in {town} opened in {early + gap} to replace the {first}.",
        ],
        near=[f"{town} is twinned with another town.", "stone came from a local quarry."],
    )


def _clocks(rng: random.Random) -> Scene:
    event, town = rng.choice(EVENTS), rng.choice(TOWNS)
    start, length = rng.randrange(8 * 60, 17 * 60, 15), rng.randrange(75, 300, 15)
    end, (hours, rest) = start + length, divmod(length, 60)
    spoken = f"{in_words(hours)} hour{'s' if hours > 1 else ''}" + (
        f" and {in_words(rest)} minutes" if rest else ""
    )
    return figure_scene(
        rng,
        "time",
        [
            rng.choice(
                (
                    f"{event} in {town} runs from {clock(start)} to {clock(end)}.",
                    f"in {town}, {event} starts at {clock(start)} and ends at {clock(end)}.",
                )
            )
        ],
        [
            f"{event} in {town} takes {spoken}.",
            f"the scheduled end of {event} in {town} is {twelve_hour(end)}.",
            f"at {twelve_hour(start)}, {event} gets under way in {town}.",
            f"the programme gives {event} {length} minutes.",
        ],
        wrong=[
            f"{event} in {town} runs from {clock(start)} to {clock(end + 30)}.",
            f"{event} in {town} runs from {clock(start + 60)} to {clock(end)}.",
            f"{event} in {town} takes {in_words(hours + 1)} hours and {in_words(rest or 15)} minutes.",
            f"{event} in {town} is over by {twelve_hour(end - 30)}.",
        ],
        beyond=[
            f"{event} in {town} runs from {clock(start)} to {clock(end)} every day.",
            f"{event} in {town} runs from {clock(start)} to {clock(end)} with one break.",
        ],
        near=["parking is limited.", "a cloakroom is provided."],
    )


def _later(rng: random.Random) -> Scene:
    person, firm, day = rng.choice(PEOPLE), rng.choice(FIRMS), some_day(rng)
    gap = rng.randint(2, 12)
    end = day + dt.timedelta(days=gap)
    act, past = rng.choice(ROWS["turns"])
    return figure_scene(
        rng,
        "duration",
        [
            f"on {dated(rng, day)}, {firm} published its report.",
            rng.choice(
                (
                    f"{capital(in_words(gap))} days later, {person} {act}.",
                    f"{person} {act} {in_words(gap)} days after that.",
                )
            ),
        ],
        [
            f"{person} {past} on {dated(rng, end)}.",
            f"the report by {firm} came out {gap} days before {person} {act}.",
            f"{person} {past} after the {firm} report had appeared.",
            f"{firm}'s report dates from {dated(rng, day)}.",
        ],
        wrong=[
            f"{person} {act} on {dated(rng, day)}.",
            f"{in_words(gap)} days earlier, {person} {act}.",
            f"{in_words(gap + 1)} days later, {person} {act}.",
            f"{person} {act} before {firm} published its report.",
            f"{in_words(gap)} weeks later, {person} {act}.",
        ],
        beyond=[
            f"{person} {act} because {firm} published its report.",
            f"{in_words(gap)} days later, {person} {act} at a press conference.",
        ],
        near=[f"{firm} has a new logo.", "the markets were closed."],
    )


def _tenure(rng: random.Random) -> Scene:
    person, firm = rng.choice(PEOPLE), rng.choice(FIRMS)
    start, years = rng.randint(1960, 2005), rng.randint(4, 19)
    role = rng.choice(("director", "treasurer", "editor", "head coach", "chief engineer", "mayor", "curator"))
    where = rng.choice(TOWNS) if role == "mayor" else firm
    return figure_scene(
        rng,
        "years between",
        [
            rng.choice(
                (
                    f"{person} was {role} of {where} from {start} to {start + years}.",
                    f"From {start} until {start + years}, {person} served as {role} of {where}.",
                )
            )
        ],
        [
            f"{person} held the post of {role} of {where} for {in_words(years)} years.",
            f"{person} gave up being {role} of {where} in {start + years}.",
            f"{where} got {person} as its {role} in {start}.",
            f"in {start + years // 2}, the {role} of {where} was {person}.",
        ],
        wrong=[
            f"{person} was {role} of {where} from {start} to {start + years + 2}.",
            f"{person} was {role} of {where} for {in_words(years + 3)} years.",
            f"{person} became {role} of {where} in {start + years}.",
            f"{person} left as {role} of {where} in {start}.",
        ],
        beyond=[
            f"{person} was the first {role} of {where}, from {start} to {start + years}.",
            f"{person} was {role} of {where} from {start} to {start + years}, longer than anyone else.",
        ],
        near=["a portrait hangs in the lobby.", "the minutes list every member."],
    )


def _decade(rng: random.Random) -> Scene:
    built, town, person = rng.choice(BUILDINGS), rng.choice(TOWNS), rng.choice(PEOPLE)
    year = rng.randint(1511, 1998)
    if year % 100 == 0:
        year += 7
    half = "first" if year % 100 <= 49 else "second"
    other = "second" if half == "first" else "first"
    decade = year // 10 * 10
    return figure_scene(
        rng,
        "century",
        [
            rng.choice(
                (
                    f"The {built} of {town} was completed in {year} to a design by {person}.",
                    f"{person} designed the {built} of {town}, which was finished in {year}.",
                )
            )
        ],
        [
            f"the {century(year)} century saw the completion of {town}'s {built}.",
            f"work on the {built} in {town} ended in the {decade}s.",
            f"{town} owes the design of its {built} to {person}.",
            f"{town}'s {built} was finished before {year + 1}.",
        ],
        wrong=[
            f"the {built} of {town} was completed in the {century(year - 100)} century.",
            f"the {built} of {town} was completed in the {decade + 10}s.",
            f"the {built} of {town} was completed in {mistaken(rng, year)}.",
            f"the {built} of {town} was completed in the {other} half of the {century(year)} century."
            if 3 < year % 100 < 97 and not 46 < year % 100 < 54
            else f"the {built} of {town} was begun in {year + 2}.",
        ],
        beyond=[
            f"the {built} of {town} was begun in the {decade}s.",
            f"the {built} of {town} was completed in {year} at great cost.",
        ],
        near=["the roof was repaired recently.", f"{town} publishes a walking guide."],
    )


SCENES: tuple[MakeScene, ...] = (_founded, _before, _clocks, _later, _tenure, _decade)
