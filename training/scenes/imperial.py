"""Passages whose figure is restated in the other system: miles, pounds, degrees, feet, gallons."""

from __future__ import annotations

import random

from training.scenes.figures import mistaken
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import figure_scene
from training.scenes.words import DEVICES, FIRMS, MONTHS, TOWNS, two_of


def _miles(rng: random.Random) -> Scene:
    first, second = two_of(rng, TOWNS)
    way, kilometres = (
        rng.choice(("road", "railway", "trail", "cycle path", "ferry route")),
        rng.randint(25, 420),
    )
    miles = kilometres / 1.609344
    return figure_scene(
        rng,
        "unit",
        [
            rng.choice(
                (
                    f"The {way} from {first} to {second} is {kilometres} km long.",
                    f"The {way} between {first} and {second} covers {kilometres} kilometres.",
                )
            )
        ],
        [
            f"going from {first} to {second} by the {way} means about {miles:.0f} miles.",
            f"the {way} linking {first} with {second} runs for roughly {miles:.1f} miles.",
            f"{second} and {first} are joined by a {way} of {kilometres * 1000:,} metres.",
            f"the {way} linking {first} with {second} is over {int(miles) - 2} miles in length.",
        ],
        wrong=[
            f"the {way} from {first} to {second} is {kilometres} miles long.",
            f"the {way} from {first} to {second} is about {kilometres * 1.609344:.0f} miles long.",
            f"the {way} from {first} to {second} is {mistaken(rng, kilometres)} km long.",
            f"the {way} from {first} to {second} is {kilometres} metres long.",
            f"{second} and {first} are joined by a {way} of less than {int(miles * 0.7)} miles.",
        ],
        beyond=[
            f"the {way} from {first} to {second} is {kilometres} km long and runs along the coast.",
            f"the {way} from {first} to {second} is {kilometres} km long and can be covered in a day.",
        ],
        near=[f"{first} has a small harbour.", "signs are in two languages."],
    )


def _pounds(rng: random.Random) -> Scene:
    device, firm, kilos = rng.choice(DEVICES), rng.choice(FIRMS), rng.randint(3, 95)
    pounds = kilos / 0.45359237
    return figure_scene(
        rng,
        "unit",
        [
            rng.choice(
                (
                    f"The {device} by {firm} weighs {kilos} kg.",
                    f"{firm} gives the weight of its {device} as {kilos} kilograms.",
                )
            )
        ],
        [
            f"{firm}'s {device} is listed at about {pounds:.0f} pounds.",
            f"on a scale, {firm}'s {device} would read roughly {pounds:.1f} lb, going by the stated figure.",
            f"the stated mass of the {firm} {device} is {kilos * 1000:,} grams.",
        ],
        wrong=[
            f"the {device} by {firm} weighs {kilos} lb.",
            f"the {device} by {firm} weighs about {kilos * 0.45359237:.1f} pounds.",
            f"the {device} by {firm} weighs {kilos} grams.",
            f"the {device} by {firm} weighs {mistaken(rng, kilos)} kg.",
        ],
        beyond=[
            f"the {device} by {firm} weighs {kilos} kg including its packaging.",
            f"the {device} by {firm} weighs {kilos} kg, less than the older model.",
        ],
        near=["it comes with a two-year warranty.", "the casing is made of aluminium."],
    )


