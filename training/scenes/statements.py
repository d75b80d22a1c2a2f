"""Invented passages about who did what, whether, when, why and under which condition."""

# ruff: noqa: E501  (a sentence stays on one line)

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from training.scenes.scene import Label, MakeScene, Scene

WOMEN = [
    "Ada",
    "Alba",
    "Anouk",
    "Berit",
    "Carmen",
    "Chiara",
    "Dalia",
    "Edith",
    "Elif",
    "Farah",
    "Greta",
    "Hana",
    "Ines",
    "Iris",
    "Jelena",
    "Judith",
    "Katya",
    "Leila",
    "Lucia",
    "Maren",
    "Mina",
    "Nadia",
    "Nora",
    "Olga",
    "Priya",
    "Ruth",
    "Saskia",
    "Sofia",
    "Tamar",
    "Uma",
    "Vera",
    "Wanda",
    "Yara",
    "Zoe",
]
MEN = [
    "Aaron",
    "Adil",
    "Anton",
    "Boris",
    "Bruno",
    "Carlos",
    "Cedric",
    "Dario",
    "Emil",
    "Felix",
    "Gavin",
    "Hugo",
    "Ibrahim",
    "Ivan",
    "Jonas",
    "Kenji",
    "Leon",
    "Luis",
    "Malik",
    "Marco",
    "Nils",
    "Omar",
    "Otto",
    "Pavel",
    "Quentin",
    "Rafael",
    "Ravi",
    "Stefan",
    "Tariq",
    "Tomas",
    "Viktor",
    "Walter",
    "Yusuf",
    "Zoltan",
]
LAST = [
    "Abara",
    "Almeida",
    "Arslan",
    "Bakker",
    "Brandt",
    "Castell",
    "Chandra",
    "Costa",
    "Dahl",
    "Demir",
    "Dubois",
    "Eklund",
    "Farkas",
    "Ferrer",
    "Gallo",
    "Haddad",
    "Hoang",
    "Ibsen",
    "Jansen",
    "Kaplan",
    "Kimura",
    "Kovacs",
    "Lindqvist",
    "Lombard",
    "Mbeki",
    "Mercer",
    "Moreau",
    "Nakata",
    "Novak",
    "Okafor",
    "Petrov",
    "Quiroga",
    "Rahman",
    "Rossi",
    "Sandoval",
    "Sharma",
    "Silva",
    "Tanaka",
    "Thorne",
    "Ueda",
    "Varga",
    "Weber",
    "Whitlock",
    "Yilmaz",
    "Zhou",
]
PLACES = [
    "Alderby",
    "Arnholt",
    "Belmar",
    "Brackwater",
    "Calden",
    "Castrona",
    "Dunmere",
    "Easthaven",
    "Elmsford",
    "Farrow",
    "Fjordby",
    "Glenrock",
    "Halden",
    "Harrowgate",
    "Ironbridge",
    "Jarvik",
    "Kestrel",
    "Kirkwall",
    "Larksea",
    "Lowmoor",
    "Marlow",
    "Millbrook",
    "Norvale",
    "Oakhurst",
    "Ostby",
    "Pinecrest",
    "Queensferry",
    "Ravenna",
    "Redcliff",
    "Saltburn",
    "Sorrel",
    "Tarnby",
    "Thornby",
    "Ulverton",
    "Varnes",
    "Westmere",
    "Wrenfield",
    "Yarrow",
]
STEMS = [
    "Acorn",
    "Altex",
    "Amber",
    "Beacon",
    "Boreal",
    "Cobalt",
    "Corvid",
    "Delphin",
    "Dynaro",
    "Ember",
    "Falcon",
    "Ferro",
    "Garnet",
    "Halcyon",
    "Helix",
    "Indigo",
    "Juniper",
    "Kepler",
    "Lumen",
    "Meridian",
    "Nimbus",
    "Nordal",
    "Onyx",
    "Orbis",
    "Pelican",
    "Quanta",
    "Rubicon",
    "Solvay",
    "Tessera",
    "Umbra",
    "Vanta",
    "Zephyr",
]
TRADES = [
    "Foods",
    "Motors",
    "Pharma",
    "Textiles",
    "Logistics",
    "Energy",
    "Software",
    "Ceramics",
    "Shipping",
    "Optics",
    "Robotics",
    "Paper",
    "Insurance",
    "Media",
    "Dairies",
    "Chemicals",
    "Timber",
    "Airways",
    "Breweries",
    "Tools",
    "Batteries",
    "Cement",
    "Glass",
    "Steel",
    "Toys",
    "Furniture",
    "Games",
    "Fisheries",
    "Telecom",
    "Water",
]
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
THINGS = [
    "the stone bridge",
    "the town library",
    "the north tunnel",
    "the old mill",
    "the ferry terminal",
    "the swimming pool",
    "the grain store",
    "the city museum",
    "the bus depot",
    "the radio mast",
    "the market hall",
    "the lighthouse",
    "the tram line",
    "the power station",
    "the football stadium",
    "the water tower",
    "the concert hall",
    "the fire station",
    "the primary school",
    "the observatory",
    "the botanical garden",
    "the courthouse",
    "the ski lift",
    "the sports centre",
    "the harbour wall",
    "the railway station",
    "the clinic",
    "the reservoir",
    "the car park",
    "the town theatre",
    "the ice rink",
]
JOBS = [
    "chief engineer",
    "head nurse",
    "finance director",
    "chief editor",
    "harbour master",
    "head coach",
    "site manager",
    "deputy mayor",
    "chief pilot",
    "school principal",
    "museum curator",
    "research director",
    "head chef",
    "union secretary",
    "sales manager",
    "chief surgeon",
    "planning officer",
    "fire chief",
    "head gardener",
    "data protection officer",
    "company lawyer",
    "chief librarian",
    "team captain",
    "night supervisor",
    "press officer",
    "safety inspector",
    "station master",
    "head brewer",
    "treasurer",
    "personnel manager",
    "stage director",
]
MEASURES = [
    "the parking charge",
    "the curfew for taxis",
    "the new timetable",
    "the merger",
    "the noise limit",
    "the housing plan",
    "the pay deal",
    "the smoking ban",
    "the cycle lane",
    "the school budget",
    "the fishing quota",
    "the tree-felling permit",
    "the tourist tax",
    "the data policy",
    "the stadium loan",
    "the wage freeze",
    "the water tariff",
    "the drone rules",
    "the zoning change",
    "the flood levy",
    "the library closure",
    "the uniform code",
    "the toll increase",
    "the night flights",
    "the supply contract",
    "the canteen prices",
    "the training scheme",
    "the recycling charge",
    "the hunting licence",
    "the dog leash rule",
    "the harbour fee",
]
DRUGS = [
    "avorel",
    "belutin",
    "cardexa",
    "denivast",
    "elomir",
    "fenaxol",
    "galtivir",
    "hepravan",
    "inlodex",
    "jalumet",
    "kerovan",
    "lortiva",
    "meprazen",
    "nivoxal",
    "orlidine",
    "parvexa",
    "quintarol",
    "remivast",
    "solvadin",
    "tarvexin",
    "ulcoprim",
    "valtexor",
    "wendopril",
    "xelovan",
    "yorvadine",
    "zentramil",
    "abrivex",
    "coltamab",
    "duravine",
    "estorel",
]
ILLS = [
    "asthma",
    "migraine",
    "gout",
    "eczema",
    "insomnia",
    "arthritis",
    "anaemia",
    "hay fever",
    "back pain",
    "psoriasis",
    "high blood pressure",
    "type 2 diabetes",
    "epilepsy",
    "shingles",
    "bronchitis",
    "acne",
    "heartburn",
    "vertigo",
    "chronic cough",
    "depression",
    "tinnitus",
    "glaucoma",
    "sciatica",
    "tonsillitis",
    "angina",
    "hepatitis",
    "pneumonia",
    "osteoporosis",
    "malaria",
    "sinusitis",
]
SUBJECTS = [
    "algebra",
    "Latin",
    "chess",
    "the violin",
    "pottery",
    "botany",
    "fencing",
    "geometry",
    "the cello",
    "archery",
    "calligraphy",
    "bookbinding",
    "astronomy",
    "painting",
    "the piano",
    "carpentry",
    "rowing",
    "navigation",
    "chemistry",
    "the flute",
    "sculpture",
    "sailing",
    "economics",
    "the harp",
    "judo",
    "weaving",
    "photography",
    "grammar",
    "anatomy",
    "drawing",
]
GOODS = [
    "olive oil",
    "wheat",
    "copper",
    "rice",
    "coffee",
    "butter",
    "cotton",
    "timber",
    "sugar",
    "barley",
    "tin",
    "wool",
    "cocoa",
    "salmon",
    "diesel",
    "cement",
    "honey",
    "potatoes",
    "cheese",
    "tea",
    "soya",
    "nickel",
    "rubber",
    "apples",
    "paper",
    "lamb",
    "maize",
    "cod",
    "glass",
    "tomatoes",
    "zinc",
]
ASIDES = (
    "Lunch in the canteen at {p} costs a little less on Fridays.",
    "The annual report of {f} runs to {n} pages.",
    "A photograph of {p} hangs in the lobby.",
    "The newsletter is edited by {w}.",
    "It rained in {p} on the morning of the announcement.",
    "{f} has its own choir, which meets on Mondays.",
    "The road to {p} was resurfaced in {m}.",
    "Copies of the minutes can be had from {w}.",
    "A shuttle bus links {p} with the airport every {n} minutes.",
    "The next bulletin is due in {m}.",
    "{w} took the photographs for this page.",
    "Visitors to {p} are asked to sign the guest book.",
    "Some background was given in an earlier article by {w}.",
    "The archive in {p} holds {n} boxes of letters.",
    "The car park at {p} has room for {n} vehicles.",
    "{f} prints its brochures on recycled paper.",
    "{p} lies {n} kilometres from the coast.",
    "A local baker in {p} supplied the bread.",
    "The walls of the meeting room are painted green.",
    "{f} sponsors a youth orchestra in {p}.",
)
COUNTS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_MADE: list[MakeScene] = []


@dataclass(frozen=True, slots=True)
class Person:
    """A named person and the pronouns that fit."""

    first: str
    last: str
    he: str
    his: str
    him: str

    @property
    def full(self) -> str:
        """First and last name."""
        return f"{self.first} {self.last}"


def _scene(make: MakeScene) -> MakeScene:
    _MADE.append(make)
    return make


def _people(r: random.Random, count: int, sex: str = "") -> list[Person]:
    lasts, women, men = r.sample(LAST, count), r.sample(WOMEN, count), r.sample(MEN, count)
    made = []
    for last, woman, man in zip(lasts, women, men, strict=True):
        female = sex == "f" or (sex != "m" and r.random() < 0.5)
        made.append(
            Person(woman, last, "she", "her", "her") if female else Person(man, last, "he", "his", "him")
        )
    return made


def _firms(r: random.Random, count: int) -> list[str]:
    pairs = zip(r.sample(STEMS, count), r.sample(TRADES, count), strict=True)
    return [f"{stem} {trade}" for stem, trade in pairs]


def _years(r: random.Random, count: int, low: int = 1890, high: int = 2024) -> list[int]:
    return sorted(r.sample(range(low, high), count))


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:]


def _aside(r: random.Random, used: str) -> str:
    place = r.choice([p for p in PLACES if p not in used])
    firm = next(f for f in _firms(r, 6) if f.split()[0] not in used)
    text = r.choice(ASIDES)
    return text.format(p=place, f=firm, n=r.randint(12, 90), m=r.choice(MONTHS), w=_people(r, 1)[0].full)


