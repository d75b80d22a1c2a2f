"""Invented passages about figures: counts, units, dates, sums, comparisons, tables, versions and rates."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Sequence

from training.scenes.scene import Label, MakeScene, Scene


def _names(text: str) -> tuple[str, ...]:
    """The names between the commas of ``text``."""
    return tuple(text.split(","))


PEOPLE = _names(
    "Ada Morrow,Tomas Lindqvist,Priya Raman,Owen Hartley,"
    "Lucia Ferrante,Kwame Boateng,Ingrid Solheim,Mateo Duarte,"
    "Hana Okabe,Felix Brandt,Noor Haddad,Callum Reid,Sofia Petrov,"
    "Jonas Ekberg,Amara Nwosu,Rafael Costa,Mei Zhang,"
    "Daniel Kessler,Yusuf Demir,Clara Whitlock,Anton Varga,"
    "Leila Karimi,Hugh Pemberton,Rosa Quintana,Piotr Zielak,"
    "Greta Holm,Samir Joshi,Eleanor Vance,Bruno Salvi,Nadia Chertok,Victor Lund,Abigail Frost,Emil Novak,"
    "Teresa Oliva,Kenji Morita,Fiona Drummond"
)
FIRMS = _names(
    "Northwell Foods,Calder Optics,Brightmere,Tarrant Steel,"
    "Vexa Systems,Ostrava Paper,Lumen Freight,Harrow Mills,"
    "Pelican Marine,Quarry Lane Books,Sable Motors,Union Ceramics,"
    "Delphine Cosmetics,Aster Robotics,Kestrel Air,"
    "Greyfield Energy,Marlow Textiles,Orchard Pharma,Pinnacle Rail,"
    "Rowan Insurance,Stellan Watches,Tidewater Bank,"
    "Umbra Software,Verity Labs,Wexford Dairy,Yarrow Homes,"
    "Zephyr Bikes,Argent Mining,Birch Telecom,Corvid Games,"
    "Dunmore Whisky,Elm Street Bakery,Fathom Sensors,Garnet Hotels"
)
TOWNS = _names(
    "Ashford Vale,Brenmoor,Castel Nuovo,Dunhaven,Eastlake,Ferndale,"
    "Grantham Bay,Hollow Creek,Ivarsund,Jasper Hill,"
    "Kelmore,Lindenau,Marbeck,Norrvik,Oakhurst,Port Selene,Quillan,"
    "Ravensby,Saltmarsh,Thornbury,Ulverton,Valmont,"
    "Westerly,Yelverton,Zandhoven,Alderney Cross,Bellmarsh,Cobham Ridge,Drayton,Elmsworth,Fairholm,Glenrock,"
    "Highmoor,Inverlee"
)
THINGS = _names(
    "bicycles,lamps,kettles,chairs,notebooks,drills,batteries,"
    "umbrellas,helmets,tents,cameras,printers,mattresses,"
    "radios,blankets,violins,toasters,scooters,telescopes,backpacks,"
    "mugs,routers,speakers,clocks,ladders,jackets,"
    "heaters,keyboards,bookcases,freezers,desks,tyres,carpets"
)
FOODS = _names(
    "wheat,barley,rice,coffee,cheese,butter,honey,sugar,salmon,cocoa,flour,pasta,olive oil,tea,yogurt,maize,"
    "oats,rye,cod,beef,lamb,potatoes,onions,apples,pears,grapes,tomatoes,carrots,lentils,almonds,raisins,"
    "peaches"
)
DRUGS = _names(
    "Altrazine,Bexolol,Corvinate,Dexapril,Elvidine,Fenoxan,Galtrexin,"
    "Hydrovan,Imzolate,Jalicept,Kelvaprim,Lorvastin,"
    "Mirafen,Noxapine,Ometrol,Pravidol,Quintasol,Revaline,Sertanol,"
    "Tolvamet,Ursidine,Velotrin,Wexopram,Xantrole,"
    "Yortezin,Zalvimab,Amprolin,Bromatec,Cilofane,Dormavex,Estrolan"
)
TEAMS = _names(
    "Brenmoor Rovers,Dunhaven City,Eastlake Wolves,Ferndale United,"
    "the Kelmore Hawks,Lindenau FC,Marbeck Athletic,"
    "the Norrvik Bears,Oakhurst Town,the Quillan Lions,"
    "Ravensby Harriers,the Saltmarsh Gulls,Thornbury Albion,"
    "Ulverton Rangers,the Valmont Eagles,Westerly Wanderers,Yelverton Stars,Zandhoven SV,the Bellmarsh Foxes,"
    "Cobham County,Drayton Dynamo,Elmsworth Sporting,the Fairholm Kings,Glenrock Thistle,the Highmoor Stags,"
    "Inverlee Academicals,Ashford Argyle,Castel Calcio,the Grantham Sharks,Hollow Creek Miners"
)
EVENTS = _names(
    "the spring fair,the board meeting,the charity run,"
    "the design workshop,the book launch,the open day,the regatta,"
    "the chess final,the audit,the science festival,the school concert,"
    "the job fair,the poetry evening,the trade show,"
    "the safety drill,the film premiere,the rowing trial,the parents' evening,the planning hearing,"
    "the cookery course,the quiz night,the harvest supper,"
    "the exhibition,the blood drive,the debate,the flower show,"
    "the coding contest,the public lecture,the auction,the choir rehearsal,the staff briefing"
)
SITES = _names(
    "museum,library,swimming pool,town hall,botanical garden,aquarium,visitor centre,leisure centre,pharmacy,"
    "market hall,theatre box office,recycling centre,sports hall,planetarium,climbing wall,ice rink,castle,"
    "lighthouse,post office,garden centre,clinic,community kitchen,"
    "tourist office,bike shop,bakery,cathedral shop,"
    "zoo,science centre,gallery,railway museum"
)
BUILT = _names(
    "bridge,dam,cathedral,observatory,harbour,railway station,lighthouse,town hall,canal,tunnel,opera house,"
    "university,hospital,power station,stadium,library,monastery,aqueduct,prison,windmill,brewery,fortress,"
    "post office,theatre,courthouse,shipyard,paper mill,tramway,waterworks,school,chapel"
)
SOFTWARE = _names(
    "Larkspur,Copperfield,Nimbus Sync,Oriel,Packhorse,Quill,Redstart,"
    "Sextant,Tinder Box,Undertow,Vellum,Wayfarer,"
    "Yardarm,Zinnia,Anvil,Bramble,Cobalt,Drift,Ember,Foxglove,Gantry,"
    "Hazel,Inkwell,Juniper,Kiln,Lodestar,Mosaic,"
    "Nettle,Osprey,Plover"
)
DEVICES = _names(
    "router,laptop,camera,dishwasher,heat pump,scanner,tractor,e-bike,"
    "projector,drone,vacuum cleaner,microscope,"
    "generator,boiler,printer,phone,tablet,speaker,monitor,coffee machine,pump,compressor,blender,freezer,"
    "lawnmower,thermostat,dehumidifier,server,smartwatch,welder"
)
MONTHS = _names("January,February,March,April,May,June,July,August,September,October,November,December")
DAYS = _names("Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday")
SMALL = _names(
    "zero,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,"
    "seventeen,eighteen,nineteen"
)
TENS = _names("twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety")
ASIDES = (
    "No further details were given.",
    "The figures were published on the website.",
    "Questions can be sent to the press office.",
    "The previous report followed the same method.",
    "Photographs accompany the printed edition.",
    "A summary is available in three languages.",
    "The text was checked by an outside editor.",
    "Several readers had asked about this.",
    "The weather was dry for most of that season.",
    "Local media covered the story briefly.",
    "A longer account appears in the appendix.",
    "The numbers are revised from time to time.",
    "Visitors are asked to keep their receipts.",
    "The document is kept in the regional archive.",
    "Staff thanked everyone who had helped.",
    "The map on the back page shows the location.",
    "Earlier editions used a different layout.",
    "An index can be found at the end.",
    "The wording was agreed in advance.",
    "Copies are free of charge.",
)


def _words(count: int) -> str:
    """``count`` from 0 to 99 in words."""
    if count < 20:
        return SMALL[count]
    tens, ones = divmod(count, 10)
    return TENS[tens - 2] + (f"-{SMALL[ones]}" if ones else "")


def _count(rng: random.Random, count: int) -> str:
    """``count`` in words or in digits."""
    return _words(count) if count < 100 and rng.random() < 0.5 else f"{count:,}"


def _other(rng: random.Random, value: int, low: int, high: int) -> int:
    """A whole number between ``low`` and ``high`` that is not ``value``."""
    return rng.choice([number for number in range(low, high + 1) if number != value])


def _nearby(rng: random.Random, value: int) -> int:
    """``value`` with two digits exchanged or one digit changed, never ``value`` itself."""
    digits = list(str(value))
    place = rng.randrange(len(digits))
    digits[place] = rng.choice([d for d in "123456789" if d != digits[place]])
    return int("".join(digits))


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:].replace("m..", "m.")


def _date(rng: random.Random, day: dt.date) -> str:
    """``day`` written in one of four ways."""
    month = MONTHS[day.month - 1]
    forms = (f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}", day.isoformat())
    return rng.choice((*forms, f"{day.day} {month[:3]} {day.year}"))


def _day(rng: random.Random, low: int = 1995, high: int = 2024) -> dt.date:
    return dt.date(rng.randint(low, high), rng.randint(1, 12), rng.randint(1, 28))


def _clock(minutes: int) -> str:
    """Minutes after midnight as 24-hour time."""
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def _twelve(minutes: int) -> str:
    """Minutes after midnight as 12-hour time."""
    hour, rest = divmod(minutes, 60)
    return f"{(hour - 1) % 12 + 1}:{rest:02d} {'a.m.' if hour < 12 else 'p.m.'}"


def _century(year: int) -> str:
    number = (year - 1) // 100 + 1
    return {21: "21st"}.get(number, f"{number}th")


def _ordinal(number: int) -> str:
    words = "first,second,third,fourth,fifth,sixth,seventh,eighth,ninth,tenth,eleventh,twelfth"
    return words.split(",")[number - 1]


def _two(rng: random.Random, values: Sequence[str]) -> tuple[str, str]:
    first, second = rng.sample(values, 2)
    return first, second


def _three(rng: random.Random, values: Sequence[str]) -> tuple[str, str, str]:
    first, second, third = rng.sample(values, 3)
    return first, second, third


def _scene(
    rng: random.Random,
    kind: str,
    core: Sequence[str],
    truths: Sequence[str],
    wrong: Sequence[str],
    beyond: Sequence[str] = (),
    near: Sequence[str] = (),
) -> Scene:
    """``core`` with up to two neighbours, and as many truths as lies, two to four of each.

    Now and then a truth is a sentence of ``core`` as it stands, so that closeness alone tells nothing.
    """
    sentences = [_cap(sentence) for sentence in core]
    plain = [sentence for sentence in sentences if not sentence.startswith("|")]
    lies: list[tuple[str, Label]] = [(_cap(text), "contradicted") for text in wrong]
    lies += [(_cap(text), "neither") for text in beyond]
    number = min(len(truths), len(lies), rng.choice((2, 3, 3, 4)))
    kept = [_cap(text) for text in rng.sample(list(truths), number)]
    if plain and rng.random() < 0.4:
        kept[-1] = rng.choice(plain)
    for text in rng.sample((*near, rng.choice(ASIDES)), rng.choice((0, 1, 1, min(2, len(near) + 1)))):
        end = text.startswith(("it ", "both ")) or "its " in text
        place = len(sentences) if end else rng.choice((0, len(sentences)))
        sentences.insert(place, _cap(text))
    return Scene(kind, tuple(sentences[:5]), tuple(kept), tuple(rng.sample(lies, number)))


# Counts, money and measures.


def _revenue(rng: random.Random) -> Scene:
    firm, rival = _two(rng, FIRMS)
    tenths, year, money = rng.randint(12, 980), rng.randint(2008, 2024), rng.choice(("$", "€", "£"))
    amount, rest = f"{tenths / 10:.1f}", rng.randint(3, 60)
    core = rng.choice(
        (
            f"{firm} reported revenue of {money}{amount} million for {year}.",
            f"In {year}, {firm} had sales of {money}{amount} million.",
            f"Turnover at {firm} came to {money}{amount} million in {year}.",
        )
    )
    return _scene(
        rng,
        "number",
        [core],
        [
            f"{money}{tenths * 100_000:,} was what {firm} took in {year}.",
            f"the year {year} brought in {money}{amount}m for {firm}.",
            f"{firm}'s {year} revenue was above {money}{(tenths - 2) / 10:.1f} million.",
        ],
        [
            core.replace(f"{amount} million", f"{_nearby(rng, tenths) / 10:.1f} million"),
            core.replace("million", "billion"),
            core.replace(amount, f"{tenths / 100:.2f}"),
            core.replace("million", "thousand"),
            f"what {firm} took in {year} was only {money}{tenths * 10_000:,}.",
        ],
        [
            f"{firm} made a profit of {money}{amount} million in {year}.",
            f"{firm} reported revenue of {money}{amount} million for {year}, more than ever before.",
            f"{firm} earned most of its {money}{amount} million abroad in {year}.",
        ],
        [f"{rival} has {rest} offices.", f"{firm} is led by {rng.choice(PEOPLE)}."],
    )


def _staff(rng: random.Random) -> Scene:
    firm, town = rng.choice(FIRMS), rng.choice(TOWNS)
    people, shops = rng.randint(120, 9800), rng.randint(3, 60)
    return _scene(
        rng,
        "number",
        [
            rng.choice(
                (
                    f"{firm} employs {people:,} people at {shops} sites.",
                    f"{firm} has a workforce of {people:,}, spread over {shops} sites.",
                )
            )
        ],
        [
            f"there are {_count(rng, shops)} locations where {firm}'s staff of {people:,} work.",
            f"{people:,} people earn their living at {firm}.",
            f"{firm} operates from {_words(shops)} different places.",
            f"more than {people // 100 * 100 - 10:,} workers are on the payroll of {firm}.",
        ],
        [
            f"{firm} employs {_nearby(rng, people):,} people at {shops} sites.",
            f"{firm} employs {people:,} people at {_other(rng, shops, 3, 60)} sites.",
            f"{firm} employs {shops} people at {people:,} sites.",
            f"fewer than {people // 2:,} workers are on the payroll of {firm}.",
        ],
        [
            f"{firm} employs {people:,} people at {shops} sites in {town}.",
            f"{firm} employs {people:,} full-time engineers at {shops} sites.",
        ],
        [f"its main competitor is based in {town}.", "the canteen is open to visitors."],
    )


def _dose(rng: random.Random) -> Scene:
    drug, other = _two(rng, DRUGS)
    tenths, times, days = rng.randint(3, 95), rng.randint(2, 4), rng.randint(5, 14)
    if tenths % 10 == 0:
        tenths += 5
    dose = tenths / 10
    return _scene(
        rng,
        "number",
        [
            rng.choice(
                (
                    f"Adults take {dose} mg of {drug} {times} times a day for {days} days.",
                    f"The adult dose of {drug} is {dose} mg {times} times a day for {days} days.",
                )
            )
        ],
        [
            f"a grown-up's daily total of {drug} comes to {tenths * times / 10:g} milligrams.",
            f"{_words(times)} doses of {drug}, each of {dose} mg, are taken by adults every day.",
            f"the course of {drug} for adults lasts {_words(days)} days.",
            f"over the whole course an adult takes {_count(rng, times * days)} doses of {drug}.",
            f"each dose of {drug} for an adult contains {tenths * 100} micrograms.",
        ],
        [
            f"Adults take {tenths} mg of {drug} {times} times a day for {days} days.",
            f"Adults take {dose} g of {drug} {times} times a day for {days} days.",
            f"Adults take {dose} mg of {drug} {times + 1} times a day for {days} days.",
            f"Adults take {dose} mg of {drug} {times} times a day for {days} weeks.",
            f"a grown-up's daily total of {drug} comes to {tenths * (times + 2) / 10:g} milligrams.",
        ],
        [
            f"Adults and children take {dose} mg of {drug} {times} times a day for {days} days.",
            f"Adults take {dose} mg of {drug} {times} times a day with food.",
        ],
        [f"{other} is sold as a syrup.", "store the tablets in a dry place."],
    )


def _points(rng: random.Random) -> Scene:
    place = rng.choice(TOWNS)
    what = rng.choice(("unemployment rate", "vaccination rate", "recycling rate", "turnout", "literacy rate"))
    start, rise = rng.randint(20, 50), rng.randint(3, 18)
    first = rng.randint(2000, 2014)
    last, end = first + rng.randint(2, 8), start + rise
    near = 100 * rise / start
    wrong = [
        f"the {what} in {place} fell from {end}% in {first} to {start}% in {last}.",
        f"the {what} in {place} rose from {start}% in {last} to {end}% in {first}.",
        f"the {what} in {place} fell by {rise} percentage points between {first} and {last}.",
    ]
    if abs(near - rise) > 2:
        wrong.append(f"between {first} and {last} the {what} in {place} grew by {rise} percent of its value.")
    return _scene(
        rng,
        "number",
        [
            rng.choice(
                (
                    f"The {what} in {place} rose from {start}% in {first} to {end}% in {last}.",
                    f"In {place} the {what} went up from {start}% in {first} to {end}% in {last}.",
                )
            )
        ],
        [
            f"{place} saw its {what} gain {_words(rise)} percentage points in {_words(last - first)} years.",
            f"{place}'s {what} was higher in {last} than in {first}.",
            f"by {last}, {end} per cent was the {what} in {place}.",
            f"relative to its {first} level, the {what} in {place} increased by about {near:.0f} percent.",
        ],
        wrong,
        [
            f"the {what} in {place} rose from {start}% in {first} to {end}% in {last} because of a new law.",
            f"the {what} in {place} rose every single year from {first} to {last}.",
        ],
        [f"{place} has its own statistics office.", "the survey covers all adults."],
    )


def _discount(rng: random.Random) -> Scene:
    thing, firm = rng.choice(THINGS), rng.choice(FIRMS)
    price, cut = rng.randrange(40, 900, 20), rng.choice((5, 10, 15, 20, 25, 30, 40))
    now = price * (100 - cut) // 100
    return _scene(
        rng,
        "number",
        [
            f"{firm} has cut the price of its {thing} by {cut}%.",
            rng.choice((f"They used to cost ${price} each.", f"Before that, each cost ${price}.")),
        ],
        [
            f"the {thing} from {firm} now sell for ${now} apiece.",
            f"buyers of {thing} from {firm} save ${price - now} per item.",
            f"{firm} lowered what it charges for {thing} by {cut} per cent.",
            f"{firm} formerly asked ${price} for one of its {thing}.",
        ],
        [
            f"{firm} has raised the price of its {thing} by {cut}%.",
            f"{firm} has cut the price of its {thing} by ${price - now + 7}.",
            f"{firm} has cut the price of its {thing} by {_other(rng, cut, 3, 60)}%.",
            f"the {thing} used to cost ${now} each.",
            f"the {thing} from {firm} now sell for ${price + (price - now)} apiece.",
        ],
        [
            f"{firm} has cut the price of all its goods by {cut}%.",
            f"{firm} has cut the price of its {thing} by {cut}% until the end of the month.",
        ],
        ["delivery takes three working days.", "returns are handled by the shop."],
    )


def _people(rng: random.Random) -> Scene:
    town, other = _two(rng, TOWNS)
    small, year = rng.randint(21, 480), rng.randint(2001, 2022)
    big = small + rng.randint(20, 400)
    return _scene(
        rng,
        "comparison",
        [
            rng.choice(
                (
                    f"In {year}, {town} had {big},000 inhabitants and {other} had {small},000.",
                    f"The {year} census counted {big},000 residents in {town} and {small},000 in {other}.",
                )
            )
        ],
        [
            f"{other} was the less populous of the two in {year}, with fewer people than {town}.",
            f"{town} was home to {big - small},000 more people than {other} in {year}.",
            f"together {town} and {other} had a population of {big + small},000 in {year}.",
            f"{big} thousand people lived in {town} in {year}.",
        ],
        [
            f"in {year}, {town} had {small},000 inhabitants and {other} had {big},000.",
            f"in {year}, {other} had more inhabitants than {town}.",
            f"in {year}, {town} had {big},000,000 inhabitants.",
            f"in {year}, {other} had {_nearby(rng, small)},000 inhabitants.",
        ],
        [
            f"in {year}, {town} had {big},000 inhabitants, more than any other town.",
            f"{town} grew to {big},000 inhabitants in {year} from {small},000 the year before.",
        ],
        [f"{other} lies on a river.", "both have a weekly market."],
    )


def _crowd(rng: random.Random) -> Scene:
    town, event = rng.choice(TOWNS), rng.choice(EVENTS)
    crowd = rng.randrange(600, 9500, 100)
    who = rng.choice(("Police", "Organisers", "Local officials", "Stewards"))
    return _scene(
        rng,
        "number",
        [f"{who} estimated that about {crowd:,} people came to {event} in {town}."],
        [
            f"attendance at {event} in {town} was put at roughly {crowd:,}.",
            f"according to {who.lower()}, some {crowd:,} visitors turned up at {event}.",
            f"by one estimate, {town} drew around {crowd:,} people to {event}.",
        ],
        [
            f"{who} estimated that about {crowd * 10:,} people came to {event} in {town}.",
            f"{who} estimated that about {crowd // 100 * 10:,} people came to {event} in {town}.",
            f"{who} gave no estimate of how many people came to {event} in {town}.",
        ],
        [
            f"exactly {crowd:,} people came to {event} in {town}.",
            f"ticket sales show that {crowd:,} people came to {event} in {town}.",
            f"about {crowd:,} people paid to come to {event} in {town}.",
            f"{who} estimated that about {crowd:,} local children came to {event} in {town}.",
        ],
        ["rain fell in the morning.", f"{town} has hosted it before."],
    )


def _span(rng: random.Random) -> Scene:
    built, town = rng.choice(("bridge", "pier", "tunnel", "hall", "dam", "runway", "quay")), rng.choice(TOWNS)
    length, width = rng.randint(110, 980), rng.randint(6, 48)
    return _scene(
        rng,
        "number",
        [
            rng.choice(
                (
                    f"The {built} at {town} is {length} metres long and {width} metres wide.",
                    (
                        f"At {town} stands a {built} with a length of {length} "
                        f"metres and a width of {width} metres."
                    ),
                )
            )
        ],
        [
            f"from end to end the {built} at {town} measures {length} m.",
            f"the {built} at {town} is {width} m across.",
            f"{town}'s {built} is {length / 1000:g} kilometres in length.",
            f"{town}'s {built} is longer than it is wide.",
        ],
        [
            f"the {built} at {town} is {width} metres long and {length} metres wide.",
            f"the {built} at {town} is {length} feet long and {width} feet wide.",
            f"the {built} at {town} is {length} metres long and {width * 10} metres wide.",
            f"the {built} at {town} is {_nearby(rng, length)} metres long and {width} metres wide.",
            f"the {built} at {town} is {length} kilometres long.",
        ],
        [
            f"the {built} at {town} is {length} metres long, the longest in the country.",
            f"the {built} at {town} is {length} metres long and {width} metres high.",
        ],
        [f"{town} is known for its beaches.", "it is lit at night."],
    )


# Units and their conversion.


def _miles(rng: random.Random) -> Scene:
    first, second = _two(rng, TOWNS)
    way, kilometres = (
        rng.choice(("road", "railway", "trail", "cycle path", "ferry route")),
        rng.randint(25, 420),
    )
    miles = kilometres / 1.609344
    return _scene(
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
        [
            f"the {way} from {first} to {second} is {kilometres} miles long.",
            f"the {way} from {first} to {second} is about {kilometres * 1.609344:.0f} miles long.",
            f"the {way} from {first} to {second} is {_nearby(rng, kilometres)} km long.",
            f"the {way} from {first} to {second} is {kilometres} metres long.",
            f"{second} and {first} are joined by a {way} of less than {int(miles * 0.7)} miles.",
        ],
        [
            f"the {way} from {first} to {second} is {kilometres} km long and runs along the coast.",
            f"the {way} from {first} to {second} is {kilometres} km long and can be covered in a day.",
        ],
        [f"{first} has a small harbour.", "signs are in two languages."],
    )


def _pounds(rng: random.Random) -> Scene:
    device, firm, kilos = rng.choice(DEVICES), rng.choice(FIRMS), rng.randint(3, 95)
    pounds = kilos / 0.45359237
    return _scene(
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
        [
            f"the {device} by {firm} weighs {kilos} lb.",
            f"the {device} by {firm} weighs about {kilos * 0.45359237:.1f} pounds.",
            f"the {device} by {firm} weighs {kilos} grams.",
            f"the {device} by {firm} weighs {_nearby(rng, kilos)} kg.",
        ],
        [
            f"the {device} by {firm} weighs {kilos} kg including its packaging.",
            f"the {device} by {firm} weighs {kilos} kg, less than the older model.",
        ],
        ["it comes with a two-year warranty.", "the casing is made of aluminium."],
    )


def _degrees(rng: random.Random) -> Scene:
    town, celsius = rng.choice(TOWNS), rng.randrange(-30, 40, 5)
    fahrenheit, month = celsius * 9 // 5 + 32, rng.choice(MONTHS)
    best = rng.choice(("noon", "dawn", "midnight", "six in the morning"))
    return _scene(
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
        [
            f"at {best} the thermometer in {town} showed {celsius} °F.",
            f"at {best} the thermometer in {town} showed {celsius + 5} °C.",
            f"at {best} the thermometer in {town} showed {celsius * 9 // 5 - 32} °F.",
            f"at {best} the thermometer in {town} showed {celsius - 10} °C.",
        ],
        [
            f"at {best} the thermometer in {town} showed {celsius} °C, a record for {month}.",
            f"the temperature in {town} stayed at {celsius} °C all day.",
        ],
        ["the wind came from the north.", "schools remained open."],
    )


def _feet(rng: random.Random) -> Scene:
    town, metres = rng.choice(TOWNS), rng.randint(24, 2900)
    built = rng.choice(("tower", "hill", "waterfall", "cliff", "mast", "peak", "chimney", "spire"))
    feet = metres / 0.3048
    return _scene(
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
        [
            f"the {built} near {town} is {metres:,} ft high.",
            f"the {built} near {town} is about {metres * 0.3048:,.0f} feet high.",
            f"the {built} near {town} is {_nearby(rng, metres):,} m high.",
            f"in feet, the height of the {town} {built} is approximately {round(feet * 1.4):,}.",
        ],
        [
            f"the {built} near {town} is {metres:,} m high and can be climbed.",
            f"no {built} in the region is higher than the one near {town}, at {metres:,} m.",
        ],
        ["a bus stops at its foot.", f"{town} has two hotels."],
    )


def _gallons(rng: random.Random) -> Scene:
    device, firm = rng.choice(("tank", "boiler", "barrel", "pool", "cistern")), rng.choice(FIRMS)
    litres = rng.randrange(40, 2000, 20)
    gallons = litres / 3.785411784
    return _scene(
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
        [
            f"the {device} at {firm} holds {litres:,} gallons.",
            f"the {device} at {firm} holds about {litres * 3.785411784:,.0f} US gallons.",
            f"the {device} at {firm} holds {litres:,} millilitres.",
            f"the {device} at {firm} holds {litres * 10:,} litres.",
        ],
        [
            f"the {device} at {firm} currently contains {litres:,} litres of water.",
            f"the {device} at {firm} holds {litres:,} litres and is emptied daily.",
        ],
        ["it was inspected last spring.", "a fence surrounds the yard."],
    )


def _minutes(rng: random.Random) -> Scene:
    event, hours, rest = rng.choice(EVENTS), rng.randint(1, 4), rng.choice((0, 15, 20, 30, 40, 45))
    total, person = hours * 60 + rest, rng.choice(PEOPLE)
    return _scene(
        rng,
        "unit",
        [
            rng.choice(
                (
                    f"{event} lasted {total} minutes.",
                    f"From opening to close, {event} took {total} minutes.",
                )
            ),
            f"{person} was in the chair.",
        ],
        [
            f"{event} went on for {_words(hours)} hour{'s' if hours > 1 else ''}"
            + (f" and {_words(rest)} minutes." if rest else "."),
            f"{person} chaired {event}, which ran for {total / 60:.3g} hours."
            if rest in (0, 15, 30, 45)
            else f"{person} chaired {event}, which ran for {total * 60:,} seconds.",
            f"{event} was over in less than {_words(hours + 1)} hours.",
        ],
        [
            f"{event} lasted {total} hours.",
            f"{event} lasted {total + 20} minutes.",
            f"{event} went on for {_words(hours + 1)} hours and {_words(rest or 10)} minutes.",
            f"{event} lasted {total} seconds.",
        ],
        [
            f"{event} lasted {total} minutes, longer than planned.",
            f"{person} spoke for {total} minutes at {event}.",
        ],
        ["coffee was served afterwards.", "minutes were taken by hand."],
    )


def _weeks(rng: random.Random) -> Scene:
    person, weeks = rng.choice(PEOPLE), rng.randint(2, 14)
    trip = rng.choice(("a sailing trip", "a training course", "an expedition", "a hospital stay", "a strike"))
    return _scene(
        rng,
        "unit",
        [
            rng.choice(
                (
                    f"{person} wrote a diary during {trip} that lasted {weeks} weeks.",
                    f"{person} kept a diary on {trip} of {weeks} weeks.",
                )
            )
        ],
        [
            f"{trip} lasting {_count(rng, weeks * 7)} days is described in {person}'s diary.",
            f"{trip} went on for {weeks * 7} days, and {person} kept a diary.",
            f"{person} made diary notes about {trip} of {_words(weeks)} weeks.",
        ],
        [
            f"{person} wrote a diary during {trip} that lasted {weeks} days.",
            f"{person} wrote a diary during {trip} that lasted {weeks} months.",
            f"{person} wrote a diary during {trip} that lasted {weeks + 1} weeks.",
            f"{trip} lasting {weeks * 5} days is described in {person}'s diary.",
        ],
        [
            f"{person} published a diary of {trip} that lasted {weeks} weeks.",
            f"{person} led {trip} that lasted {weeks} weeks.",
        ],
        ["two copies survive.", "the pages are in pencil."],
    )


def _bytes(rng: random.Random) -> Scene:
    name, gigabytes = rng.choice(SOFTWARE), rng.choice((2, 3, 4, 6, 8, 12, 16, 24, 32))
    disk = rng.choice((100, 250, 400, 500, 750))
    return _scene(
        rng,
        "unit",
        [
            rng.choice(
                (
                    f"{name} needs {gigabytes} GB of memory and {disk} MB of disk space.",
                    f"To run, {name} requires {gigabytes} GB of memory and {disk} MB of disk space.",
                )
            )
        ],
        [
            f"the memory requirement of {name} is {gigabytes} gigabytes.",
            f"on disk, {disk / 1000:g} GB must be free for {name}.",
            f"without {gigabytes} gigabytes of RAM, {name}'s requirements are not met.",
            f"{name} takes up less disk space than memory.",
        ],
        [
            f"{name} needs {gigabytes} MB of memory and {disk} MB of disk space.",
            f"{name} needs {gigabytes} GB of memory and {disk} GB of disk space.",
            f"{name} needs {disk} MB of memory and {gigabytes} GB of disk space.",
            f"{name} needs {gigabytes * 2} GB of memory and {disk} MB of disk space.",
        ],
        [
            f"{name} needs {gigabytes} GB of memory and runs faster with more.",
            f"{name} needs {gigabytes} GB of memory and a graphics card.",
        ],
        ["a licence key is sent by email.", "the installer checks for updates."],
    )


def _speed(rng: random.Random) -> Scene:
    town, speed = rng.choice(TOWNS), rng.randrange(30, 300, 10)
    what = rng.choice(("train", "bus", "ferry", "tram", "coach", "cable car", "lorry"))
    return _scene(
        rng,
        "unit swapped",
        [
            rng.choice(
                (
                    f"The top speed of the {what} to {town} is {speed} km/h.",
                    f"The {what} to {town} has a maximum speed of {speed} km/h.",
                )
            )
        ],
        [
            f"the {what} bound for {town} cannot exceed {speed} kilometres per hour.",
            f"at most, the {town} {what} does about {speed / 1.609344:.0f} mph.",
            f"{speed} kilometres an hour is as fast as the {town} {what} goes.",
        ],
        [
            f"the top speed of the {what} to {town} is {speed} mph.",
            f"the minimum speed of the {what} to {town} is {speed} km/h.",
            f"the top speed of the {what} to {town} is {speed + 20} km/h.",
            f"the top speed of the {what} to {town} is {speed} metres per second.",
        ],
        [
            f"the {what} to {town} averages {speed * 0.8:.0f} km/h.",
            f"the top speed of the {what} to {town} is {speed} km/h, faster than that of any rival.",
        ],
        ["seats can be reserved.", "dogs travel free."],
    )


def _hectares(rng: random.Random) -> Scene:
    town, food, area = rng.choice(TOWNS), rng.choice(FOODS), rng.randrange(200, 9000, 50)
    tonnes = rng.randint(12, 95)
    return _scene(
        rng,
        "unit",
        [
            f"the estate at {town} covers {area:,} hectares.",
            f"its storehouse keeps {tonnes} tonnes of {food}.",
        ],
        [
            f"the {town} estate stretches over {area / 100:g} square kilometres.",
            f"{tonnes * 1000:,} kilograms of {food} are kept in the storehouse of the {town} estate.",
            f"an estate of {area:,} ha at {town} has {tonnes * 1000:,} kg of {food} in store.",
        ],
        [
            f"the estate at {town} covers {area:,} square kilometres.",
            f"its storehouse keeps {tonnes} kilograms of {food}.",
            f"the estate at {town} covers {_nearby(rng, area):,} hectares.",
            f"the {town} estate stretches over {area / 10:g} square kilometres.",
        ],
        [
            f"the estate at {town} grows {tonnes} tonnes of {food} a year.",
            f"the estate at {town} covers {area:,} hectares of forest.",
        ],
        ["a gravel road leads to the gate.", "the owner lives abroad."],
    )


# Dates and times.


def _founded(rng: random.Random) -> Scene:
    firm, person, day = rng.choice(FIRMS), rng.choice(PEOPLE), _day(rng, 1890, 2020)
    month = MONTHS[day.month - 1]
    other = MONTHS[day.month % 12]
    return _scene(
        rng,
        "date",
        [
            rng.choice(
                (
                    f"{person} founded {firm} on {_date(rng, day)}.",
                    f"{firm} was set up by {person} on {_date(rng, day)}.",
                )
            )
        ],
        [
            f"the founding date of {firm} is {day.isoformat()}.",
            f"{firm} came into being on {month} {day.day}, {day.year}, thanks to {person}.",
            f"it was {person} who started {firm}, in {month} {day.year}.",
            f"{firm} dates from the {_century(day.year)} century.",
            f"{firm} was founded before {day.year + 1}.",
        ],
        [
            f"{person} founded {firm} on {day.day} {other} {day.year}.",
            f"{person} founded {firm} on {day.day + 1 if day.day < 28 else 3} {month} {day.year}.",
            f"{person} founded {firm} on {day.day} {month} {day.year + 10}.",
            f"{firm} came into being in the {_century(day.year - 100)} century.",
        ],
        [
            f"{person} and a partner founded {firm} on {day.day} {month} {day.year}.",
            f"{person} founded {firm} on {day.day} {month} {day.year} and ran it until retirement.",
        ],
        ["the first office was above a shop.", "its archive is open to scholars."],
    )


def _before(rng: random.Random) -> Scene:
    (first, second), town = _two(rng, BUILT), rng.choice(TOWNS)
    early = rng.randint(1700, 1980)
    gap = rng.randint(4, 40)
    return _scene(
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
            f"the {second} in {town} is the newer one, opening {_words(gap)} years after the {first}.",
            f"{town} had the {first} earlier than the {second}.",
            f"{gap} years passed between the openings of {town}'s {first} and {second}.",
            f"the {first} in {town} has been there since the {_century(early)} century.",
        ],
        [
            f"the {second} in {town} opened before the {first}.",
            f"the {second} in {town} opened in {early}, and the {first} followed in {early + gap}.",
            f"the {first} in {town} opened in {early + gap + 3}.",
            f"the {first} in {town} opened {_words(gap)} years after the {second}.",
            f"the {first} and the {second} in {town} opened in the same year.",
        ],
        [
            (
                f"the {first} in {town} opened in {early} and closed "
                f"before the {second} opened in {early + gap}."
            ),
            f"the {second} in {town} opened in {early + gap} to replace the {first}.",
        ],
        [f"{town} is twinned with another town.", "stone came from a local quarry."],
    )


def _clocks(rng: random.Random) -> Scene:
    event, town = rng.choice(EVENTS), rng.choice(TOWNS)
    start, length = rng.randrange(8 * 60, 17 * 60, 15), rng.randrange(75, 300, 15)
    end, (hours, rest) = start + length, divmod(length, 60)
    spoken = f"{_words(hours)} hour{'s' if hours > 1 else ''}" + (
        f" and {_words(rest)} minutes" if rest else ""
    )
    return _scene(
        rng,
        "time",
        [
            rng.choice(
                (
                    f"{event} in {town} runs from {_clock(start)} to {_clock(end)}.",
                    f"in {town}, {event} starts at {_clock(start)} and ends at {_clock(end)}.",
                )
            )
        ],
        [
            f"{event} in {town} takes {spoken}.",
            f"the scheduled end of {event} in {town} is {_twelve(end)}.",
            f"at {_twelve(start)}, {event} gets under way in {town}.",
            f"the programme gives {event} {length} minutes.",
        ],
        [
            f"{event} in {town} runs from {_clock(start)} to {_clock(end + 30)}.",
            f"{event} in {town} runs from {_clock(start + 60)} to {_clock(end)}.",
            f"{event} in {town} takes {_words(hours + 1)} hours and {_words(rest or 15)} minutes.",
            f"{event} in {town} is over by {_twelve(end - 30)}.",
        ],
        [
            f"{event} in {town} runs from {_clock(start)} to {_clock(end)} every day.",
            f"{event} in {town} runs from {_clock(start)} to {_clock(end)} with one break.",
        ],
        ["parking is limited.", "a cloakroom is provided."],
    )


def _later(rng: random.Random) -> Scene:
    person, firm, day = rng.choice(PEOPLE), rng.choice(FIRMS), _day(rng)
    gap = rng.randint(2, 12)
    end = day + dt.timedelta(days=gap)
    act, past = rng.choice(
        (
            ("resigned", "stepped down"),
            ("apologised", "said sorry"),
            ("was appointed", "got the post"),
            ("was injured", "got hurt"),
            ("won the contract", "secured the contract"),
        )
    )
    return _scene(
        rng,
        "duration",
        [
            f"on {_date(rng, day)}, {firm} published its report.",
            rng.choice(
                (
                    f"{_cap(_words(gap))} days later, {person} {act}.",
                    f"{person} {act} {_words(gap)} days after that.",
                )
            ),
        ],
        [
            f"{person} {past} on {_date(rng, end)}.",
            f"the report by {firm} came out {gap} days before {person} {act}.",
            f"{person} {past} after the {firm} report had appeared.",
            f"{firm}'s report dates from {_date(rng, day)}.",
        ],
        [
            f"{person} {act} on {_date(rng, day)}.",
            f"{_words(gap)} days earlier, {person} {act}.",
            f"{_words(gap + 1)} days later, {person} {act}.",
            f"{person} {act} before {firm} published its report.",
            f"{_words(gap)} weeks later, {person} {act}.",
        ],
        [
            f"{person} {act} because {firm} published its report.",
            f"{_words(gap)} days later, {person} {act} at a press conference.",
        ],
        [f"{firm} has a new logo.", "the markets were closed."],
    )


def _tenure(rng: random.Random) -> Scene:
    person, firm = rng.choice(PEOPLE), rng.choice(FIRMS)
    start, years = rng.randint(1960, 2005), rng.randint(4, 19)
    role = rng.choice(("director", "treasurer", "editor", "head coach", "chief engineer", "mayor", "curator"))
    where = rng.choice(TOWNS) if role == "mayor" else firm
    return _scene(
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
            f"{person} held the post of {role} of {where} for {_words(years)} years.",
            f"{person} gave up being {role} of {where} in {start + years}.",
            f"{where} got {person} as its {role} in {start}.",
            f"in {start + years // 2}, the {role} of {where} was {person}.",
        ],
        [
            f"{person} was {role} of {where} from {start} to {start + years + 2}.",
            f"{person} was {role} of {where} for {_words(years + 3)} years.",
            f"{person} became {role} of {where} in {start + years}.",
            f"{person} left as {role} of {where} in {start}.",
        ],
        [
            f"{person} was the first {role} of {where}, from {start} to {start + years}.",
            f"{person} was {role} of {where} from {start} to {start + years}, longer than anyone else.",
        ],
        ["a portrait hangs in the lobby.", "the minutes list every member."],
    )


def _decade(rng: random.Random) -> Scene:
    built, town, person = rng.choice(BUILT), rng.choice(TOWNS), rng.choice(PEOPLE)
    year = rng.randint(1511, 1998)
    if year % 100 == 0:
        year += 7
    half = "first" if year % 100 <= 49 else "second"
    other = "second" if half == "first" else "first"
    decade = year // 10 * 10
    return _scene(
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
            f"the {_century(year)} century saw the completion of {town}'s {built}.",
            f"work on the {built} in {town} ended in the {decade}s.",
            f"{town} owes the design of its {built} to {person}.",
            f"{town}'s {built} was finished before {year + 1}.",
        ],
        [
            f"the {built} of {town} was completed in the {_century(year - 100)} century.",
            f"the {built} of {town} was completed in the {decade + 10}s.",
            f"the {built} of {town} was completed in {_nearby(rng, year)}.",
            f"the {built} of {town} was completed in the {other} half of the {_century(year)} century."
            if 3 < year % 100 < 97 and not 46 < year % 100 < 54
            else f"the {built} of {town} was begun in {year + 2}.",
        ],
        [
            f"the {built} of {town} was begun in the {decade}s.",
            f"the {built} of {town} was completed in {year} at great cost.",
        ],
        ["the roof was repaired recently.", f"{town} publishes a walking guide."],
    )


def _hours(rng: random.Random) -> Scene:
    site, town = rng.choice(SITES), rng.choice(TOWNS)
    start, end, closed = rng.randint(7, 11), rng.randint(15, 21), rng.randrange(7)
    day, other = DAYS[closed], DAYS[(closed + rng.randint(1, 6)) % 7]
    return _scene(
        rng,
        "opening hours",
        [
            rng.choice(
                (
                    (
                        f"The {site} in {town} is open every day except {day} from "
                        f"{_clock(start * 60)} to {_clock(end * 60)}."
                    ),
                    (
                        f"Opening hours of the {site} in {town}: {_clock(start * 60)} "
                        f"to {_clock(end * 60)}, closed on {day}s."
                    ),
                )
            )
        ],
        [
            f"on {day}s, nobody can visit the {site} in {town}.",
            f"the {site} in {town} shuts at {end - 12} p.m. on {other}s.",
            f"{_words(end - start)} hours pass between opening and closing at the {town} {site}.",
            f"at {start} in the morning on a {other}, the doors of the {town} {site} open.",
            f"{town}'s {site} can be visited six days a week.",
        ],
        [
            (
                f"the {site} in {town} is open every day except {other} from "
                f"{_clock(start * 60)} to {_clock(end * 60)}."
            ),
            f"the {site} in {town} is open on {day}s from {_clock(start * 60)} to {_clock(end * 60)}.",
            f"on {other}s, the {site} in {town} opens at {_clock(start * 60 + 60)}.",
            f"on {other}s, the {site} in {town} closes at {_clock(end * 60 - 120)}.",
            f"{town}'s {site} can be visited every day of the week.",
        ],
        [
            f"admission to the {site} in {town} is free every day except {day}.",
            f"the last entry to the {site} in {town} is at {_clock(end * 60 - 30)}.",
        ],
        ["lockers are near the entrance.", "dogs must stay outside."],
    )


def _deadline(rng: random.Random) -> Scene:
    day, firm = _day(rng, 2010, 2026), rng.choice(FIRMS)
    form = rng.choice(
        ("applications", "entries", "claims", "bids", "nominations", "proposals", "orders", "comments")
    )
    after, before = day + dt.timedelta(days=1), day - dt.timedelta(days=1)
    return _scene(
        rng,
        "deadline",
        [
            rng.choice(
                (
                    f"{form} must reach {firm} no later than {_date(rng, day)}.",
                    f"the deadline for {form} to {firm} is {_date(rng, day)}.",
                )
            )
        ],
        [
            f"{form} arriving at {firm} on {_date(rng, after)} are late.",
            f"the last day on which {firm} takes {form} is {_date(rng, day)}.",
            f"{form} delivered to {firm} on {_date(rng, before)} meet the deadline.",
            f"after {_date(rng, day)} it is too late to send {firm} any {form}.",
        ],
        [
            f"{form} must reach {firm} no earlier than {_date(rng, after)}.",
            f"{form} must reach {firm} no later than {_date(rng, before)}.",
            f"the deadline for {form} to {firm} is {_date(rng, day + dt.timedelta(days=10))}.",
            f"{firm} still takes {form} that arrive on {_date(rng, after)}.",
        ],
        [
            f"{firm} will answer all {form} no later than {_date(rng, day)}.",
            f"{form} must reach {firm} by post no later than {_date(rng, day)}.",
        ],
        ["forms are on the website.", "the office has moved."],
    )


def _weekday(rng: random.Random) -> Scene:
    event, town, place = rng.choice(EVENTS), rng.choice(TOWNS), rng.randrange(7)
    gap = rng.randint(1, 6)
    moved = DAYS[(place + gap) % 7]
    return _scene(
        rng,
        "weekday",
        [
            rng.choice(
                (
                    f"{event} in {town} was moved from {DAYS[place]} to the following {moved}.",
                    (
                        f"originally set for {DAYS[place]}, {event} in {town} "
                        f"was put off to the following {moved}."
                    ),
                )
            )
        ],
        [
            f"the delay to {event} in {town} was {_words(gap)} day{'s' if gap > 1 else ''}.",
            f"{moved} became the new day for {event} in {town}.",
            f"{event} in {town} was first meant for a {DAYS[place]}.",
            f"{town} had {event} postponed.",
        ],
        [
            f"{event} in {town} was moved from {moved} to the following {DAYS[place]}.",
            f"{event} in {town} was moved from {DAYS[place]} to the following {DAYS[(place + gap + 1) % 7]}."
            if gap < 6
            else f"{event} in {town} was moved from {DAYS[place]} to the following {DAYS[(place + 1) % 7]}.",
            f"{event} in {town} was brought forward.",
            f"{event} in {town} was kept on {DAYS[place]}.",
        ],
        [
            f"{event} in {town} was moved from {DAYS[place]} to the following {moved} because of rain.",
            f"{event} in {town} was held on the following {moved} before a large audience.",
        ],
        ["tickets stay valid.", "a notice hangs on the door."],
    )


def _age(rng: random.Random) -> Scene:
    person, town, other = rng.choice(PEOPLE), *_two(rng, TOWNS)
    birth, age = _day(rng, 1850, 1950), rng.randint(41, 92)
    return _scene(
        rng,
        "age",
        [
            f"{person} was born in {town} in {birth.year}.",
            rng.choice(
                (
                    f"The painter died in {other} at the age of {age}.",
                    f"The painter's life ended in {other} at {age}.",
                )
            ),
        ],
        [
            f"{person}, a painter, lived to be {_words(age)}.",
            f"{town} is the birthplace of the painter {person}.",
            f"the painter from {town}, {person}, died in {birth.year + age} or {birth.year + age + 1}.",
            f"{person}'s birth fell in the {birth.year // 10 * 10}s.",
        ],
        [
            f"{person} was born in {other} in {birth.year}.",
            f"{person} was born in {town} in {birth.year + age}.",
            f"the painter died in {other} at the age of {age - 10}.",
            f"the painter died in {town} at the age of {age}.",
        ],
        [
            f"{person} was born in {town} in {birth.year} to a family of painters.",
            f"{person} moved to {other} at the age of {age - 20}.",
        ],
        ["many of the letters are lost.", "a street bears the name."],
    )


# Arithmetic.


def _sum(rng: random.Random) -> Scene:
    firm, (one, two), (a, b) = rng.choice(FIRMS), _two(rng, THINGS), rng.sample(range(15, 900), 2)
    month = rng.choice(MONTHS)
    big, little = (one, two) if a > b else (two, one)
    return _scene(
        rng,
        "arithmetic",
        [
            rng.choice(
                (
                    f"In {month}, {firm} sold {a} {one} and {b} {two}.",
                    f"{firm} shipped {a} {one} and {b} {two} to customers who bought them in {month}.",
                )
            )
        ],
        [
            f"{a + b:,} {one} and {two} in all were bought from {firm} in {month}.",
            f"{firm} sold {abs(a - b)} more {big} than {little} in {month}.",
            f"in {month}, {big} outsold {little} at {firm}.",
            f"{month} buyers took {b} {two} from {firm}.",
        ],
        [
            f"in {month}, {firm} sold {b} {one} and {a} {two}.",
            f"in {month}, {firm} sold {a + b + 10:,} {one} and {two} in all.",
            f"in {month}, {firm} sold more {little} than {big}.",
            f"in {month}, {firm} sold {_nearby(rng, a)} {one} and {b} {two}.",
        ],
        [
            f"in {month}, {firm} sold {a} {one} and {b} {two} online.",
            f"in {month}, {firm} sold more {big} than any of its rivals.",
        ],
        ["the catalogue has a new cover.", f"{rng.choice(TOWNS)} will get a branch."],
    )


def _twice(rng: random.Random) -> Scene:
    (one, two), food = _two(rng, TOWNS), rng.choice(FOODS)
    less, year, times = rng.randint(20, 400), rng.randint(1990, 2023), rng.choice((2, 3, 4))
    word = {2: "twice", 3: "three times", 4: "four times"}[times]
    part = {2: "half", 3: "a third", 4: "a quarter"}[times]
    return _scene(
        rng,
        "arithmetic",
        [
            rng.choice(
                (
                    (
                        f"Farms around {one} produced {less} tonnes of {food} in {year}, "
                        f"and those around {two} {less * times} tonnes."
                    ),
                    (
                        f"In {year}, {less} tonnes of {food} came from {one} "
                        f"and {less * times} tonnes from {two}."
                    ),
                )
            )
        ],
        [
            f"the {food} output of {two} was {word} that of {one} in {year}.",
            f"{one} yielded {part} as much {food} as {two} in {year}.",
            f"{one} was {less * (times - 1)} tonnes of {food} behind {two} in {year}.",
            f"the two places together gave {less * (times + 1):,} tonnes of {food} in {year}.",
        ],
        [
            f"the {food} output of {one} was {word} that of {two} in {year}.",
            f"the {food} output of {two} was {part} that of {one} in {year}.",
            f"farms around {one} produced {less * times} tonnes of {food} in {year}.",
            f"the {food} output of {two} was five times that of {one} in {year}.",
        ],
        [
            f"the {food} output of {two} is {word} that of {one} every year.",
            f"farms around {one} exported {less} tonnes of {food} in {year}.",
        ],
        ["the soil there is sandy.", "roads were widened."],
    )


def _change(rng: random.Random) -> Scene:
    firm, start, percent = (
        rng.choice(FIRMS),
        rng.randrange(200, 4000, 100),
        rng.choice((5, 10, 12, 15, 20, 25, 40, 60)),
    )
    up, thing = rng.random() < 0.5, rng.choice(THINGS)
    end = start + start * percent // 100 if up else start - start * percent // 100
    verb, back, noun = ("rose", "fell", "an increase") if up else ("fell", "rose", "a decrease")
    return _scene(
        rng,
        "percentage change",
        [
            rng.choice(
                (
                    f"Monthly output of {thing} at {firm} {verb} from {start:,} to {end:,}.",
                    f"At {firm}, monthly output of {thing} {verb} to {end:,} from {start:,}.",
                )
            )
        ],
        [
            f"{firm} saw {noun} of {percent}% in its monthly output of {thing}.",
            f"{firm} now makes {abs(end - start):,} {'more' if up else 'fewer'} {thing} a month than before.",
            (
                f"the monthly number of {thing} made at {firm} went "
                f"{'up' if up else 'down'} by {percent} per cent."
            ),
            f"{firm} used to turn out {start:,} {thing} a month.",
        ],
        [
            f"monthly output of {thing} at {firm} {back} from {start:,} to {end:,}.",
            f"monthly output of {thing} at {firm} {verb} from {end:,} to {start:,}.",
            f"monthly output of {thing} at {firm} {verb} by {percent * 2}%.",
            f"weekly output of {thing} at {firm} {verb} from {start * 2:,} to {end * 2:,}.",
            f"monthly output of {thing} at {firm} did not change.",
        ],
        [
            f"monthly output of {thing} at {firm} {verb} by {percent}% because of new machines.",
            f"monthly output of {thing} at {firm} will go on to {'rise' if up else 'fall'} by {percent}%.",
        ],
        ["the plant has two gates.", "shifts start at six."],
    )


def _share(rng: random.Random) -> Scene:
    town, total, percent = (
        rng.choice(TOWNS),
        rng.randrange(200, 3000, 100),
        rng.choice((10, 15, 20, 30, 35, 40, 55, 60, 70)),
    )
    part = total * percent // 100
    trait = rng.choice(
        (
            "cycle to work",
            "own a boat",
            "keep bees",
            "speak two languages",
            "work at night",
            "rent their home",
        )
    )
    return _scene(
        rng,
        "share",
        [
            rng.choice(
                (
                    f"Of {total:,} adults asked in {town}, {part:,} said they {trait}.",
                    f"A survey in {town} asked {total:,} adults; {part:,} of them said they {trait}.",
                )
            )
        ],
        [
            f"{percent}% of the adults surveyed in {town} reported that they {trait}.",
            f"{total - part:,} of those asked in {town} did not say that they {trait}.",
            (
                f"{'more' if percent > 50 else 'less'} than half of the "
                f"{town} respondents stated that they {trait}."
            ),
        ],
        [
            (
                f"of {total:,} adults asked in {town}, "
                f"{total - part if percent != 50 else 1:,} said they {trait}."
            ),
            f"{100 - percent}% of the adults asked in {town} said they {trait}.",
            f"of {part:,} adults asked in {town}, {total:,} said they {trait}.",
            (
                f"{'less' if percent > 50 else 'more'} than half of the "
                f"adults asked in {town} said they {trait}."
            ),
        ],
        [
            f"{percent}% of all adults in {town} {trait}.",
            f"of {total:,} adults asked in {town}, {part:,} said they would like to {trait}."
            if trait != "own a boat"
            else f"{percent}% of the adults asked in {town} own a new boat.",
        ],
        ["answers were given by phone.", "students ran the survey."],
    )


def _mean(rng: random.Random) -> Scene:
    person, mean = rng.choice(PEOPLE), rng.randint(12, 60)
    gap, other = rng.randint(2, 9), rng.randint(1, 2)
    scores = [mean - gap, mean + other, mean + gap - other]
    team = rng.choice(TEAMS)
    return _scene(
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
        [
            f"in three games for {team}, {person} averaged {mean + 3} points.",
            f"in three games for {team}, {person} scored {sum(scores) + 6} points in total.",
            f"in three games for {team}, {person} scored {scores[0] + 20}, {scores[1]} and {scores[2]}.",
            f"{person} never scored fewer than {min(scores) + 1} points in the three games for {team}.",
        ],
        [
            f"in three games for {team}, {person} scored more points than any team-mate.",
            (
                f"{team} won all three games in which {person} scored "
                f"{scores[0]}, {scores[1]} and {scores[2]} points."
            ),
        ],
        ["the arena has been renovated.", "the season ends in spring."],
    )


def _remaining(rng: random.Random) -> Scene:
    firm, thing, total = rng.choice(FIRMS), rng.choice(THINGS), rng.randint(60, 900)
    gone = rng.randint(15, total - 20)
    if gone * 2 == total:
        gone += 1
    left = total - gone
    return _scene(
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
        [
            f"{firm} had {gone} {thing} in stock and has sold {total} of them.",
            f"{firm} had {total} {thing} in stock and has sold {left} of them.",
            f"{firm} had {total} {thing} in stock and has sold all of them.",
            f"{left + 7} of {firm}'s {thing} have found no buyer so far.",
        ],
        [
            f"{firm} had {total} {thing} in stock and has sold {gone} of them at a loss.",
            f"{firm} will sell the other {left} {thing} by the end of the year.",
        ],
        ["the warehouse is heated.", "a sign points to the shop."],
    )


def _total(rng: random.Random) -> Scene:
    town, (a, b, c) = rng.choice(TOWNS), rng.sample(range(3, 90), 3)
    one, two, three = rng.sample(
        ("roads", "schools", "parks", "libraries", "buses", "sports", "housing", "lighting"), 3
    )
    best = max(((a, one), (b, two), (c, three)))[1]
    least = min(((a, one), (b, two), (c, three)))[1]
    return _scene(
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
        [
            f"the budget of {town} sets aside ${b} million for {one} and ${a} million for {two}.",
            (
                f"the budget of {town} sets aside ${a + b + c + 4} million "
                f"for {one}, {two} and {three} together."
            ),
            f"the budget of {town} sets aside more for {least} than for {best}.",
            f"the budget of {town} sets aside ${c} billion for {three}.",
        ],
        [
            f"{town} has spent ${a} million on {one}.",
            f"the budget of {town} sets aside more for {best} than last year.",
        ],
        ["the council met in the evening.", "the hall was full."],
    )


# Comparison, ranking and record.


def _ranking(rng: random.Random) -> Scene:
    (one, two, three), what = (
        _three(rng, TEAMS),
        rng.choice(("league", "cup group", "relay", "tournament", "rally")),
    )
    year = rng.randint(1980, 2024)
    return _scene(
        rng,
        "ranking",
        [
            rng.choice(
                (
                    f"In the {year} {what}, {one} came first, ahead of {two} and {three}.",
                    f"{one} won the {year} {what}, with {two} second and {three} third.",
                )
            )
        ],
        [
            f"nobody beat {one} to the top place in the {year} {what}.",
            f"{three} ranked below {one} in the {year} {what}.",
            f"the {year} {what} had {one} as its winner.",
            f"{two} finished the {year} {what} behind {one}.",
        ],
        [
            f"in the {year} {what}, {two} came first, ahead of {one} and {three}.",
            f"{three} won the {year} {what}.",
            f"in the {year} {what}, {one} came last.",
            f"in the {year} {what}, {one} finished behind {two}.",
        ],
        [
            f"in the {year} {what}, {one} came first for the second time in a row.",
            f"{one} easily won the {year} {what}, beating {two} by ten points.",
        ],
        ["a band played at half-time.", "the trophy is made of silver."],
    )


def _record(rng: random.Random) -> Scene:
    (one, two), town = _two(rng, PEOPLE), rng.choice(TOWNS)
    race, base = rng.choice(
        (("10 km run", 1700), ("half marathon", 3900), ("mountain race", 5200), ("ski race", 2600))
    )
    old, gain = base + rng.randint(60, 400), rng.randint(3, 55)
    new, year = old - gain, rng.randint(1985, 2024)

    def show(seconds: int) -> str:
        return f"{seconds // 60} minutes and {seconds % 60} seconds"

    return _scene(
        rng,
        "record",
        [
            rng.choice(
                (
                    (
                        f"{one} won the {town} {race} in {year} in {show(new)}, beating "
                        f"the record of {show(old)} held by {two}."
                    ),
                    f"With {show(new)}, {one} broke {two}'s {town} {race} record of {show(old)} in {year}.",
                )
            )
        ],
        [
            f"{two} lost the record for the {town} {race} to {one} in {year}.",
            (
                f"{one} was {gain} second{'s' if gain > 1 else ''} faster "
                f"than the old best mark of the {town} {race}."
            ),
            f"{one} took {new // 60}:{new % 60:02d} over the {town} {race} in {year}.",
            f"the {town} {race} record was improved by {_words(gain)} seconds in {year}.",
        ],
        [
            f"{two} won the {town} {race} in {year}, beating the record held by {one}.",
            f"{one} was {_words(gain)} seconds slower than the record of the {town} {race} in {year}.",
            f"{one} won the {town} {race} in {year} in {show(new - 5)}.",
            f"{one} improved the {town} {race} record by {_words(gain)} minutes.",
        ],
        [
            f"{one} won the {town} {race} in {year} with a new world record.",
            f"{one} still holds the record of the {town} {race} today.",
        ],
        ["the course was shortened that day for juniors.", "water was handed out."],
    )


def _than(rng: random.Random) -> Scene:
    (one, two), device = _two(rng, FIRMS), rng.choice(DEVICES)
    high, low, noun, unit = rng.choice(
        (
            ("heavier", "lighter", "weight", "kg"),
            ("longer", "shorter", "length", "cm"),
            ("wider", "narrower", "width", "cm"),
            ("taller", "lower", "height", "cm"),
        )
    )
    small = rng.randint(8, 90)
    gap = rng.randint(2, 25)
    return _scene(
        rng,
        "comparison",
        [
            rng.choice(
                (
                    (
                        f"The {device} by {one} is {gap} {unit} {high} than the one "
                        f"by {two}, which measures {small} {unit}."
                    )
                    if unit == "cm"
                    else f"The {device} by {one} is {gap} kg heavier than the {small}-kg one by {two}.",
                    (
                        f"With a {noun} of {small} {unit}, the {device} by {two} is "
                        f"{gap} {unit} {low} than that by {one}."
                    ),
                )
            )
        ],
        [
            f"{one}'s {device} has a {noun} of {small + gap} {unit}.",
            f"of the two {device} models, the one from {two} is {low}.",
            f"in {noun}, the {device} from {one} exceeds its counterpart from {two}.",
            f"the {noun} of {two}'s {device} is {small} {unit}.",
        ],
        [
            f"the {device} by {two} is {gap} {unit} {high} than the one by {one}.",
            f"the {device} by {one} is {gap} {unit} {low} than the one by {two}.",
            f"the {device} by {one} has a {noun} of {small} {unit}.",
            f"the {device} by {one} has exactly the same {noun} as the one by {two}.",
        ],
        [
            f"the {device} by {one} is {gap} {unit} {high} and more powerful than the one by {two}.",
            f"the {device} by {one} is {high} than any other on the market.",
        ],
        ["both come in grey.", "manuals are printed on recycled paper."],
    )


def _least(rng: random.Random) -> Scene:
    person, town, number = rng.choice(PEOPLE), rng.choice(TOWNS), rng.randint(3, 60)
    what = rng.choice(
        ("houses", "trees", "boats", "barns", "vehicles", "shops", "cottages", "sheds", "greenhouses")
    )
    return _scene(
        rng,
        "at least",
        [
            rng.choice(
                (
                    f"The storm damaged at least {number} {what} near {town}, {person} said.",
                    f"According to {person}, at least {number} {what} near {town} were damaged by the storm.",
                )
            )
        ],
        [
            f"{person} put the number of {what} near {town} hit by the storm at {number} or more.",
            f"no fewer than {_words(number)} {what} suffered storm damage near {town}, {person} stated.",
            f"in {person}'s words, the storm harmed a minimum of {number} {what} near {town}.",
        ],
        [
            f"{person} said that the storm damaged at most {number - 2} {what} near {town}.",
            f"{person} said that the storm damaged fewer than {number} {what} near {town}.",
            f"{person} said that the storm damaged no {what} near {town}.",
        ],
        [
            f"the storm damaged exactly {number} {what} near {town}.",
            f"the storm destroyed at least {number} {what} near {town}.",
            f"the storm damaged at least {number + 15} {what} near {town}, {person} said.",
        ],
        ["power was restored overnight.", "a crew cleared the road."],
    )


def _most(rng: random.Random) -> Scene:
    site, town, number = rng.choice(SITES), rng.choice(TOWNS), rng.randrange(20, 600, 10)
    kind = rng.choice(("visitors", "guests", "pupils", "people", "adults"))
    return _scene(
        rng,
        "at most",
        [
            rng.choice(
                (
                    f"The {site} in {town} admits up to {number} {kind} at a time.",
                    f"No more than {number} {kind} at a time are admitted to the {site} in {town}.",
                )
            )
        ],
        [
            f"the limit at the {town} {site} is {number} {kind} at once.",
            f"{number + 10} {kind} at once would be too many for the rules of the {town} {site}.",
            f"the {town} {site} lets in a maximum of {number} {kind} together.",
        ],
        [
            f"the {site} in {town} admits at least {number} {kind} at a time and sets no upper limit.",
            f"the {site} in {town} admits up to {number * 2} {kind} at a time.",
            f"the {site} in {town} admits any number of {kind} at a time.",
            f"the {site} in {town} admits no more than {number // 2} {kind} at a time.",
        ],
        [
            f"the {site} in {town} admitted {number} {kind} yesterday.",
            f"the {site} in {town} admits up to {number} {kind} at a time, twice as many as before.",
        ],
        ["bags are searched.", "the lift is out of order."],
    )


def _half(rng: random.Random) -> Scene:
    firm, percent = rng.choice(FIRMS), rng.choice((52, 54, 57, 61, 63))
    group = rng.choice(("staff", "members", "customers", "shareholders", "suppliers", "drivers", "tenants"))
    idea = rng.choice(
        ("the new contract", "the merger", "the price rise", "the move", "the pension plan", "the ban")
    )
    return _scene(
        rng,
        "more than half",
        [
            rng.choice(
                (
                    f"{percent}% of {firm} {group} who voted backed {idea}, and the rest rejected it.",
                    (
                        f"In the vote, {percent}% of {firm} {group} taking part "
                        f"backed {idea}; all others rejected it."
                    ),
                )
            )
        ],
        [
            f"more than half of the voting {firm} {group} were in favour of {idea}.",
            f"{100 - percent}% of the votes by {firm} {group} went against {idea}.",
            f"{idea} found a majority among the {group} of {firm} who cast a vote.",
            f"fewer than half of the voting {firm} {group} turned down {idea}.",
        ],
        [
            f"{percent}% of {firm} {group} who voted rejected {idea}.",
            f"fewer than half of {firm} {group} who voted backed {idea}.",
            f"nearly all {firm} {group} who voted backed {idea}.",
            f"{100 - percent}% of {firm} {group} who voted backed {idea}.",
        ],
        [
            f"{percent}% of all {firm} {group} backed {idea}.",
            f"after the vote by its {group}, {firm} introduced {idea}.",
        ],
        ["ballots were counted twice.", "the result was read aloud."],
    )


def _nearly(rng: random.Random) -> Scene:
    town, total = rng.choice(TOWNS), rng.randint(60, 400)
    part = total - rng.randint(1, 2)
    noun = rng.choice(
        ("wells", "bridges", "schools", "taxis", "kitchens", "lifts", "playgrounds", "farms", "boats")
    )
    return _scene(
        rng,
        "nearly all",
        [
            rng.choice(
                (
                    f"Inspectors checked {total} {noun} around {town} and found {part} of them safe.",
                    f"Of {total} {noun} that inspectors checked around {town}, {part} were found safe.",
                )
            )
        ],
        [
            f"nearly all {noun} examined around {town} passed as safe.",
            (
                f"only {_words(total - part)} of the {noun} inspected around {town} "
                f"{'was' if total - part == 1 else 'were'} not found safe."
            ),
            f"the great majority of the {noun} looked at around {town} were judged safe.",
            f"not every one of the {noun} examined around {town} was judged safe.",
        ],
        [
            f"inspectors checked {total} {noun} around {town} and found all of them safe.",
            f"inspectors checked {total} {noun} around {town} and found few of them safe.",
            f"inspectors checked {part} {noun} around {town} and found {part - 40} of them safe.",
            f"less than half of the {noun} checked around {town} were found safe.",
        ],
        [
            f"nearly all {noun} in the country are safe.",
            f"inspectors checked {total} {noun} around {town} and closed {total - part} of them.",
        ],
        ["reports are kept for five years.", "the team used new tools."],
    )


def _range(rng: random.Random) -> Scene:
    drug, low = rng.choice(DRUGS), rng.randint(3, 40)
    high = low + rng.randint(4, 30)
    unit = rng.choice(("degrees", "weeks", "patients per clinic", "euros a pack", "tablets a box"))
    what = {
        "degrees": "storage temperature",
        "weeks": "length of treatment",
        "patients per clinic": "number of participants",
        "euros a pack": "price",
        "tablets a box": "pack size",
    }[unit]
    return _scene(
        rng,
        "range",
        [
            rng.choice(
                (
                    f"For {drug}, the {what} ranges from {low} to {high} {unit}.",
                    f"The {what} for {drug} is between {low} and {high} {unit}.",
                )
            )
        ],
        [
            f"with {drug}, the {what} is never above {high} {unit}.",
            f"{low} {unit} is the lower end of the {what} for {drug}.",
            f"the {what} for {drug} is {low}–{high} {unit}.",
            f"the {what} for {drug} is not below {low} {unit}.",
        ],
        [
            f"for {drug}, the {what} ranges from {low + 2} to {high + 10} {unit}.",
            f"for {drug}, the {what} is always above {high} {unit}.",
            f"for {drug}, the {what} is below {low} {unit}.",
            f"for {drug}, the {what} ranges from {low * 10} to {high * 10} {unit}.",
        ],
        [
            f"for {drug}, the {what} is usually {(low + high) // 2} {unit}.",
            f"for {drug}, the {what} ranges from {low} to {high} {unit}, more than for similar drugs.",
        ],
        ["the leaflet is folded twice.", "the maker changed its name."],
    )


# Tables.


def _prices(rng: random.Random) -> Scene:
    names, costs = rng.sample(SOFTWARE, 3), rng.sample(range(19, 900), 3)
    years = rng.sample(range(2005, 2025), 3)
    rows = [f"| {n} | {y} | ${c} |" for n, y, c in zip(names, years, costs, strict=True)]
    i, j = rng.sample(range(3), 2)
    dear, cheap = names[costs.index(max(costs))], names[costs.index(min(costs))]
    return _scene(
        rng,
        "table",
        ["| Name | Year | Price |", *rows],
        [
            f"the price of {names[i]} is ${costs[i]}.",
            f"{names[j]} dates from {years[j]}.",
            f"of the products in the table, {dear} costs the most.",
            f"{names[i]} is {'newer' if years[i] > years[j] else 'older'} than {names[j]}.",
            f"buying {names[i]} and {names[j]} together comes to ${costs[i] + costs[j]:,}.",
        ],
        [
            f"the price of {names[i]} is ${costs[j]}.",
            f"{names[i]}, {years[j]}, ${costs[i]}.",
            f"{names[i]} dates from {years[j]}.",
            f"of the products in the table, {cheap} costs the most.",
            f"{names[i]} is {'older' if years[i] > years[j] else 'newer'} than {names[j]}.",
        ],
        [f"the price of {names[i]} has been ${costs[i]} since it was raised."],
    )


def _league(rng: random.Random) -> Scene:
    teams = rng.sample(TEAMS, 3)
    points = sorted(rng.sample(range(20, 90), 3), reverse=True)
    wins = [p // 3 - rng.randint(0, 2) for p in points]
    rows = [f"| {t} | {w} | {p} |" for t, w, p in zip(teams, wins, points, strict=True)]
    gap = points[0] - points[1]
    return _scene(
        rng,
        "table",
        ["| Team | Wins | Points |", *rows],
        [
            f"{teams[0]} lead {teams[1]} by {gap} point{'s' if gap > 1 else ''}.",
            f"with {points[2]} points, {teams[2]} are below {teams[1]}.",
            f"{teams[1]} have won {_count(rng, wins[1])} times.",
            f"{teams[0]} have collected {_words(points[0])} points.",
        ],
        [
            f"{teams[1]} lead {teams[0]} by {gap} point{'s' if gap > 1 else ''}.",
            f"{teams[0]} have {points[1]} points.",
            f"{teams[2]} have {points[0]} points.",
            f"{teams[1]} have won {points[1]} times.",
        ],
        [f"{teams[0]} have {points[0]} points and are certain of the title."],
    )


def _timetable(rng: random.Random) -> Scene:
    (one, two), start = _two(rng, TOWNS), rng.randrange(6 * 60, 19 * 60, 5)
    length, wait = rng.randrange(25, 115, 5), rng.randrange(40, 110, 5)
    times = ((start, start + length), (start + wait, start + wait + length + 10))
    rows = [f"| {_clock(a)} | {_clock(b)} |" for a, b in times]
    return _scene(
        rng,
        "table",
        [f"| Depart {one} | Arrive {two} |", *rows],
        [
            f"the earlier service leaves {one} at {_twelve(start)}.",
            f"the {_clock(start)} from {one} takes {length} minutes to {two}.",
            f"departing {one} at {_clock(times[1][0])}, one gets to {two} at {_clock(times[1][1])}.",
            f"the later of the two services is the slower one by ten minutes, going from {one} to {two}.",
        ],
        [
            f"the {_clock(start)} from {one} arrives in {two} at {_clock(times[1][1])}.",
            f"the {_clock(start)} from {one} takes {length + 15} minutes to {two}.",
            f"the {_clock(start)} from {one} arrives in {two} at {_clock(start + length + 5)}.",
            f"departing {one} at {_clock(times[1][0])}, one gets to {two} at {_clock(times[0][1] + 1)}.",
        ],
        [
            f"the {_clock(start)} from {one} arrives in {two} at {_clock(start + length)} without stopping.",
            f"the {_clock(start)} from {one} runs on weekdays only.",
        ],
    )


def _specs(rng: random.Random) -> Scene:
    device, (one, two) = rng.choice(DEVICES), _two(rng, FIRMS)
    w1, w2 = rng.sample(range(3, 60), 2)
    p1, p2 = rng.sample(range(200, 2400, 50), 2)
    heavy, light = (one, two) if w1 > w2 else (two, one)
    return _scene(
        rng,
        "table",
        [
            f"| {_cap(device)} by | Weight (kg) | Power (W) |",
            f"| {one} | {w1} | {p1} |",
            f"| {two} | {w2} | {p2} |",
        ],
        [
            f"{one}'s {device} weighs {w1} kilograms.",
            f"the {device} from {two} is rated at {p2 / 1000:g} kW.",
            f"{heavy} makes the heavier {device} of the two.",
            f"{one}'s {device} has {'more' if p1 > p2 else 'less'} power than the one by {two}.",
        ],
        [
            f"{one}'s {device} weighs {w2} kg.",
            f"{one}'s {device} has a power of {p2} W.",
            f"{light} makes the heavier {device} of the two.",
            f"{two}'s {device} weighs {w2} g.",
            f"{one}'s {device} has a power of {p1} kW.",
        ],
        [f"{one}'s {device} uses {p1} W on average.", f"{two}'s {device} weighs {w2} kg with its stand."],
    )


# Versions, identifiers and ordinals.


def _version(rng: random.Random) -> Scene:
    name, major, minor = rng.choice(SOFTWARE), rng.randint(1, 9), rng.randint(1, 8)
    old, new = f"{major}.{minor}", f"{major}.{minor}0" if rng.random() < 0.5 else f"{major}.{minor + 1}"
    what = rng.choice(
        ("dark mode", "offline search", "PDF export", "two-factor login", "voice input", "split view")
    )
    return _scene(
        rng,
        "version",
        [
            rng.choice(
                (
                    f"{name} {new} added {what}, which {old} does not have.",
                    f"{what} arrived in {name} {new} and is missing from version {old}.",
                )
            )
        ],
        [
            f"users of {name} {old} have to do without {what}.",
            f"{name} got {what} with release {new}.",
            f"it was version {new} of {name} that introduced {what}.",
            f"{what} is not part of {name} {old}.",
        ],
        [
            f"{name} {old} added {what}, which {new} does not have.",
            f"{name} {old} has {what}.",
            f"{name} got {what} with release {old}.",
            f"{what} is missing from {name} {new}.",
        ],
        [
            f"{name} {new} added {what} and runs faster than {old}.",
            f"{name} {new} turns {what} on by default.",
        ],
        ["the source is on a public server.", "bug reports are welcome."],
    )


def _model(rng: random.Random) -> Scene:
    firm, device, letter = rng.choice(FIRMS), rng.choice(DEVICES), rng.choice("ABCDEFGHKLMNPRSTVXZ")
    number, (p1, p2) = rng.randrange(100, 900, 10), rng.sample(range(90, 1900), 2)
    a, b = f"{letter}{number}", f"{letter}{number + 5}"
    return _scene(
        rng,
        "model",
        [
            rng.choice(
                (
                    f"The {firm} {device} {a} costs €{p1:,}, while the {b} costs €{p2:,}.",
                    f"{firm} sells the {device} {a} at €{p1:,} and the {b} at €{p2:,}.",
                )
            )
        ],
        [
            f"the {firm} {b} is the {'dearer' if p2 > p1 else 'cheaper'} {device} model, at {p2:,} euros.",
            f"for a {firm} {a}, a buyer pays {p1:,} euros.",
            f"the price gap between {firm}'s {a} and {b} is {abs(p1 - p2):,} euros.",
        ],
        [
            f"the {firm} {device} {b} costs €{p1:,}, while the {a} costs €{p2:,}.",
            f"the {firm} {device} {a} costs €{p2:,}.",
            f"the {firm} {device} {b} is {'cheaper' if p2 > p1 else 'dearer'} than the {a}.",
        ],
        [
            f"the {firm} {device} {letter}{number + 10} costs €{p1:,}.",
            f"the {firm} {device} {a} costs €{p1:,} including delivery.",
        ],
        ["both are sold online.", "spare parts can be ordered."],
    )


def _standard(rng: random.Random) -> Scene:
    name, kind = rng.choice(SOFTWARE), rng.choice(("ISO", "RFC", "DIN", "IEC"))
    a, b = rng.sample(range(1100, 9800), 2)
    use, late = rng.sample(
        ("dates", "file names", "passwords", "addresses", "log lines", "key exchange", "units"), 2
    )
    return _scene(
        rng,
        "identifier",
        [
            rng.choice(
                (
                    f"{name} follows {kind} {a} for {use} and {kind} {b} for {late}.",
                    f"For {use}, {name} uses {kind} {a}; for {late}, it uses {kind} {b}.",
                )
            )
        ],
        [
            f"the way {name} handles {use} is laid down in {kind} {a}.",
            f"in {name}, {late} are governed by {kind} {b}."
            if late != "key exchange"
            else f"in {name}, {kind} {b} governs key exchange.",
            f"two {kind} documents, {a} and {b}, are applied by {name}.",
        ],
        [
            f"{name} follows {kind} {b} for {use} and {kind} {a} for {late}.",
            f"{name} follows {kind} {_nearby(rng, a)} rather than {kind} {a} for {use}.",
            f"for {late}, {name} uses {kind} {a}.",
        ],
        [
            f"{name} is certified under {kind} {a}.",
            f"{name} follows {kind} {a} and all its amendments for {use}.",
        ],
        ["the manual has an index.", "a forum answers questions."],
    )


def _rooms(rng: random.Random) -> Scene:
    (one, two), (a, b) = _two(rng, EVENTS), rng.sample(range(101, 599), 2)
    return _scene(
        rng,
        "room",
        [
            rng.choice(
                (
                    f"{one} takes place in room {a}, and {two} is in room {b}.",
                    f"room {a} is booked for {one}; {two} goes to room {b}.",
                )
            )
        ],
        [
            f"anyone looking for {two} should go to room {b}.",
            f"{one} has been given room {a}.",
            f"{one} and {two} are in different rooms.",
        ],
        [
            f"{one} takes place in room {b}, and {two} is in room {a}.",
            f"{one} takes place in room {_nearby(rng, a)}.",
            f"{one} and {two} share room {a}.",
        ],
        [f"{one} takes place in room {a} on the top floor.", f"room {b} is larger than room {a}."],
        ["the lift is beside the desk.", "badges must be worn."],
    )


def _placed(rng: random.Random) -> Scene:
    person, other, town = *_two(rng, PEOPLE), rng.choice(TOWNS)
    place, field = rng.randint(2, 9), rng.randint(12, 80)
    return _scene(
        rng,
        "ordinal",
        [
            rng.choice(
                (
                    f"{person} finished {_ordinal(place)} of {field} in the {town} race.",
                    f"In the {town} race, {person} was {_ordinal(place)} among {field} finishers.",
                )
            ),
            f"{other} came in right behind.",
        ],
        [
            f"{_words(field - place)} finishers were slower than {person} in {town}.",
            f"{other} took place number {place + 1} in the {town} race.",
            f"{_words(place - 1)} {'rival' if place == 2 else 'rivals'} beat {person} in {town}.",
            f"{person} did not win the {town} race.",
        ],
        [
            f"{person} finished {_ordinal(place + 1)} of {field} in the {town} race.",
            f"{other} finished {_ordinal(place)} of {field} in the {town} race.",
            f"{other} came in right before {person}.",
            f"{person} won the {town} race.",
        ],
        [
            f"{person} finished {_ordinal(place)} of {field} in the {town} race after a fall.",
            f"{person} finished {_ordinal(place)} of {field} in the {town} race, a personal best.",
        ],
        ["the route follows the river.", "medals were made of wood."],
    )


# Rates and ratios.


def _rate(rng: random.Random) -> Scene:
    firm, thing, rate, hours = (
        rng.choice(FIRMS),
        rng.choice(THINGS),
        rng.randint(6, 240),
        rng.choice((8, 10, 12, 16)),
    )
    return _scene(
        rng,
        "rate",
        [
            rng.choice(
                (
                    f"The {firm} line makes {rate} {thing} per hour and runs {hours} hours a day.",
                    f"Running {hours} hours a day, the line at {firm} turns out {rate} {thing} per hour.",
                )
            )
        ],
        [
            f"in one day, {rate * hours:,} {thing} come off the line at {firm}.",
            f"each hour, {rate} {thing} leave the {firm} line.",
            f"the {firm} line stands still for {_words(24 - hours)} hours in every twenty-four.",
            f"two hours of work at {firm} yield {rate * 2} {thing}.",
        ],
        [
            f"the {firm} line makes {rate} {thing} per minute and runs {hours} hours a day.",
            f"the {firm} line makes {rate} {thing} per day.",
            f"the {firm} line makes {_nearby(rng, rate)} {thing} per hour.",
            f"in one day, {rate * (hours + 4):,} {thing} come off the line at {firm}.",
        ],
        [
            f"the {firm} line makes {rate} {thing} per hour, a third more than last year.",
            f"the {firm} line sells all of the {rate} {thing} it makes per hour.",
        ],
        ["visitors must wear shoes with caps.", "the floor was repainted."],
    )


def _ratio(rng: random.Random) -> Scene:
    whole = rng.choice((4, 5, 10))
    part = rng.choice([p for p in range(1, whole) if p * 2 != whole])
    drug, group = (
        rng.choice(DRUGS),
        rng.choice(("patients", "volunteers", "nurses", "adults", "women", "men")),
    )
    sign = rng.choice(("headaches", "better sleep", "less pain", "a dry mouth", "dizziness", "more energy"))
    percent = part * 100 // whole
    return _scene(
        rng,
        "ratio",
        [
            rng.choice(
                (
                    f"{part} out of {whole} {group} taking {drug} reported {sign}.",
                    f"among {group} on {drug}, {part} in {whole} reported {sign}.",
                )
            )
        ],
        [
            f"{percent}% of the {group} who took {drug} mentioned {sign}.",
            (
                f"{'a majority' if part * 2 > whole else 'a minority'} of "
                f"the {group} given {drug} spoke of {sign}."
            ),
            f"{_words(whole - part)} in {_words(whole)} {group} on {drug} did not report {sign}.",
        ],
        [
            f"{whole - part} out of {whole} {group} taking {drug} reported {sign}.",
            f"{part} out of {whole * 10} {group} taking {drug} reported {sign}.",
            f"none of the {group} taking {drug} reported {sign}.",
            f"{100 - percent}% of the {group} taking {drug} reported {sign}.",
        ],
        [
            f"{drug} caused {sign} in {part} out of {whole} {group}.",
            f"{part} out of {whole} {group} taking {drug} reported severe side effects and {sign}.",
        ],
        ["the study ran in two clinics.", "a follow-up is under way."],
    )


def _planned(rng: random.Random) -> Scene:
    firm, town, built = rng.choice(FIRMS), rng.choice(TOWNS), rng.choice(BUILT)
    cost, jobs = rng.randint(4, 190), rng.randrange(20, 900, 10)
    year = rng.randint(2026, 2035)
    return _scene(
        rng,
        "plan",
        [
            rng.choice(
                (
                    (
                        f"{firm} plans to spend €{cost} million on a {built} in {town} "
                        f"by {year}, which could create {jobs} jobs."
                    ),
                    (
                        f"By {year}, {firm} intends to put €{cost} million into a "
                        f"{built} in {town} that may bring {jobs} jobs."
                    ),
                )
            )
        ],
        [
            f"{firm} has the aim of investing €{cost},000,000 in a {built} at {town} no later than {year}.",
            f"the {built} that {firm} wants in {town} might bring {jobs} jobs.",
            f"a planned {built} in {town} would cost {firm} {cost} million euros.",
        ],
        [
            f"{firm} plans to spend €{cost} billion on a {built} in {town} by {year}.",
            f"{firm} plans to spend €{_nearby(rng, cost)} million on a {built} in {town} by {year}.",
            f"{firm} has no plans for a {built} in {town}.",
        ],
        [
            f"{firm} has spent €{cost} million on a {built} in {town}.",
            f"the {built} in {town} has created {jobs} jobs.",
            f"the {built} by {firm} in {town} will create {jobs} jobs.",
        ],
        ["a hearing is due in autumn.", "maps can be seen at the town hall."],
    )


SCENES: tuple[MakeScene, ...] = (
    _revenue,
    _staff,
    _dose,
    _points,
    _discount,
    _people,
    _crowd,
    _span,
    _miles,
    _pounds,
    _degrees,
    _feet,
    _gallons,
    _minutes,
    _weeks,
    _bytes,
    _speed,
    _hectares,
    _founded,
    _before,
    _clocks,
    _later,
    _tenure,
    _decade,
    _hours,
    _deadline,
    _weekday,
    _age,
    _sum,
    _twice,
    _change,
    _share,
    _mean,
    _remaining,
    _total,
    _ranking,
    _record,
    _than,
    _least,
    _most,
    _half,
    _nearly,
    _range,
    _prices,
    _league,
    _timetable,
    _specs,
    _version,
    _model,
    _standard,
    _rooms,
    _placed,
    _rate,
    _ratio,
    _planned,
)
"""All that this file draws."""