def _degrees(rng: random.Random) -> Scene:
    town, celsius = rng.choice(TOWNS), rng.randrange(-30, 40, 5)
    fahrenheit, month = celsius * 9 // 5 + 32, rng.choice(MONTHS)
    best = rng.choice(("noon", "dawn", "midnight", "six in the morning"))
    return figure_scene(
        rng,
        "unit",
        [
            rng.choice(
                (
                    f"At {best} the thermometer in {town} showed {celsius} °C.",
                    f"The temperature measured in {town} at {best} was {celsius} °C.",
                )
            ),
            f"It was the middle of {month}.",
        ],
        [
            f"in Fahrenheit, the reading in {town} at {best} was {fahrenheit} degrees.",
            f"{town} had {fahrenheit} °F at {best}.",
            f"in mid-{month}, {town} recorded {celsius} degrees Celsius at {best}.",
            (
                f"the reading taken in {town} at {best} was "
                f"{'below' if celsius < 0 else 'not below'} the freezing point of water."
            ),
        ],
        wrong=[
            f"at {best} the thermometer in {town} showed {celsius} °F.",
            f"at {best} the thermometer in {town} showed {celsius + 5} °C.",
            f"at {best} the thermometer in {town} showed {celsius * 9 // 5 - 32} °F.",
            f"at {best} the thermometer in {town} showed {celsius - 10} °C.",
        ],
        beyond=[
            f"at {best} the thermometer in {town} showed {celsius} °C, a record for {month}.",
            f"the temperature in {town} stayed at {celsius} °C all day.",
        ],
        near=["the wind came from the north.", "schools remained open."],
    )


def _feet(rng: random.Random) -> Scene:
    town, metres = rng.choice(TOWNS), rng.randint(24, 2900)
    built = rng.choice(("tower", "hill", "waterfall", "cliff", "mast", "peak", "chimney", "spire"))
    feet = metres / 0.3048
    return figure_scene(
        rng,
        "unit",
        [
            rng.choice(
                (
                    f"The {built} near {town} is {metres:,} m high.",
                    f"Near {town}, the {built} reaches a height of {metres:,} metres.",
                )
            )
        ],
        [
            f"the {built} close to {town} rises about {feet:,.0f} feet.",
            f"in feet, the height of the {town} {built} is approximately {round(feet / 10) * 10:,}.",
            f"from foot to top, {town}'s {built} measures {metres / 1000:g} km.",
        ],
        wrong=[
            f"the {built} near {town} is {metres:,} ft high.",
            f"the {built} near {town} is about {metres * 0.3048:,.0f} feet high.",
            f"the {built} near {town} is {mistaken(rng, metres):,} m high.",
            f"in feet, the height of the {town} {built} is approximately {round(feet * 1.4):,}.",
        ],
        beyond=[
            f"the {built} near {town} is {metres:,} m high and can be climbed.",
            f"no {built} in the region is higher than the one near {town}, at {metres:,} m.",
        ],
        near=["a bus stops at its foot.", f"{town} has two hotels."],
    )


def _gallons(rng: random.Random) -> Scene:
    device, firm = rng.choice(("tank", "boiler", "barrel", "pool", "cistern")), rng.choice(FIRMS)
    litres = rng.randrange(40, 2000, 20)
    gallons = litres / 3.785411784
    return figure_scene(
        rng,
        "unit",
        [
            rng.choice(
                (
                    f"The {device} at {firm} holds {litres:,} litres.",
                    f"At {firm} there is a {device} with a capacity of {litres:,} litres.",
                )
            )
        ],
        [
            f"about {gallons:,.0f} US gallons fit into the {firm} {device}.",
            f"{firm}'s {device} can take {litres / 1000:g} cubic metres.",
            f"the capacity of {firm}'s {device} is approximately {litres / 4.54609:,.0f} imperial gallons.",
        ],
        wrong=[
            f"the {device} at {firm} holds {litres:,} gallons.",
            f"the {device} at {firm} holds about {litres * 3.785411784:,.0f} US gallons.",
            f"the {device} at {firm} holds {litres:,} millilitres.",
            f"the {device} at {firm} holds {litres * 10:,} litres.",
        ],
        beyond=[
            f"the {device} at {firm} currently contains {litres:,} litres of water.",
            f"the {device} at {firm} holds {litres:,} litres and is emptied daily.",
        ],
        near=["it was inspected last spring.", "a fence surrounds the yard."],
    )


SCENES: tuple[MakeScene, ...] = (_miles, _pounds, _degrees, _feet, _gallons)