def _pack(
    r: random.Random,
    kind: str,
    said: Sequence[str],
    true: Sequence[str],
    *,
    c: Sequence[str] = (),
    n: Sequence[str] = (),
) -> Scene:
    core = [_cap(text) for text in said]
    passage = list(core)
    for _ in range(r.choice((0, 1, 1, 2))):
        aside = _aside(r, " ".join([*passage, *true, *c, *n]))
        where = r.choice((0, len(passage)))
        passage.insert(where, aside)
    lies: list[tuple[str, Label]] = [(_cap(text), "contradicted") for text in c]
    lies += [(_cap(text), "neither") for text in n]
    size = min(r.choice((2, 3, 3, 4)), len(true), len(lies))
    truths = [_cap(text) for text in r.sample(list(true), size)]
    if r.random() < 0.4:
        truths[-1] = r.choice(core if r.random() < 0.8 else passage)
    return Scene(kind, tuple(passage), tuple(dict.fromkeys(truths)), tuple(r.sample(lies, size)))


@_scene
def _not_done(r: random.Random) -> Scene:
    (a,), place, what = _people(r, 1), r.choice(PLACES), r.choice(MEASURES)
    said = r.choice(
        (
            f"The council of {place} did not approve {what}, said clerk {a.full}.",
            f"According to clerk {a.full}, the council of {place} has not approved {what}.",
            f"The council of {place} failed to approve {what}, clerk {a.full} noted.",
        )
    )
    return _pack(
        r,
        "negation",
        [said],
        [
            f"In {place}, {what} was left without the council's consent, as {a.full} reported.",
            f"A clerk let it be known that {place}'s councillors had withheld their approval from {what}.",
            f"{what} got no green light from the {place} council.",
        ],
        c=[
            f"The council of {place} approved {what}, said clerk {a.full}.",
            f"The council of {place} did approve {what}.",
            f"{what} passed: {place}'s councillors gave it their backing.",
        ],
        n=[
            f"The council of {place} did not approve {what} because of its cost, said clerk {a.full}.",
            f"The council of {place} did not approve {what}, and clerk {a.full} resigned.",
        ],
    )


@_scene
def _no_longer(r: random.Random) -> Scene:
    firm, good, place = _firms(r, 1)[0], r.choice(GOODS), r.choice(PLACES)
    said = r.choice(
        (
            f"{firm} no longer imports {good} through {place}.",
            f"{firm} used to import {good} through {place} but has stopped doing so.",
            f"{firm} has ceased to import {good} through {place}.",
        )
    )
    return _pack(
        r,
        "negation",
        [said],
        [
            f"Shipments of {good} for {firm} once came in by way of {place}; that has ended.",
            f"In the past, {place} was a gateway for {good} bought abroad by {firm}.",
            f"{firm} has given up bringing in {good} via {place}.",
        ],
        c=[
            f"{firm} still imports {good} through {place}.",
            f"{firm} never imported {good} through {place}.",
            f"{firm} has not stopped importing {good} through {place}.",
            f"To this day, {place} is where {good} for {firm} enters the country.",
        ],
        n=[
            f"{firm} no longer imports {good}.",
            f"{firm} no longer imports {good} through {place} because of high port fees.",
        ],
    )


@_scene
def _double_negation(r: random.Random) -> Scene:
    (a,), firm, job = _people(r, 1), _firms(r, 1)[0], r.choice(JOBS)
    word = r.choice(("not unusual", "not uncommon", "hardly unusual"))
    said = f"At {firm}, it is {word} for the {job}, {a.full}, to work at weekends."
    return _pack(
        r,
        "double negation",
        [said],
        [
            f"Saturdays or Sundays on the job are nothing out of the ordinary for {a.full} of {firm}.",
            f"{a.full}, {job} of {firm}, is often enough at work on days when others rest.",
            f"The {job} of {firm} is {a.full}.",
        ],
        c=[
            f"At {firm}, it is unusual for the {job}, {a.full}, to work at weekends.",
            f"At {firm}, the {job}, {a.full}, never works at weekends.",
            f"{a.full} is hardly ever to be found on duty at {firm} on a Saturday or Sunday.",
        ],
        n=[
            f"At {firm}, it is {word} for all staff to work at weekends.",
            f"At {firm}, the {job}, {a.full}, is paid extra to work at weekends.",
        ],
    )


@_scene
def _without(r: random.Random) -> Scene:
    (a,), place = _people(r, 1), r.choice(PLACES)
    act, aid, far, near = r.choice(
        (
            ("crossed the desert", "a guide", "nobody to show the way", "made it across the sands"),
            ("climbed the north face", "oxygen", "no bottled gas to breathe", "got up the wall"),
            ("sailed round the island", "an engine", "nothing but wind for power", "circled it by boat"),
            (
                "repaired the clock",
                "spare parts",
                "no replacement pieces at hand",
                "got the timepiece going again",
            ),
            ("gave the lecture", "notes", "nothing written to read from", "spoke to the students"),
            ("finished the race", "a support team", "no crew to help", "reached the line"),
            ("opened the safe", "a key", "no way to turn the lock as intended", "got into the strongbox"),
            ("swam the channel", "a wetsuit", "no insulating clothing", "got across the water"),
        )
    )
    said = r.choice(
        (f"Near {place}, {a.full} {act} without {aid}.", f"{a.full} {act} near {place} without {aid}.")
    )
    return _pack(
        r,
        "without",
        [said],
        [
            f"{a.full} had {far} and yet {near}.",
            f"{a.full} {act}, and did so lacking {aid}.",
            f"Close to {place}, {a.last} {near} with {far}.",
        ],
        c=[
            f"{a.full} {act} near {place} with {aid}.",
            f"Near {place}, {a.full} {act} not without {aid}.",
            f"When {a.he} {act} near {place}, {a.last} relied on {aid}.",
        ],
        n=[
            f"{a.full} was the first person who {act} near {place} without {aid}.",
            f"{a.full} {act} near {place} without {aid} or food.",
        ],
    )


@_scene
def _polarity(r: random.Random) -> Scene:
    good, place = r.choice(GOODS), r.choice(PLACES)
    up, late = r.random() < 0.5, r.choice(MONTHS)
    verb, anti = (
        (r.choice(("rose", "climbed", "went up")), "fell")
        if up
        else (r.choice(("fell", "sank", "dropped")), "rose")
    )
    far, wrong = ("dearer", "cheaper") if up else ("cheaper", "dearer")
    size = r.choice(("slightly", "sharply"))
    word = {"slightly": "a little", "sharply": "much"}[size]
    said = [
        f"The price of {good} {verb} {size} in {place} in {late}.",
        f"Traders in {place} had expected no change.",
    ]
    return _pack(
        r,
        "polarity",
        said,
        [
            f"In {late}, {good} became {word} {far} in {place}.",
            f"Buyers of {good} in {place} paid {'more' if up else 'less'} in {late} than before.",
            f"What happened to the price of {good} in {late} was not what {place}'s dealers had foreseen.",
        ],
        c=[
            f"The price of {good} {anti} {size} in {place} in {late}.",
            f"The price of {good} did not change in {place} in {late}.",
            f"{good} turned {word} {wrong} in {place} in {late}.",
            f"Traders in {place} had expected the price of {good} to change.",
        ],
        n=[
            f"The price of {good} {verb} {size} in every town in {late}.",
            f"The price of {good} {verb} {size} in {place} in {late} because of a poor harvest.",
        ],
    )


@_scene
def _decision(r: random.Random) -> Scene:
    what, body, day = (
        r.choice(MEASURES),
        r.choice(("committee", "senate", "tribunal", "board", "assembly")),
        r.choice(MONTHS),
    )
    verb, anti, far, off = r.choice(
        (
            ("rejected", "approved", "was turned down by", "won the consent of"),
            ("approved", "rejected", "got the go-ahead from", "was thrown out by"),
            ("upheld", "overturned", "was left standing by", "was struck down by"),
            ("overturned", "upheld", "was struck down by", "was left standing by"),
            ("postponed", "brought forward", "was put off until later by", "was moved to an earlier date by"),
            ("banned", "permitted", "was outlawed by", "was declared lawful by"),
        )
    )
    a, b = _people(r, 2)
    said = [
        f"In {day}, the {body} {verb} {what}.",
        f"{a.full} welcomed the vote, while {b.full} criticised it.",
    ]
    return _pack(
        r,
        "decision",
        said,
        [
            f"{what} {far} the {body} in {day}.",
            f"The vote of the {body} in {day} pleased {a.full} but not {b.full}.",
            f"{b.last} found fault with what the {body} decided on {what}.",
            f"When the {body} {verb} {what}, {a.last} was glad.",
        ],
        c=[
            f"In {day}, the {body} {anti} {what}.",
            f"{b.full} welcomed the vote, while {a.full} criticised it.",
            f"{what} {off} the {body} in {day}.",
            f"{a.full} criticised the vote of the {body}.",
        ],
        n=[
            f"In {day}, the {body} unanimously {verb} {what}.",
            f"In {day}, the {body} {verb} {what} at the request of {a.full}.",
            f"{b.full} will appeal against the vote of the {body} on {what}.",
        ],
    )


@_scene
def _before_after(r: random.Random) -> Scene:
    (a,), place = _people(r, 1), r.choice(PLACES)
    first, second = r.sample(
        (
            "the flood",
            "the railway strike",
            "the great fire",
            "the mayor's election",
            "the opening of the airport",
            "the closure of the mine",
            "the earthquake",
            "the jubilee",
            "the border treaty",
            "the drought",
        ),
        2,
    )
    before = r.random() < 0.5
    word, anti = ("before", "after") if before else ("after", "before")
    said = r.choice(
        (
            f"In {place}, {first} came {word} {second}, writes {a.full}.",
            f"{a.full} writes that, in {place}, {first} came {word} {second}.",
        )
    )
    one, two = (first, second) if before else (second, first)
    return _pack(
        r,
        "order",
        [said],
        [
            f"{place} saw {one} earlier than {two}, by {a.full}'s account.",
            f"By {a.last}'s account, {two} was the later of the two events in {place}.",
            f"{a.full} has {two} following {one} in {place}.",
        ],
        c=[
            f"In {place}, {first} came {anti} {second}, writes {a.full}.",
            f"{a.full} writes that, in {place}, {second} came {word} {first}.",
            f"{a.full} puts {two} at an earlier point in {place}'s history than {one}.",
        ],
        n=[
            f"In {place}, {first} came shortly {word} {second}, writes {a.full}.",
            f"{a.full} writes that, in {place}, {two} was caused by {one}.",
        ],
    )


@_scene
def _allowed(r: random.Random) -> Scene:
    place, (act, far) = (
        r.choice(PLACES),
        r.choice(
            (
                ("swim in", "bathing"),
                ("fish in", "angling"),
                ("camp in", "putting up tents"),
                ("light fires in", "open fires"),
                ("fly drones over", "drone flights"),
                ("ride bicycles in", "cycling"),
                ("take dogs into", "dogs"),
                ("pick mushrooms in", "gathering mushrooms"),
                ("drive cars into", "motor traffic"),
                ("smoke in", "cigarettes"),
            )
        ),
    )
    area = r.choice(
        ("the nature reserve", "the lake park", "the castle grounds", "the dunes", "the old quarry")
    )
    month, yes = r.choice(MONTHS), r.random() < 0.5
    may = ("are allowed to", "are forbidden to") if yes else ("are forbidden to", "are allowed to")
    said = [f"Visitors {may[0]} {act} {area} near {place}.", f"The rule has been in force since {month}."]
    return _pack(
        r,
        "permission",
        said,
        [
            f"{far} {'is something guests may enjoy' if yes else 'is something guests must do without'} at {area}."
            if far not in ("open fires", "drone flights", "dogs", "cigarettes")
            else f"{far} {'are tolerated' if yes else 'are off limits'} at {area}.",
            f"Near {place}, the public {'may' if yes else 'may not'} {act} {area}, a rule dating from {month}.",
            f"It was in {month} that the rule for {area} took effect.",
        ],
        c=[
            f"Visitors {may[1]} {act} {area} near {place}.",
            f"At {area}, the public {'may not' if yes else 'may'} {act.split()[0]} as it likes.".replace(
                " as it likes", ""
            )
            if act.split()[0] in ("swim", "fish", "camp", "smoke")
            else f"No visitor {'may' if yes else 'is stopped who wants to'} {act} {area} near {place}.",
            f"The rule for {area} near {place} was lifted before {month}.",
        ],
        n=[
            f"Visitors {may[0]} {act} {area} near {place} and all other parks.",
            f"Visitors {may[0]} {act} {area} near {place}, which draws many tourists."
            if yes
            else f"Visitors who {act} {area} near {place} pay a fine of 200 euros.",
        ],
    )


@_scene
def _inside(r: random.Random) -> Scene:
    place, what = r.choice(PLACES), r.choice(THINGS)
    verb, anti = r.choice((("inside", "outside"), ("outside", "inside")))
    year = r.randint(1850, 1990)
    said = [f"{what} stands just {verb} the old walls of {place}.", f"It was finished in {year}."]
    return _pack(
        r,
        "place",
        said,
        [
            f"{what} was completed in {year} {'within' if verb == 'inside' else 'beyond'} {place}'s ancient walls.",
            f"Work on {what} of {place} came to an end in {year}.",
            f"The old walls of {place} {'enclose' if verb == 'inside' else 'do not enclose'} {what}.",
        ],
        c=[
            f"{what} stands just {anti} the old walls of {place}.",
            f"{what} was begun in {year + r.randint(1, 9)}.",
            f"{place}'s ancient walls {'leave out' if verb == 'inside' else 'surround'} {what}, completed in {year}.",
        ],
        n=[
            f"{what} stands just {verb} the old walls of {place}, on the site of a church.",
            f"{what} was finished in {year} after long delays.",
        ],
    )


@_scene
def _lent(r: random.Random) -> Scene:
    a, b = _people(r, 2)
    what = r.choice(
        (
            "a violin",
            "a tractor",
            "a projector",
            "a telescope",
            "a sailing boat",
            "an atlas",
            "a tent",
            "a cement mixer",
            "a motorbike",
            "a tuxedo",
            "a ladder",
            "a microscope",
            "a camera",
        )
    )
    day = r.choice(MONTHS)
    said = r.choice(
        (
            f"{a.full} lent {b.full} {what} in {day}.",
            f"In {day}, {b.full} borrowed {what} from {a.full}.",
            f"In {day}, {what} was lent to {b.full} by {a.full}.",
        )
    )
    return _pack(
        r,
        "role",
        [said],
        [
            f"{b.full} had the use of {what} in {day} thanks to {a.full}.",
            f"The owner who let {b.last} have {what} for a time was {a.last}.".replace("owner", "person"),
            f"{b.full} got {what} on loan from {a.full}.",
        ],
        c=[
            f"{b.full} lent {a.full} {what} in {day}.",
            f"In {day}, {a.full} borrowed {what} from {b.full}.",
            f"{a.last} needed {what} that {day}, and it was {b.last} who let {a.him} have one.",
        ],
        n=[
            f"{a.full} lent {b.full} {what} in {day} for a small fee.",
            f"{b.full} returned {what} to {a.full} at the end of {day}.",
        ],
    )


@_scene
def _match(r: random.Random) -> Scene:
    a, b = r.sample(PLACES, 2)
    cup, year = (
        r.choice(("handball", "hockey", "chess", "football", "rugby", "volleyball", "curling", "water polo")),
        r.randint(1950, 2024),
    )
    verb, back = r.choice((("defeated", "lost to"), ("beat", "were beaten by"), ("overcame", "went down to")))
    (coach,) = _people(r, 1)
    said = [f"{a} {verb} {b} in the {year} {cup} final.", f"{coach.full} coached the winners."]
    return _pack(
        r,
        "role",
        said,
        [
            f"The {cup} title of {year} went to {a}, with {b} as runners-up.",
            f"{coach.full} was in charge of {a} when the team took the {year} final.",
            f"{b} {back} {a} in the {cup} final of {year}.",
            f"For {b}, the {year} {cup} season ended with a lost final.",
        ],
        c=[
            f"{b} {verb} {a} in the {year} {cup} final.",
            f"{a} {back} {b} in the {year} {cup} final.",
            f"{coach.full} coached the losers in the {year} {cup} final.",
            f"The {cup} trophy of {year} was lifted by the players from {b}.",
        ],
        n=[
            f"{a} narrowly {verb} {b} in the {year} {cup} final.",
            f"{a} {verb} {b} in the {year} {cup} final after extra time.",
        ],
    )


@_scene
def _sold(r: random.Random) -> Scene:
    a, b = _firms(r, 2)
    what, place, year = (
        r.choice(("warehouse", "laboratory", "factory", "brand", "mill", "fleet", "shipyard")),
        r.choice(PLACES),
        r.randint(1960, 2024),
    )
    said = r.choice(
        (
            f"{a} sold its {what} in {place} to {b} in {year}.",
            f"In {year}, {b} bought the {what} in {place} from {a}.",
            f"The {what} in {place} was sold by {a} to {b} in {year}.",
        )
    )
    return _pack(
        r,
        "role",
        [said],
        [
            f"{b} took over the {place} {what} from its former owner, {a}, in {year}.",
            f"Since the deal of {year}, {b} rather than {a} had the {what} in {place} in its hands.".replace(
                "Since", "With"
            ),
            f"{year} was the year in which {a} parted with the {what} in {place}.",
        ],
        c=[
            f"{b} sold its {what} in {place} to {a} in {year}.",
            f"In {year}, {a} bought the {what} in {place} from {b}.",
            f"{a} acquired the {place} {what} that had belonged to {b} until {year}.",
        ],
        n=[
            f"{a} sold its {what} in {place} to {b} in {year} to pay its debts.",
            f"{a} sold all its property in {place} to {b} in {year}.",
        ],
    )


@_scene
def _taught(r: random.Random) -> Scene:
    a, b = _people(r, 2)
    what, place, year = r.choice(SUBJECTS), r.choice(PLACES), r.randint(1900, 2015)
    said = [
        r.choice(
            (
                f"{a.full} taught {b.full} {what}.",
                f"{b.full} was taught {what} by {a.full}.",
                f"{b.full} learned {what} from {a.full}.",
            )
        ),
        r.choice(
            (f"The lessons took place in {place} from {year} on.", f"Lessons began in {place} in {year}.")
        ),
    ]
    return _pack(
        r,
        "role",
        said,
        [
            f"{b.full} was a pupil of {a.full} in {place}.",
            f"In {year}, {a.last} started giving {b.last} instruction in {what}.",
            f"It was to {a.full} that {b.full} owed {b.his} schooling in {what}.",
        ],
        c=[
            f"{b.full} taught {a.full} {what}.",
            f"{a.full} was taught {what} by {b.full}.",
            f"{a.full} started out in {what} as a student of {b.full} in {year}.",
            f"{a.full} gave {b.full} lessons in {what} from {year - r.randint(2, 9)} on.",
        ],
        n=[
            f"{a.full} taught {b.full} {what} free of charge.",
            f"{b.full} was taught {what} by {a.full} and later became famous.",
        ],
    )


@_scene
def _role_many(r: random.Random) -> Scene:
    a, b = _people(r, 2)
    verb, far, swap = r.choice(
        (
            (
                "succeeded {b} as {j}",
                "{b} handed over the post of {j} to {a}",
                "{b} took the post of {j} over from {a}",
            ),
            (
                "hired {b} as {j}",
                "the post of {j} was given to {b} by {a}",
                "{a} got the post of {j} from {b}",
            ),
            (
                "dismissed {b} as {j}",
                "{b} lost the post of {j} at the hands of {a}",
                "{b} took the post of {j} away from {a}",
            ),
            (
                "nominated {b} as {j}",
                "it was {a} who put {b} forward as {j}",
                "{a} was put forward as {j} by {b}",
            ),
            (
                "outvoted {b} in the election of the {j}",
                "{b} got fewer votes than {a} in the election of the {j}",
                "{a} got fewer votes than {b} in the election of the {j}",
            ),
            ("replaced {b} as {j}", "{b} made way for {a} as {j}", "{a} made way for {b} as {j}"),
        )
    )
    job, year = r.choice(JOBS), r.randint(1960, 2024)

    def say(text: str, one: Person, two: Person) -> str:
        return text.format(a=one.full, b=two.full, j=job)

    core = say("{a} " + verb, a, b)
    said = r.choice((f"{core} in {year}.", f"In {year}, {core}."))
    return _pack(
        r,
        "role",
        [said],
        [
            f"{say(far, a, b)} in {year}.",
            f"In {year}, {say(far, a, b)}.",
            f"{year} was the year when {say(far, a, b)}.",
        ],
        c=[
            f"{say('{a} ' + verb, b, a)} in {year}.",
            f"{say(swap, a, b)} in {year}.",
            f"{core} in {year + r.randint(2, 8)}.",
        ],
        n=[f"{core} in {year} after a quarrel.", f"{core} in {year}, which surprised the staff."],
    )


@_scene
def _modal(r: random.Random) -> Scene:
    drug, ill = r.choice(DRUGS), r.choice(ILLS)
    hedge, far = r.choice(
        (("may", "it is possible that"), ("might", "there is a chance that"), ("could", "conceivably,"))
    )
    firm = _firms(r, 1)[0]
    said = [
        f"{drug} {hedge} ease {ill}, according to a study paid for by {firm}.",
        f"Forty-{r.choice(COUNTS[:8])} volunteers took part.",
    ]
    return _pack(
        r,
        "hedge",
        said,
        [
            f"{far} people with {ill} would find relief in {drug}, suggests work funded by {firm}.",
            f"A study with fewer than sixty volunteers sees a possible benefit of {drug} in {ill}.",
            f"{firm} met the cost of a study of {drug} and {ill}.",
        ],
        n=[
            f"{drug} eases {ill}, according to a study paid for by {firm}.",
            f"{drug} {hedge} cure {ill}, according to a study paid for by {firm}.",
            f"It is beyond doubt that patients with {ill} profit from {drug}.",
            f"{drug} must be taken by everyone with {ill}.",
        ],
        c=[
            f"{drug} cannot ease {ill}, according to a study paid for by {firm}.",
            f"The study of {drug} was carried out without money from {firm}.",
        ],
    )


@_scene
def _plans(r: random.Random) -> Scene:
    firm, place, what = (
        _firms(r, 1)[0],
        r.choice(PLACES),
        r.choice(("plant", "office", "training centre", "test track", "data centre", "depot", "shop")),
    )
    year = r.randint(2026, 2040)
    phrase, far = r.choice(
        (
            ("plans to open", "has the intention of opening"),
            ("is expected to open", "will probably open"),
            ("hopes to open", "would like to open"),
            ("is considering opening", "is thinking about opening"),
        )
    )
    (a,) = _people(r, 1)
    said = [f"{firm} {phrase} a {what} in {place} in {year}.", f"Its head there would be {a.full}."]
    return _pack(
        r,
        "plan",
        said,
        [
            f"{firm} {far} a {what}, with {place} as the site and {year} as the date.",
            f"If the {what} in {place} comes about, {a.full} is the one who would lead it.",
            f"{year} is the year in view for a {what} of {firm} in {place}.",
        ],
        n=[
            f"{firm} opened a {what} in {place} in {year}.",
            f"{firm} will definitely open a {what} in {place} in {year}.",
            f"{a.full} heads the {what} of {firm} in {place}.",
            f"{firm} has already spent a large sum on its {what} in {place}.",
        ],
        c=[
            f"{firm} has ruled out opening a {what} in {place}.",
            f"The {what} in {place} would be headed by somebody other than {a.full}.",
            f"{firm} {phrase} a {what} in {place} in {year + r.randint(1, 6)}.",
        ],
    )


@_scene
def _alleged(r: random.Random) -> Scene:
    a, b = _people(r, 2)
    act, far = r.choice(
        (
            ("forged the signature", "faked a signature"),
            ("stole the manuscript", "took the manuscript unlawfully"),
            ("leaked the report", "passed the report on in secret"),
            ("sabotaged the pump", "damaged the pump on purpose"),
            ("bribed the referee", "paid the referee off"),
            ("copied the design", "lifted the design from others"),
            ("hid the losses", "kept the losses out of sight"),
            ("lied to the court", "told the judges an untruth"),
        )
    )
    job, place = r.choice(JOBS), r.choice(PLACES)
    said = r.choice(
        (
            f"{a.full}, {job} in {place}, allegedly {act}, but denies it.",
            f"It is alleged that {a.full}, {job} in {place}, {act}; {a.he} denies it.",
            f"{a.full}, {job} in {place}, is accused of having {act.replace('stole', 'stolen').replace('hid ', 'hidden ')}, which {a.he} denies.",
        )
    )
    said2 = f"The accusation was made by {b.full}."
    return _pack(
        r,
        "allegation",
        [said, said2],
        [
            f"{b.full} says that the {job} {far}; {a.last} rejects this.",
            f"{a.last} disputes {b.last}'s claim that {a.he} {far}.",
            f"An accusation hangs over {a.full}, who works as {job} in {place}.",
        ],
        n=[
            f"{a.full}, {job} in {place}, {act}.",
            f"The {job} in {place}, {a.full}, {far}, that much is certain.",
            f"{a.full}, {job} in {place}, was convicted because {a.he} {act}.",
        ],
        c=[
            f"{a.full}, {job} in {place}, admits that {a.he} {act}.",
            f"The accusation against {b.full} was made by {a.full}.",
            f"{b.full}, {job} in {place}, allegedly {act}, but denies it.",
        ],
    )


@_scene
def _must(r: random.Random) -> Scene:
    who, do, far = r.choice(
        (
            ("Pupils", "wear goggles in the workshop", "eye protection in the workshop"),
            ("Drivers", "switch off the engine on the ferry", "a stopped engine on the ferry"),
            ("Nurses", "record every dose in the log", "a log entry for every dose"),
            ("Cyclists", "use a helmet on the track", "head protection on the track"),
            ("Guests", "show an identity card at the desk", "an identity card at the desk"),
            ("Members", "book a court a day ahead", "a court booked the day before"),
            ("Tenants", "clean the stairs each week", "a weekly cleaning of the stairs"),
            ("Users", "change the password every quarter", "a new password four times a year"),
        )
    )
    low, place = who.lower(), r.choice(PLACES)
    must = r.random() < 0.5
    verb = (
        r.choice(("must", "are required to", "have to"))
        if must
        else r.choice(("should", "are advised to", "are encouraged to"))
    )
    said = f"{who} in {place} {verb} {do}."
    return _pack(
        r,
        "duty",
        [said, f"The rules were last revised in {r.choice(MONTHS)}."],
        [
            f"For {low} in {place}, {far} is {'compulsory' if must else 'recommended'}.",
            f"The {'rules oblige' if must else 'advice given to'} {low} in {place} {'to' if must else 'is to'} {do}.",
            f"In {place}, {far} is {'demanded of' if must else 'something urged on'} {low}.",
        ],
        c=[
            f"{who} in {place} {'need not' if must else 'are advised not to'} {do}.",
            f"{who} in {place} are {'free to choose whether to' if must else 'forbidden to'} {do}.",
            f"For {low} in {place}, {far} is {'optional' if must else 'discouraged'}.",
        ],
        n=[
            f"{who} in {place} {verb} {do}, since there was an accident.",
            f"{who} in {place} always {do}." if must else f"{who} in {place} must {do}.",
            f"Most {low} in {place} {do} gladly.",
        ],
    )


@_scene
def _quantifier(r: random.Random) -> Scene:
    who, far = r.choice(
        (
            ("farmers", "growers"),
            ("teachers", "school staff"),
            ("shopkeepers", "retailers"),
            ("nurses", "ward staff"),
            ("drivers", "people at the wheel"),
            ("residents", "inhabitants"),
            ("members", "people on its rolls"),
            ("students", "learners"),
        )
    )
    place, what = r.choice(PLACES), r.choice(MEASURES)
    word, same, wrong, more = r.choice(
        (
            ("All", "every one of the {f}", ("Not all", "Only some", "None of the", "Few"), ("All",)),
            (
                "Most",
                "more than half of the {f}",
                ("Few", "None of the", "Only a minority of the", "Less than half of the"),
                ("All",),
            ),
            (
                "Some",
                "at least a few {f}",
                ("None of the", "Not a single one of the"),
                ("Most", "All", "Nearly all"),
            ),
            (
                "Few",
                "only a small number of {f}",
                ("Most", "All", "Nearly all", "The majority of the"),
                ("Exactly six",),
            ),
            (
                "None of the",
                "not one of the {f}",
                ("Some", "A handful of the", "Most", "All"),
                ("None of the older",),
            ),
        )
    )
    f = same.format(f=far)
    verb, dealt = r.choice(
        (("supported", "stood behind"), ("opposed", "spoke out against"), ("understood", "grasped"))
    )
    said = f"{word} {who} in {place} {verb} {what}."
    add = (
        "None of the people anywhere" if word.startswith("None") else f"{word} {who} in {place} and elsewhere"
    )
    lies = [f"{w} {who} in {place} {verb} {what}." for w in wrong]
    wider = [
        f"{w} {who} in {place} {verb} {what}."
        for w in more
        if w not in ("All", "None of the older") or word in ("Most", "Some")
    ]
    return _pack(
        r,
        "quantifier",
        [said],
        [
            f"In {place}, {f} {dealt} {what}.",
            f"{what} was something that {f} in {place} {dealt}.",
            f"{f} {dealt} {what} in {place}.",
        ],
        c=[
            *lies,
            f"In {place}, {'not a single one of the' if not word.startswith('None') else 'quite a number of'} {far} {dealt} {what}.",
        ],
        n=[
            *wider,
            f"{add} {verb} {what}.",
            f"{word} {who} in {place} {verb} {what}, which came as a surprise.",
        ],
    )


@_scene
def _only(r: random.Random) -> Scene:
    names = r.sample(PLACES, 3)
    thing = r.choice(THINGS).removeprefix("the ")
    good = r.choice(
        (
            "a lift",
            "a basement",
            "solar panels",
            "a glass roof",
            "a guided tour",
            "a wheelchair ramp",
            "a tower",
            "an archive",
        )
    )
    said = [
        f"Of the three towns {names[0]}, {names[1]} and {names[2]}, only {names[0]} has a {thing} with {good}."
    ]
    return _pack(
        r,
        "only",
        [
            s.replace(" a ice", " an ice").replace(" a obs", " an obs").replace(" a old", " an old")
            for s in said
        ],
        [
            f"Neither in {names[1]} nor in {names[2]} is there a {thing} that comes with {good}.".replace(
                "a ice", "an ice"
            )
            .replace("a obs", "an obs")
            .replace("a old", "an old"),
            f"{names[1]} lacks what {names[0]} can offer: {good} at its {thing}.",
            f"Whoever looks for {good} at the {thing} finds it in {names[0]}, not in {names[2]}.",
        ],
        c=[
            f"Of the three towns {names[0]}, {names[1]} and {names[2]}, only {names[1]} has {good} at its {thing}.",
            f"Both {names[0]} and {names[2]} have {good} at the {thing}.",
            f"Every one of the three towns can boast {good} at its {thing}.",
        ],
        n=[
            f"Of the three towns, only {names[0]} plans to rebuild its {thing}.",
            f"In {names[0]}, the {thing} with {good} is the oldest in the region.",
        ],
    )


@_scene
def _both(r: random.Random) -> Scene:
    a, b = _people(r, 2)
    act, past, base = r.choice(
        (
            ("signed the petition", "put a name to the petition", "sign the petition"),
            ("passed the exam", "got through the exam", "pass the exam"),
            ("attended the hearing", "was present at the hearing", "attend the hearing"),
            ("read the contract", "went through the contract", "read the contract"),
            ("saw the accident", "witnessed the accident", "see the accident"),
            ("joined the club", "became a club member", "join the club"),
        )
    )
    month, how = r.choice(MONTHS), r.choice(("both", "neither", "first"))
    said = {
        "both": f"In {month}, both {a.full} and {b.full} {act}.",
        "neither": f"In {month}, neither {a.full} nor {b.full} {act}.",
        "first": f"In {month}, {a.full} {act}, but {b.full} did not.",
    }[how]
    yes, no = f"{{}} {past} in {month}.", f"{{}} did not {base} in {month}."
    one, two = how != "neither", how == "both"
    true = [(yes if one else no).format(a.full), (yes if two else no).format(b.full)]
    true.append(
        {
            "both": f"{a.last} {past} in {month}, and so did {b.last}.",
            "neither": f"Not one of the two, {a.last} and {b.last}, {past} in {month}.",
            "first": f"Of {a.last} and {b.last}, just the former {past} in {month}.",
        }[how]
    )
    false = [(no if one else yes).format(a.full), (no if two else yes).format(b.full)]
    false.append(
        {
            "both": f"In {month}, neither {a.full} nor {b.full} {act}.",
            "neither": f"In {month}, both {a.full} and {b.full} {act}.",
            "first": f"In {month}, {b.full} {act}, but {a.full} did not.",
        }[how]
    )
    return _pack(
        r,
        "both or neither",
        [said],
        true,
        c=false,
        n=[
            said[:-1] + ", to the surprise of their friends.",
            f"In {month}, {a.full} told {b.full} about it over dinner.",
        ],
    )


@_scene
def _entity_swap(r: random.Random) -> Scene:
    a, b = _firms(r, 2)
    p, q = r.sample(PLACES, 2)
    x, y = r.sample(GOODS, 2)
    boss, other = _people(r, 2)
    said = [
        f"{a}, based in {p}, trades in {x}, while {b}, based in {q}, trades in {y}.",
        f"{a} is run by {boss.full} and {b} by {other.full}.",
    ]
    if r.random() < 0.5:
        said = [
            f"{boss.full} runs {a}, a dealer in {x} from {p}.",
            f"{other.full} runs {b}, a dealer in {y} from {q}.",
        ]
    return _pack(
        r,
        "swap",
        said,
        [
            f"The {p} company headed by {boss.full} makes its money with {x}.",
            f"{other.full} is in charge of a trader of {y}.",
            f"{y} is the business of {other.last}'s company in {q}.",
            f"Of the two dealers, it is {a} that has its seat in {p}.",
        ],
        c=[
            f"{a}, based in {q}, trades in {x}.",
            f"{b}, based in {q}, trades in {x}.",
            f"{other.full} runs {a}, a dealer in {x} from {p}.",
            f"The head of the company that buys and sells {y} is {boss.full}.",
        ],
        n=[
            f"{a}, based in {p}, trades in {x} and competes with {b}.",
            f"{boss.full} founded {a}, a dealer in {x} from {p}.",
        ],
    )


@_scene
def _attribution(r: random.Random) -> Scene:
    a, b = _people(r, 2)
    place, what = r.choice(PLACES), r.choice(THINGS)
    claim, far = r.choice(
        (
            ("was badly built", "the workmanship was poor"),
            ("is haunted", "ghosts are about"),
            ("is unsafe", "people are in danger there"),
            ("was paid for twice", "the bill was settled two times"),
            ("is a waste of money", "the funds are squandered"),
            ("inspired the poet", "the poet drew ideas from it"),
        )
    )
    verb = r.choice(("claims", "says", "argues", "believes", "maintains"))
    said = [f"{a.full} {verb} that {what} in {place} {claim}.", f"{b.full} disagrees."]
    return _pack(
        r,
        "attribution",
        said,
        [
            f"In the opinion of {a.full}, {far}, as regards {what} in {place}.",
            f"{b.last} does not share {a.last}'s view of {what}.",
            f"{a.full} and {b.full} are of different minds about {what} in {place}.",
        ],
        n=[
            f"{what} in {place} {claim}.",
            f"It is a proven fact that {what} in {place} {claim}.",
            f"Experts agree that {what} in {place} {claim}.",
            f"{a.full} {verb} that {what} in {place} {claim} and should be torn down.",
        ],
        c=[
            f"{b.full} {verb} that {what} in {place} {claim}.",
            f"{b.full} agrees with {a.full} that {what} in {place} {claim}.",
            f"{a.full} {verb} that it is false that {what} in {place} {claim}.",
        ],
    )


@_scene
def _steps(r: random.Random) -> Scene:
    steps = r.choice(
        (
            (
                ("drain the tank", "emptying the tank"),
                ("replace the filter", "a change of filter"),
                ("restart the pump", "switching the pump on again"),
            ),
            (
                ("save the file", "saving the file"),
                ("close the editor", "shutting the editor"),
                ("run the installer", "launching the installer"),
            ),
            (
                ("rinse the lentils", "washing the lentils"),
                ("fry the onions", "browning the onions"),
                ("add the stock", "pouring in the stock"),
            ),
            (
                ("weigh the sample", "putting the sample on the scales"),
                ("heat the flask", "warming the flask"),
                ("note the colour", "writing the colour down"),
            ),
            (
                ("lower the sails", "taking the sails down"),
                ("drop the anchor", "letting the anchor go"),
                ("call the harbour", "radioing the port"),
            ),
            (
                ("sand the wood", "smoothing the wood"),
                ("apply the primer", "a coat of primer"),
                ("paint the frame", "painting the frame"),
            ),
            (
                ("clean the wound", "cleansing the wound"),
                ("apply the ointment", "putting the salve on"),
                ("change the dressing", "a fresh dressing"),
            ),
        )
    )
    (x, fx), (y, fy), (z, fz) = steps if r.random() < 0.6 else r.sample(steps, 3)
    said = r.choice(
        (
            [f"First {x}, then {y}, and finally {z}."],
            [f"{x} before you {y}.", f"Only after that, {z}."],
            [f"To begin with, {x}.", f"Next, {y}.", f"The last step is to {z}."],
        )
    )
    return _pack(
        r,
        "order",
        said,
        [
            f"{fz} comes last.",
            f"{fx} precedes {fy}.",
            f"{fy} is the middle one of three steps.",
            f"By the time of {fz}, {fx} is already behind you.",
        ],
        c=[
            f"First {y}, then {x}, and finally {z}.",
            f"{z} before you {y}.",
            f"To begin with, {z}.",
            f"{fx} follows {fy}.",
            f"The last step is to {x}.",
        ],
        n=[f"First {x}, then wait an hour and {y}.", f"{x} before you {y}, or the guarantee is void."],
    )


@_scene
def _until_since(r: random.Random) -> Scene:
    (a,), firm, job = _people(r, 1), _firms(r, 1)[0], r.choice(JOBS)
    one, two = _years(r, 2, 1950, 2020)
    until = r.random() < 0.5
    said = (
        f"{a.full} was {job} of {firm} until {two}, having started in {one}."
        if until
        else f"{a.full} has been {job} of {firm} since {two}, having joined as a clerk in {one}."
    )
    if until:
        true = [
            f"{a.last}'s time as {job} of {firm} began in {one} and ended in {two}.",
            f"In {two}, {firm} ceased to have {a.full} as its {job}.",
            f"For {two - one} years, the {job} of {firm} was {a.full}."
            if two - one > 1
            else f"{one} saw {a.full} begin as {job} of {firm}.",
        ]
        lies = [
            f"{a.full} has been {job} of {firm} since {two}.",
            f"{a.full} was {job} of {firm} until {one}.",
            f"{a.full} only took up the post of {job} at {firm} in {two}.",
        ]
    else:
        true = [
            f"It was in {two} that {a.full} became {job} of {firm}.",
            f"{a.last} first worked for {firm} in {one}, in a clerk's job.",
            f"{firm} took {a.last} on as a clerk and made {a.him} {job} later.",
        ]
        lies = [
            f"{a.full} was {job} of {firm} until {two}.",
            f"{a.full} has been {job} of {firm} since {one}.",
            f"{a.full} gave up the post of {job} at {firm} in {two}.",
        ]
    return _pack(
        r,
        "period",
        [said],
        true,
        c=lies,
        n=[said[:-1] + ", at a low wage.", f"{a.full} was the first {job} that {firm} ever had."],
    )


@_scene
def _cause(r: random.Random) -> Scene:
    place, month = r.choice(PLACES), r.choice(MONTHS)
    cause, fc, effect, fe, base = r.choice(
        (
            (
                "a pipe had burst",
                "a broken pipe",
                "the school was closed",
                "pupils stayed at home",
                "the burst pipe",
            ),
            ("the dam was full", "a full dam", "the gates were opened", "water was let out", "the full dam"),
            (
                "the frost came late",
                "a late frost",
                "the plums failed",
                "there were no plums",
                "the late frost",
            ),
            (
                "the server overheated",
                "too hot a server",
                "the site went down",
                "the pages could not be reached",
                "the hot server",
            ),
            (
                "the signal was faulty",
                "a defective signal",
                "the train stopped",
                "the train came to a halt",
                "the faulty signal",
            ),
            (
                "the dough was too warm",
                "dough of too high a temperature",
                "the loaves collapsed",
                "the loaves fell in",
                "the warm dough",
            ),
            (
                "the judge fell ill",
                "an ill judge",
                "the trial was adjourned",
                "the case was put off",
                "the judge's illness",
            ),
            (
                "the sensor was dirty",
                "dirt on a sensor",
                "the alarm rang",
                "the alarm went off",
                "the dirty sensor",
            ),
        )
    )
    said = r.choice(
        (
            f"In {place}, {effect} in {month} because {cause}.",
            f"Because {cause}, {effect} in {place} in {month}.",
            f"In {month}, {cause} in {place}; as a result, {effect}.",
        )
    )
    return _pack(
        r,
        "cause",
        [said],
        [
            f"{fc} was the reason why {fe} in {place}.",
            f"{base} in {place} led to this: {fe}.",
            f"{fe} in {place} in {month}, owing to {fc}.",
        ],
        c=[
            f"In {place}, {effect} in {month} although {cause} had nothing to do with it.".replace(
                f"although {cause} had nothing to do with it",
                f"for a reason that had nothing to do with {base}",
            ),
            f"In {month}, {effect} in {place}; as a result, {cause}.",
            f"In {place}, {cause} in {month} because {effect}.",
            f"{base} in {place} had no consequences at all in {month}.",
        ],
        n=[
            f"In {place}, {effect} in {month} because {cause} once more.",
            f"In {place}, {effect} for a whole week in {month} because {cause}.",
        ],
    )


@_scene
def _despite(r: random.Random) -> Scene:
    a, place = _people(r, 1)[0], r.choice(PLACES)
    obstacle, far, act, done, base = r.choice(
        (
            ("heavy rain", "it poured", "finished the race", "completed the course", "finish the race"),
            (
                "a broken wrist",
                "a fractured wrist was a handicap",
                "played the concert",
                "performed",
                "play the concert",
            ),
            (
                "a threat of dismissal",
                "the job was at risk",
                "published the letter",
                "made the letter public",
                "publish the letter",
            ),
            (
                "a high fever",
                "a temperature plagued the speaker",
                "gave the speech",
                "addressed the crowd",
                "give the speech",
            ),
            (
                "a lack of money",
                "funds were short",
                "built the boat",
                "constructed the boat",
                "build the boat",
            ),
        )
    )
    said = r.choice(
        (
            f"Despite {obstacle}, {a.full} {act} in {place}.",
            f"{a.full} {act} in {place} in spite of {obstacle}.",
        )
    )
    return _pack(
        r,
        "despite",
        [said],
        [
            f"{far}, and still {a.full} {done}.",
            f"{obstacle} did not keep {a.last} from what {a.he} did: {a.he} {done} in {place}.",
            f"In {place}, {a.full} {done}, {obstacle} notwithstanding.",
        ],
        c=[
            f"{a.full} did not {base} in {place} because of {obstacle}.",
            f"Because of {obstacle}, {a.full} could not {base} in {place}.",
            f"{obstacle} kept {a.last} from what {a.he} had set out to do in {place}.",
        ],
        n=[
            f"Despite {obstacle} and strong pain, {a.full} {act} in {place}.",
            f"Despite {obstacle}, {a.full} {act} in {place} to great applause.",
            f"Despite {obstacle}, {a.full} {act} in {place} for the second time.",
        ],
    )


@_scene
def _correlation(r: random.Random) -> Scene:
    habit, far = r.choice(
        (
            ("drank green tea", "green tea drinkers"),
            ("walked to work", "those who went to work on foot"),
            ("slept with open windows", "those who let air in at night"),
            ("owned a dog", "dog owners"),
            ("sang in a choir", "choir singers"),
            ("ate fish twice a week", "people with two fish meals a week"),
            ("worked night shifts", "night workers"),
            ("skipped breakfast", "people who went without breakfast"),
        )
    )
    ill, place = r.choice(ILLS), r.choice(PLACES)
    less = r.random() < 0.5
    word, anti = ("less", "more") if less else ("more", "less")
    said = [
        f"In a survey in {place}, people who {habit} had {ill} {word} often than others.",
        "The authors stress that this does not show what causes what."
        if r.random() < 0.6
        else "The survey did not look into causes.",
    ]
    return _pack(
        r,
        "correlation",
        said,
        [
            f"{ill} was {'rarer' if less else 'commoner'} among {far}, a survey in {place} found.",
            f"The survey in {place} leaves open why {ill} was {'rarer' if less else 'commoner'} in one group.",
            f"Compared with the rest, {far} in {place}'s survey suffered from {ill} on {'fewer' if less else 'more'} occasions.",
        ],
        n=[
            f"In {place}, people had {ill} {word} often because they {habit}.",
            f"{far} {'are protected from' if less else 'fall ill with'} {ill} due to their habit.",
            f"All over the world, people who {habit} have {ill} {word} often than others.",
        ],
        c=[
            f"In a survey in {place}, people who {habit} had {ill} {anti} often than others.",
            f"In a survey in {place}, people who {habit} had {ill} just as often as others.",
            f"According to the survey in {place}, {ill} was {'commoner' if less else 'rarer'} among {far}.",
            f"The survey in {place} set out the causes of {ill}.",
        ],
    )


@_scene
def _condition(r: random.Random) -> Scene:
    firm, place = _firms(r, 1)[0], r.choice(PLACES)
    what, far = r.choice(
        (
            ("build a nursery", "a nursery"),
            ("plant a forest", "a new forest"),
            ("open a second line", "a second line"),
            ("repair the pier", "repairs to the pier"),
            ("sponsor the festival", "sponsorship of the festival"),
            ("hire fifty apprentices", "fifty jobs for apprentices"),
            ("fund a chair at the university", "a funded university chair"),
        )
    )
    cond, fc, neg = r.choice(
        (
            (
                "the council waives the fee",
                "a waiver of the fee by the council",
                "the council insists on the fee",
            ),
            (
                "the land is sold by spring",
                "a sale of the land by spring",
                "the land is still unsold in spring",
            ),
            ("the union agrees", "consent from the union", "the union refuses"),
            ("the bank grants a loan", "a loan from the bank", "the bank denies the loan"),
            ("the court lifts the ban", "an end to the ban by order of the court", "the court keeps the ban"),
        )
    )
    said = r.choice(
        (
            f"{firm} will {what} in {place} only if {cond}.",
            f"Only if {cond} will {firm} {what} in {place}.",
            f"{firm} will {what} in {place} provided that {cond}, but not otherwise.",
        )
    )
    return _pack(
        r,
        "condition",
        [said],
        [
            f"Without {fc}, {place} will not get {far} from {firm}.",
            f"{fc} is a condition that {firm} sets for {far} in {place}.",
            f"Should it happen that {neg}, {firm} will not {what} in {place}.",
        ],
        n=[
            f"{firm} will {what} in {place}.",
            f"{firm} will {what} in {place}, because {cond}.",
            f"{cond}, and {firm} gets ready to {what} in {place}.",
            f"{firm} did {what} in {place}.",
            f"{far} is on its way to {place}, thanks to {firm}.",
        ],
        c=[
            f"{firm} will {what} in {place} even if {neg}.",
            f"{firm} will {what} in {place} regardless of whether {cond}.",
            f"{firm} will not {what} in {place} under any circumstances.",
            f"{firm} attaches no strings to its offer to {what} in {place}.",
        ][: 2 if "only if" in said.lower() else 4],
    )


@_scene
def _unless(r: random.Random) -> Scene:
    place, n = r.choice(PLACES), r.choice(COUNTS)
    thing, happens, fh, not_h, cond, fc = r.choice(
        (
            ("The permit", "expires", "runs out", "remains valid", "it is renewed", "renewal"),
            ("The order", "is cancelled", "lapses", "stays in place", "it is confirmed", "confirmation"),
            ("The account", "is closed", "is shut", "stays open", "money is paid in", "a deposit"),
            ("The appeal", "is dropped", "comes to an end", "goes on", "a fee is paid", "payment of a fee"),
            (
                "The lease",
                "ends",
                "comes to a close",
                "runs on",
                "both sides extend it",
                "an extension by both sides",
            ),
            ("The screen", "locks", "is blocked", "stays usable", "a key is pressed", "a key press"),
        )
    )
    unit = r.choice(("days", "weeks", "months")) if thing != "The screen" else r.choice(("minutes", "hours"))
    said = r.choice(
        (
            f"{thing} {happens} after {n} {unit} unless {cond}.",
            f"Unless {cond}, {thing.lower()} {happens} after {n} {unit}.",
        )
    )
    other = r.choice([c for c in COUNTS if c != n])
    return _pack(
        r,
        "condition",
        [said, f"This holds for users in {place}."],
        [
            f"If there is no {fc.removeprefix('a ').removeprefix('an ')}, {thing.lower()} {fh} once {n} {unit} are over.",
            f"{fc} is needed if {thing.lower()} is not to come to its end after {n} {unit}."
            if thing != "The screen"
            else f"A screen left alone for {n} {unit} is locked.",
            f"{n} {unit} go by without {fc}: then {thing.lower()} {fh}.",
        ],
        c=[
            f"{thing} {happens} after {n} {unit} if {cond}.",
            f"{thing} {happens} after {other} {unit} unless {cond}.",
            f"Unless {cond}, {thing.lower()} {not_h} after {n} {unit}.",
            f"{thing} {not_h} even without {fc}.",
        ],
        n=[
            f"{thing} {happens} without any warning after {n} {unit} unless {cond}.",
            f"{thing} {_happened(happens)} after {n} {unit}.",
            f"In all towns, {thing.lower()} {happens} after {n} {unit} unless {cond}.",
        ],
    )


def _happened(verb: str) -> str:
    return (
        verb.replace("is ", "was ")
        if verb.startswith("is ")
        else verb.removesuffix("s").removesuffix("e") + "ed"
    )


@_scene
def _scope(r: random.Random) -> Scene:
    drug, ill, month = r.choice(DRUGS), r.choice(ILLS), r.choice(MONTHS)
    where, far = r.choice(
        (
            ("in adults", "grown-ups"),
            ("in women over sixty", "women past their sixtieth year"),
            ("in non-smokers", "people who do not smoke"),
            ("in the northern clinics", "those treated in the north"),
            ("in mild cases", "those only lightly affected"),
            ("in pregnant women", "expectant mothers"),
            ("in boys", "male children"),
        )
    )
    eff, fe = r.choice(
        (
            ("reduced", "less frequent"),
            ("shortened", "shorter"),
            ("relieved", "easier to bear"),
            ("worsened", "worse"),
        )
    )
    anti = "worsened" if eff != "worsened" else "relieved"
    said = r.choice(
        (
            f"In the trial, {drug} {eff} attacks of {ill} {where}.",
            f"{drug} {eff} attacks of {ill} {where} during the trial.",
        )
    )
    return _pack(
        r,
        "scope",
        [said, f"The trial ended in {month}."],
        [
            f"Under {drug}, {far} had attacks of {ill} that were {fe}, in a trial.",
            f"A trial that came to a close in {month} found attacks of {ill} {fe} with {drug} among {far}.",
            f"For {far} on {drug}, the trial saw attacks of {ill} become {fe}.",
        ],
        n=[
            f"In the trial, {drug} {eff} attacks of {ill} in everyone.",
            f"{drug} {eff} attacks of {ill} {where} long after the trial.",
            f"Any patient at all has attacks of {ill} that are {fe} with {drug}.",
        ],
        c=[
            f"In the trial, {drug} {anti} attacks of {ill} {where}.",
            f"In the trial, {drug} did not change attacks of {ill} {where}.",
            f"The trial of {drug} had no {far} among its patients.",
        ],
    )


@_scene
def _region(r: random.Random) -> Scene:
    firm, place, month = _firms(r, 1)[0], r.choice(PLACES), r.choice(MONTHS)
    what, far, anti = r.choice(
        (
            ("delivers free of charge", "charges nothing for delivery", "charges for delivery"),
            ("accepts cash", "lets customers pay with coins and notes", "refuses cash"),
            ("repairs old devices", "mends used appliances", "refuses to repair old devices"),
            ("opens on Sundays", "receives customers on the last day of the week", "stays shut on Sundays"),
            ("offers a student discount", "gives students a lower price", "gives students no discount"),
            ("takes back empty bottles", "collects used bottles", "does not take back empty bottles"),
        )
    )
    said = r.choice(
        (
            f"As of {month}, {firm} {what}, but only in {place}.",
            f"In {place} and nowhere else, {firm} {what}, as it has done since {month}.",
        )
    )
    return _pack(
        r,
        "scope",
        [said],
        [
            f"In {place}, {firm} {far}.",
            f"Only customers in {place} can say that {firm} {far}.",
            f"{month} was when {firm} began a practice limited to {place}: it {far}.",
        ],
        c=[
            f"As of {month}, {firm} {what} in every town.",
            f"{firm} {what} everywhere but in {place}.",
            f"In {place}, {firm} {anti}.",
            f"{place} is just one of several towns where {firm} {far}.",
        ],
        n=[
            f"As of {month}, {firm} {what}, but only in {place} and only for members.",
            f"As of {month}, {firm} {what}, but only in {place}, following complaints.",
        ],
    )


@_scene
def _coreference(r: random.Random) -> Scene:
    (a,), (b,) = _people(r, 1, "f"), _people(r, 1, "m")
    while b.last == a.last:
        (b,) = _people(r, 1, "m")
    if r.random() < 0.5:
        a, b = b, a
    place, year, what = r.choice(PLACES), r.randint(1950, 2020), r.choice(SUBJECTS)
    job, other = r.sample(JOBS, 2)
    said = [
        f"{a.full} met {b.full} in {place} in {year}.",
        f"At the time, {a.he} worked as {job}, and {b.he} as {other}.",
        f"{_cap(b.he)} later wrote a book about {what}.",
    ]
    return _pack(
        r,
        "coreference",
        said,
        [
            f"The author of a book about {what} was {b.full}.",
            f"When they got to know each other, {a.full} had the job of {job}.",
            f"In {year}, {b.last} earned {b.his} living as {other}.",
            f"{place} was where the paths of a {job} and a {other} crossed.",
        ],
        c=[
            f"{a.full} worked as {other} when {a.he} met {b.full}.",
            f"At the time, {b.full} worked as {job}.",
            f"{a.full} met {b.full} in {place} in {year + r.randint(2, 9)}.",
        ],
        n=[
            f"{a.full} later wrote a book about {what}.",
            f"{b.full} later wrote a book about {what} with the help of {a.full}.",
            f"{a.full} married {b.full} in {place}.",
        ],
    )


@_scene
def _the_firm(r: random.Random) -> Scene:
    a, b = _firms(r, 2)
    place, good, year = r.choice(PLACES), r.choice(GOODS), r.randint(1900, 2015)
    said = [
        f"{a} was founded in {place} in {year}.",
        f"The company soon became known for its {good}.",
        f"A rival, {b}, never managed to sell any {good}.",
    ]
    return _pack(
        r,
        "coreference",
        said,
        [
            f"{good} made the name of {a}.",
            f"The beginnings of the company famous for {good} lie in {place}.",
            f"{b} found no buyers for {good} at any time.",
            f"{a}, set up in {year}, had a competitor in {b}.",
        ],
        c=[
            f"{b} soon sold a lot of {good}.",
            f"{a} never managed to sell any {good}.",
            f"{a} was founded in {place} in {year - r.randint(2, 20)}.",
            f"{a} had no rival by the name of {b}.",
        ],
        n=[
            f"{b} was founded in {place} in {year}.",
            f"{a} soon became the largest seller of {good} in {place}.",
            f"{a} drove {b} out of business.",
        ],
    )


@_scene
def _joint(r: random.Random) -> Scene:
    a, b = _people(r, 2)
    ship = "the " + r.choice(STEMS)
    port, other = r.sample(PLACES, 2)
    day = r.choice(("Monday", "Tuesday", "Wednesday", "Thursday", "Friday"))
    load, job = r.choice(GOODS), r.choice(JOBS)
    said = [
        f"{a.full} commands {ship}.",
        f"On {day}, {ship} left {port} for {other} with a load of {load}.",
        f"Among the passengers was the {job}, {b.full}.",
    ]
    return _pack(
        r,
        "joint",
        said,
        [
            f"The vessel that {a.full} is captain of set out for {other} with {load} aboard.",
            f"{b.full} sailed from {port} on a vessel under {a.last}'s command.",
            f"On {day}, a {job} set off from {port} by sea.",
            f"{load} and a {job} were on board when {a.last}'s vessel put to sea on {day}.",
        ],
        c=[
            f"On {day}, {ship} left {other} for {port} with a load of {load}.",
            f"{b.full} commands {ship}.",
            f"On {day}, {ship} left {port} for {other} without a load.",
            f"{a.full} is in command of a vessel that sailed to {port} from {other} on {day}.",
        ],
        n=[
            f"On {day}, {ship} reached {other} with a load of {load}.",
            f"{b.full} bought the load of {load}.",
            f"{a.full} has commanded {ship} for many years.",
        ],
    )


@_scene
def _compound(r: random.Random) -> Scene:
    (a,), place, firm = _people(r, 1), r.choice(PLACES), _firms(r, 1)[0]
    year, job, what = r.randint(1960, 2020), r.choice(JOBS), r.choice(SUBJECTS)
    said = [
        r.choice(
            (
                f"{a.full} was born in {place} and became {job} of {firm} in {year}.",
                f"Born in {place}, {a.full} was made {job} of {firm} in {year}.",
            )
        )
    ]
    extra = r.choice(
        (
            "has three children",
            "speaks four languages",
            "owns a vineyard",
            "won a medal",
            f"studied {what}",
            "collects stamps",
            "sits on the town council",
            "donated a park",
            "suffered from asthma",
            "moved abroad",
        )
    )
    return _pack(
        r,
        "compound",
        said,
        [
            f"{place} is the birthplace of {firm}'s {job}, {a.full}.",
            f"{firm} appointed {a.full} as {job} in {year}.",
            f"The {job} whom {firm} appointed in {year} came from {place}.",
            f"{a.last}, a native of {place}, rose to the post of {job}.",
        ],
        n=[
            f"{a.full} was born in {place} and {extra}.",
            f"{a.full} became {job} of {firm} in {year} and {extra}.",
            f"{a.full} {extra}.",
            f"The father of {a.full} was born in {place}.",
        ],
        c=[
            f"{a.full} was born in {place} and never became {job} of {firm}.",
            f"{a.full} was born outside {place} and became {job} of {firm} in {year}.",
            f"{a.full} became {job} of {firm} before {year}.",
        ],
    )


@_scene
def _absent(r: random.Random) -> Scene:
    firm, place, (a,) = _firms(r, 1)[0], r.choice(PLACES), _people(r, 1)
    good, month = r.choice(GOODS), r.choice(MONTHS)
    said = [
        f"{firm} took part in the trade fair in {place} in {month}.",
        f"{a.full} presented its new line of {good} there.",
    ]
    return _pack(
        r,
        "absent topic",
        said,
        [
            f"In {month}, {a.full} showed {firm}'s latest {good} to visitors of an exhibition in {place}.",
            f"{firm} had a presence at the {place} fair.",
            f"{good} from {firm} was on show in {place}."
            if not good.endswith("s") or good == "glass"
            else f"{good} from {firm} were on show in {place}.",
        ],
        n=[
            f"{firm} won a prize at the trade fair in {place} in {month}.",
            f"{a.full} has worked for {firm} for ten years.",
            f"{firm} has its head office in {place}.",
            f"The new line of {good} from {firm} sells well.",
            f"{a.full} is the owner of {firm}.",
        ],
        c=[
            f"{firm} stayed away from the trade fair in {place} in {month}.",
            f"{a.full} presented no {good} at the trade fair in {place}.",
        ],
    )


@_scene
def _titles(r: random.Random) -> Scene:
    a, b = _people(r, 2)
    job, other, wrong = r.sample(JOBS, 3)
    firm, place = _firms(r, 1)[0], r.choice(PLACES)
    first = r.choice([n for n in WOMEN + MEN if n not in (a.first, b.first)])
    said = [
        f"{a.full}, {job} of {firm}, opened the meeting in {place}.",
        f"The minutes were taken by {b.full}, the {other}.",
    ]
    return _pack(
        r,
        "names",
        said,
        [
            f"It fell to {firm}'s {job}, {a.full}, to start the {place} meeting.",
            f"{b.last}, who is {other}, wrote down what was said.",
            f"At {firm}, {a.full} holds the office of {job}.",
            f"The {place} meeting was recorded in writing by the {other}.",
        ],
        c=[
            f"{a.full}, {wrong} of {firm}, opened the meeting in {place}.",
            f"{first} {a.last}, {job} of {firm}, opened the meeting in {place}.",
            f"The minutes were taken by {a.first} {b.last}, the {other}.",
            f"{b.full}, {other} of {firm}, opened the meeting in {place}.",
            f"{firm}'s {job} goes by the name of {first} {a.last}.",
        ],
        n=[
            f"{a.full}, {job} and founder of {firm}, opened the meeting in {place}.",
            f"The minutes were taken by {b.full}, the {other}, at the request of {a.full}.",
            f"{b.full}, the {other}, has left {firm}.",
        ],
    )


@_scene
def _lists(r: random.Random) -> Scene:
    w, x, y, z = r.sample(GOODS, 4)
    a, place = _firms(r, 1)[0], r.choice(PLACES)
    n = r.choice(("The warehouse", "The cargo", "The stall", "The shipment"))
    said = (
        r.choice(
            (
                f"{n} of {a} in {place} consists of {w}, {x} and {y}, and nothing else.",
                f"{n} of {a} in {place} contains only {w}, {x} and {y}.",
            )
        )
        .replace("warehouse of", "stock of")
        .replace("stall of", "range of")
    )
    noun = said.split(" of ")[0]
    return _pack(
        r,
        "list",
        [said],
        [
            f"{y} and {w} are two of the three goods in {a}'s {noun.removeprefix('The ')}.",
            f"Three goods make up {noun.lower()} of {a}, {x} being one of them.",
            f"No {z} is to be found in {noun.lower()} of {a} in {place}.",
        ],
        c=[
            f"{noun} of {a} in {place} consists of {w}, {x} and {z}, and nothing else.",
            f"{noun} of {a} in {place} contains only {w} and {y}.",
            f"{noun} of {a} in {place} contains {w}, {x}, {y} and {z}.",
            f"There are four goods in {noun.lower()} of {a}, one of which is {z}.",
        ],
        n=[
            f"{noun} of {a} in {place} consists mainly of {w}.",
            f"{noun} of {a} in {place} consists of {w}, {x} and {y}, all from local farms.",
        ],
    )


@_scene
def _compare(r: random.Random) -> Scene:
    x, y, z = r.sample(PLACES, 3)
    adj, far, anti = r.choice(
        (
            ("older than", "goes back further in time than", "younger than"),
            ("cheaper to live in than", "makes life less costly than", "dearer to live in than"),
            ("larger than", "takes up more space than", "smaller than"),
            ("quieter than", "is less noisy than", "noisier than"),
            ("warmer than", "has higher temperatures than", "colder than"),
            ("richer than", "has more money than", "poorer than"),
            ("wetter than", "gets more rain than", "drier than"),
        )
    )
    said = (
        [f"{x} is {adj} {y}.", f"{y}, in turn, is {adj} {z}."]
        if r.random() < 0.5
        else [f"{x} is {adj} {y}, which in turn is {adj} {z}."]
    )
    return _pack(
        r,
        "comparison",
        said,
        [
            f"{x} {far} {y}.",
            f"{z} is {anti} {y}.",
            f"Of the three, {y} comes between {x} and {z}.",
            f"{x} {far} {z}.",
            f"{z} is {anti} {x}.",
        ],
        c=[
            f"{y} is {adj} {x}.",
            f"{z}, in turn, is {adj} {y}.",
            f"{z} {far} {x}.",
            f"{x} is {anti} {y}.",
            f"{y} is just as {adj.split()[0].replace('older', 'old').replace('cheaper', 'cheap').replace('larger', 'large').replace('quieter', 'quiet').replace('warmer', 'warm').replace('richer', 'rich').replace('wetter', 'wet')}{' to live in' if 'live' in adj else ''} as {z}.",
        ],
        n=[
            f"{x} is {adj} all other towns.",
            f"{x} is {'far cheaper to live in than' if 'live' in adj else 'far ' + adj} {y}.",
            f"{y}, in turn, is {adj} {z}, as visitors soon notice.",
        ],
    )


@_scene
def _definition(r: random.Random) -> Scene:
    name, kind, far, wide, trait, ft = r.choice(
        (
            (
                "tarrel",
                "reed instrument",
                "wind instrument with a reed",
                "All reed instruments are tarrels",
                "has six finger holes",
                "six holes for the fingers",
            ),
            (
                "morvin",
                "freshwater fish",
                "fish of rivers and lakes",
                "All freshwater fish are morvins",
                "has no scales",
                "a lack of scales",
            ),
            (
                "quillet",
                "court order",
                "order issued by judges",
                "All court orders are quillets",
                "expires at midnight",
                "an end at midnight",
            ),
            (
                "sandrake",
                "desert shrub",
                "bush of dry lands",
                "All desert shrubs are sandrakes",
                "flowers in winter",
                "winter blossoms",
            ),
            (
                "pellow",
                "flat bread",
                "bread without height",
                "All flat breads are pellows",
                "is baked on stone",
                "baking on stone",
            ),
            (
                "hashring",
                "data structure",
                "way of arranging data",
                "All data structures are hashrings",
                "keeps its keys in order",
                "ordered keys",
            ),
            (
                "brindle-cap",
                "edible mushroom",
                "fungus fit for eating",
                "All edible mushrooms are brindle-caps",
                "grows under beeches",
                "growth beneath beech trees",
            ),
            (
                "lorimite",
                "volcanic rock",
                "stone born of volcanoes",
                "All volcanic rocks are lorimites",
                "floats on water",
                "the ability to float",
            ),
        )
    )
    art = "an" if kind[0] in "aeiou" else "a"
    (a,) = _people(r, 1)
    place, year = r.choice(PLACES), r.randint(1750, 1990)
    said = [
        r.choice((f"A {name} is {art} {kind} that {trait}.", f"The {name} is {art} {kind}; it {trait}.")),
        f"It was first described by {a.full} of {place} in {year}.",
    ]
    return _pack(
        r,
        "definition",
        said,
        [
            f"Among the features of the {name} is this: {ft}.",
            f"{a.full} gave the earliest description of the {name}.",
            f"The {name} belongs to a larger class: one could call it a kind of {far}.",
            f"In {year}, someone from {place} was the first to describe the {name}.",
        ],
        n=[
            f"{wide}.",
            f"The {name} is the most common {kind}.",
            f"A {name} is {art} {kind} found only in {place}.",
            f"No other {kind} {trait}.",
        ],
        c=[
            f"A {name} is not {art} {kind}.",
            f"No {name} {trait}.",
            f"It was in {year + r.randint(3, 40)} that {a.full} of {place} first described the {name}.",
            f"{a.full} was not the first to describe the {name}.",
        ],
    )


def _noisy(r: random.Random, text: str) -> str:
    style = r.choice(("hyphen", "ligature", "quotes", "space", "caps", "break"))
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


@_scene
def _typography(r: random.Random) -> Scene:
    (a,), place, what, job = _people(r, 1), r.choice(PLACES), r.choice(THINGS), r.choice(JOBS)
    act, far, anti = r.choice(
        (
            (
                "confirmed the official inspection of",
                "said the authorities had checked",
                "denied the official inspection of",
            ),
            (
                "finally identified the efficient architect of",
                "at last found out who had drawn up",
                "failed to identify the efficient architect of",
            ),
            (
                "criticised the financial difficulties of",
                "found fault with the money troubles of",
                "did not criticise the financial difficulties of",
            ),
            (
                "celebrated the magnificent reflection of",
                "made a feast of the mirrored beauty of",
                "deplored the magnificent reflection of",
            ),
            (
                "described the insufficient ventilation of",
                "gave an account of the lack of air in",
                "described the sufficient ventilation of",
            ),
            (
                "recommended the significant simplification of",
                "advised making simpler by far",
                "advised against the significant simplification of",
            ),
        )
    )
    plain = f"{a.full}, {job} in {place}, {act} {what}."
    other = r.choice([p for p in PLACES if p != place])
    return _pack(
        r,
        "typography",
        [_noisy(r, plain)],
        [
            plain,
            f"In {place}, {a.full} {far} {what}.",
            f"The {job} of {place} is called {a.full}.",
            f"{a.last}, who works in {place} as {job}, {act} {what}.",
        ],
        c=[
            plain.replace(act, anti),
            plain.replace(place, other),
            f"The {job} in {other}, {a.full}, {far} {what}.",
        ],
        n=[
            plain[:-1] + " in a letter.",
            plain[:-1] + " and of all other buildings.",
            plain[:-1] + " for the second time.",
        ],
    )


@_scene
def _heading(r: random.Random) -> Scene:
    firm, place, (a,) = _firms(r, 1)[0], r.choice(PLACES), _people(r, 1)
    verb, base, far, anti = r.choice(
        (
            ("CLOSES", "closes", "shuts down", "opens"),
            ("OPENS", "opens", "starts up", "closes"),
            ("SELLS", "sells", "disposes of", "buys"),
            ("EXPANDS", "expands", "enlarges", "shrinks"),
            ("MOVES", "moves", "relocates", "keeps in place"),
        )
    )
    noun = r.choice(("LABORATORY", "FACTORY", "OFFICE", "WAREHOUSE", "TRAINING CENTRE", "CALL CENTRE"))
    said = [
        f"{firm.upper()} {verb} {noun} IN {place.upper()}",
        f"“It was time – we had waited long enough,” said {a.full}, the firm’s spokesperson.",
    ]
    low = noun.lower()
    art = "an" if low[0] in "aeiou" else "a"
    return _pack(
        r,
        "typography",
        said,
        [
            f"{firm} {base} {art} {low} in {place}.",
            f"In {place}, {art} {low} is what {firm} {far}.",
            f"{a.full} speaks for {firm}.",
            f"In {a.last}'s words, the company had been patient for long enough.",
        ],
        c=[
            f"{firm} {anti} {art} {low} in {place}.",
            f"{firm.upper()} {anti.upper()} {noun} IN {place.upper()}",
            f'"It was too early - we had not waited long enough," said {a.full}, the firm\'s spokesperson.',
        ],
        n=[
            f"{firm} {base} {art} {low} in {place} after losses.",
            f"{firm} {base} all sites in {place}."
            if verb != "MOVES"
            else f"{firm} moves {art} {low} from {place} to the capital.",
            f"{a.full}, the firm's spokesperson, works in {place}.",
        ],
    )


@_scene
def _paraphrase(r: random.Random) -> Scene:
    said, true, near, wide = r.choice(
        (
            (
                "{a} turned down the post because the salary was too low.",
                ("Poor pay made {a} decline the job.", "The job did not go to {a}, who wanted more money."),
                (
                    "{a} turned down the post because the salary was too high.",
                    "{a} accepted the post although the salary was too low.",
                ),
                ("{a} turned down the post because the salary was too low and the hours too long.",),
            ),
            (
                "{a} has lived in {p} all {h} life and has never been abroad.",
                (
                    "No foreign country has ever been visited by {a}.",
                    "{a} has spent every year so far in {p}.",
                ),
                (
                    "{a} has lived in {p} all {h} life and has often been abroad.",
                    "{a} has not always lived in {p}.",
                ),
                ("{a} has lived in {p} all {h} life for fear of flying.",),
            ),
            (
                "The recipe that {a} uses in {p} calls for neither eggs nor milk.",
                (
                    "Eggs are absent from what {a} makes by that recipe.",
                    "Dairy milk and eggs can be left in the shop by cooks who follow {a}'s {p} recipe.",
                ),
                (
                    "The recipe that {a} uses in {p} calls for both eggs and milk.",
                    "The recipe that {a} uses in {p} calls for eggs but not for milk.",
                ),
                ("The recipe that {a} uses in {p} calls for neither eggs nor salt.",),
            ),
            (
                "{a} hardly ever misses a rehearsal of the {p} choir.",
                (
                    "{a} is present at nearly every rehearsal of the choir in {p}.",
                    "The {p} choir can almost always count on {a} when it practises.",
                ),
                (
                    "{a} hardly ever attends a rehearsal of the {p} choir.",
                    "{a} often misses a rehearsal of the {p} choir.",
                ),
                ("{a} hardly ever misses a concert of the {p} choir.",),
            ),
            (
                "The backup in {p} runs nightly, and {a} checks it each morning.",
                (
                    "Every night, data is saved in {p}.",
                    "{a} looks at the result of the backup at the start of each day.",
                ),
                (
                    "The backup in {p} runs weekly, and {a} checks it each morning.",
                    "The backup in {p} runs nightly, and nobody checks it.",
                ),
                ("The backup in {p} runs nightly, and {a} checks it each morning for viruses.",),
            ),
            (
                "No one but {a} had a key to the vault in {p}.",
                (
                    "{a} alone could unlock the vault in {p} with a key.",
                    "A key to the {p} vault was in the hands of a single person.",
                ),
                (
                    "No one, not even {a}, had a key to the vault in {p}.",
                    "Everyone but {a} had a key to the vault in {p}.",
                ),
                ("No one but {a} had been inside the vault in {p}.",),
            ),
            (
                "The judge in {p} ordered {a} to pay the costs of both parties.",
                (
                    "{a} has to bear the other side's legal costs too, by order of a court in {p}.",
                    "By a ruling in {p}, all the parties' expenses are to be met by {a}.",
                ),
                (
                    "The judge in {p} ordered {a} to pay the costs of one party only.",
                    "The judge in {p} freed {a} from paying the costs of both parties.",
                ),
                ("The judge in {p} ordered {a} to pay the costs of both parties within a week.",),
            ),
            (
                "The glacier above {p} has been retreating ever since {a} first measured it.",
                (
                    "From the first measurement by {a} on, the ice above {p} has been getting shorter.",
                    "Without a pause, {p}'s glacier has shrunk back since {a} took its first measurements.",
                ),
                (
                    "The glacier above {p} has been advancing ever since {a} first measured it.",
                    "The glacier above {p} stopped retreating when {a} first measured it.",
                ),
                ("The glacier above {p} has been retreating ever faster since {a} first measured it.",),
            ),
            (
                "{a} resigned a day before the inquiry in {p} began.",
                (
                    "The inquiry in {p} got going on the day after {a} quit.",
                    "{a} had already stepped down when the {p} inquiry started.",
                ),
                (
                    "{a} resigned a day after the inquiry in {p} began.",
                    "The inquiry in {p} began a day before {a} resigned.",
                ),
                ("{a} resigned to avoid the inquiry in {p}.",),
            ),
            (
                "{a} forgot to renew the insurance of the shop in {p}.",
                (
                    "The cover for the {p} shop was not extended by {a}, who did not think of it.",
                    "An oversight by {a} left the policy for the {p} shop unrenewed.",
                ),
                (
                    "{a} remembered to renew the insurance of the shop in {p}.",
                    "{a} did not forget to renew the insurance of the shop in {p}.",
                ),
                ("{a} forgot to renew the insurance of the shop in {p}, which then burned down.",),
            ),
        )
    )
    (a,), place = _people(r, 1), r.choice(PLACES)

    def fill(texts: tuple[str, ...]) -> list[str]:
        return [t.format(a=a.full, p=place, h=a.his) for t in texts]

    return _pack(r, "paraphrase", fill((said,)), fill(true), c=fill(near), n=fill(wide))


@_scene
def _failed(r: random.Random) -> Scene:
    a, place = _people(r, 1)[0], r.choice(PLACES)
    goal, far, past = r.choice(
        (
            ("reach the summit", "got to the top", "reached the summit"),
            ("repair the engine", "got the engine to work again", "repaired the engine"),
            ("find the file", "tracked the file down", "found the file"),
            ("raise the money", "got the sum together", "raised the money"),
            ("persuade the jury", "won the jury over", "persuaded the jury"),
            ("catch the ferry", "got onto the ferry in time", "caught the ferry"),
            ("decode the message", "worked out the message", "decoded the message"),
        )
    )
    ok = r.random() < 0.5
    said = f"{a.full} {r.choice(('managed to', 'was able to', 'at last managed to')) if ok else r.choice(('failed to', 'tried in vain to', 'was unable to'))} {goal} in {place}."
    yes = [f"In {place}, {a.full} {far}.", f"{a.last} {far} in {place}.", f"{a.full} {past} in {place}."]
    no = [
        f"In {place}, it cannot be said that {a.full} {far}.",
        f"{a.full} did not {goal} in {place}.",
        f"{a.last} never {far} in {place}.",
    ]
    return _pack(
        r,
        "success",
        [said],
        yes if ok else no,
        c=[f"{a.full} {'failed to' if ok else 'managed to'} {goal} in {place}.", *(no if ok else yes)[:2]],
        n=[
            said[:-1] + " at the first attempt.",
            said[:-1] + " because of bad advice.",
            said[:-1] + ", and gave up the trade.",
        ],
    )


@_scene
def _exception(r: random.Random) -> Scene:
    names = _people(r, 3)
    place, what = r.choice(PLACES), r.choice(MEASURES)
    x, y, z = names
    yes, no = r.choice(
        (
            ("voted for", "voted against"),
            ("praised", "condemned"),
            ("signed off on", "refused to sign off on"),
        )
    )
    said = r.choice(
        (
            f"Of the jurors {x.last}, {y.last} and {z.last}, all except {z.last} {yes} {what}.",
            f"Everyone on the panel in {place} – {x.last}, {y.last} and {z.last} – {yes} {what}, with the sole exception of {z.last}.",
        )
    )
    return _pack(
        r,
        "exception",
        [said, f"{z.last} {no} it."],
        [
            f"Two out of three were in favour of {what}, {x.last} among them.",
            f"{z.last} was alone in being opposed to {what}.",
            f"{y.last} was on the same side as {x.last} when it came to {what}.",
        ],
        c=[
            f"All three, {z.last} included, {yes} {what}.",
            f"{x.last} {no} {what}.",
            f"All except {y.last} {yes} {what}.",
            f"{z.last} {yes} {what}.",
            f"A majority of the three was opposed to {what}.",
        ],
        n=[
            f"{z.last} {no} {what} on grounds of cost.",
            f"{x.last} persuaded {y.last} to back {what}.",
            f"{z.last} {no} {what} and left the room.",
        ],
    )


SCENES: tuple[MakeScene, ...] = tuple(_MADE)
"""All of them."""
