"""Units: another unit, the same measure converted, and short and long unit names."""
# ruff: noqa: ARG001, E501 - rules share one shape; a pattern reads better on one line

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from training.hard_negatives.edits import Context, Edit, free_matches, replaced
from training.hard_negatives.numbers import in_digits

_LONG = {
    "km": "kilometres",
    "m": "metres",
    "cm": "centimetres",
    "mm": "millimetres",
    "kg": "kilograms",
    "g": "grams",
    "mi": "miles",
    "ft": "feet",
    "lb": "pounds",
    "km/h": "kilometres per hour",
    "mph": "miles per hour",
    "sq mi": "square miles",
    "ha": "hectares",
}
_SHORT = {
    "kilometres": "km",
    "kilometers": "km",
    "kilograms": "kg",
    "feet": "ft",
    "metres": "m",
    "meters": "m",
    "centimetres": "cm",
    "square kilometres": "km2",
    "miles per hour": "mph",
    "hectares": "ha",
}
_OTHER = {
    "kilometres": "miles",
    "kilometers": "miles",
    "km": "miles",
    "miles": "kilometres",
    "feet": "metres",
    "ft": "m",
    "metres": "feet",
    "meters": "feet",
    "m": "ft",
    "kg": "pounds",
    "kilograms": "tonnes",
    "pounds": "kilograms",
    "inches": "feet",
    "minutes": "hours",
    "hours": "days",
    "days": "weeks",
    "weeks": "months",
    "months": "years",
    "acres": "hectares",
    "hectares": "acres",
    "tons": "kilograms",
    "mph": "km/h",
    "cm": "inches",
    "yards": "miles",
}
_CONVERT = {
    "kilometres": "mile",
    "kilometers": "mile",
    "km": "mile",
    "miles": "kilometre",
    "mi": "kilometre",
    "feet": "metre",
    "ft": "metre",
    "metres": "foot",
    "meters": "foot",
    "m": "foot",
    "kg": "pound",
    "kilograms": "pound",
    "pounds": "kilogram",
    "lb": "kilogram",
    "acres": "hectare",
    "hectares": "acre",
    "inches": "centimetre",
    "cm": "inch",
    "mph": "km/hour",
    "km/h": "mile/hour",
}
_PLURALS = {
    "mile": "miles",
    "kilometre": "kilometres",
    "metre": "metres",
    "foot": "feet",
    "pound": "pounds",
    "kilogram": "kilograms",
    "hectare": "hectares",
    "acre": "acres",
    "centimetre": "centimetres",
    "inch": "inches",
    "km/hour": "km/h",
    "mile/hour": "mph",
}
_TIME = {
    "years": ("months", 12),
    "weeks": ("days", 7),
    "hours": ("minutes", 60),
    "minutes": ("seconds", 60),
    "days": ("hours", 24),
}
_NAMES = "|".join(sorted({*_LONG, *_OTHER, *_CONVERT, *_SHORT}, key=len, reverse=True))
_MEASURE = re.compile(
    rf"(?<![\w.,/$£€:–-])(?P<value>\d{{1,3}}(?:,\d{{3}})+|\d+(?:\.\d+)?) (?P<unit>{_NAMES})\b(?! ?[/²2-]| (?:and|of|by|per|old|\()|\d)"
)
_SHORT_TIME = re.compile(
    r"(?<![\w.,/$:–-])(?P<value>[2-9]|two|three|four|five|six) (?P<unit>years|weeks|hours|minutes|days)(?! old)(?=[.,]| (?:in|at|after|before|later|to|of|and|with)\b)"
)
_BOUND = re.compile(r"\b(?:than|least|most|to|over|under|between|and|or|x|from|-) $")
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


@cache
def _registry() -> Any:
    """Return the unit registry of pint; None if pint is not installed."""
    try:
        import pint  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        return None
    return pint.UnitRegistry()


@cache
def converted(value: float, unit: str) -> tuple[float, str] | None:
    """Convert the measure to the other system, rounded to three digits; None if that is not possible."""
    target, registry = _CONVERT.get(unit), _registry()
    if target is None or registry is None:
        return None
    source = {"km/h": "km/hour", "mph": "mile/hour", "lb": "pound", "mi": "mile", "ft": "foot"}.get(
        unit, unit
    )
    amount = float(registry.Quantity(value, source).to(target).magnitude)
    if amount < 1.5:
        return None
    digits = max(0, 3 - len(str(int(amount))))
    return (round(amount, digits) if amount < 1000 else round(amount, 3 - len(str(int(amount))))), _PLURALS[
        target
    ]


def measures(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield each measure converted or with the unit spelled differently (entailed), or wrong (contradicted)."""
    for match in free_matches(_MEASURE, sentence):
        value, unit = float(match["value"].replace(",", "")), match["unit"]
        if _BOUND.search(sentence[: match.start()]) or value <= 1:
            continue
        if unit in _OTHER:
            yield Edit(replaced(sentence, match, _OTHER[unit], "unit"), "contradicted", "unit")
        if name := _LONG.get(unit) or _SHORT.get(unit):
            yield Edit(replaced(sentence, match, name, "unit"), "entailed", "unit spelled otherwise")
        if pair := converted(value, unit):
            amount, new_unit = pair
            yield Edit(
                replaced(sentence, match, f"{in_digits(amount)} {new_unit}"), "entailed", "unit converted"
            )
            wrong = round(amount * rng.choice((0.4, 0.6, 1.6, 2.5)), 0 if amount > 10 else 1)
            yield Edit(
                replaced(sentence, match, f"{in_digits(wrong)} {new_unit}"),
                "contradicted",
                "unit converted wrongly",
            )


def spans_of_time(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield a short span of time in the next smaller unit, right and wrong."""
    for match in free_matches(_SHORT_TIME, sentence):
        count = _COUNTS.get(match["value"]) or int(match["value"])
        unit, size = _TIME[match["unit"]]
        if not _BOUND.search(sentence[: match.start()]) and not re.search(
            r"(?:the|first|last|about|every|\w+ly|\d) $", sentence[: match.start()]
        ):
            yield Edit(replaced(sentence, match, f"{count * size} {unit}"), "entailed", "unit converted")
            yield Edit(
                replaced(sentence, match, f"{(count + rng.choice((1, 2))) * size} {unit}"),
                "contradicted",
                "unit converted wrongly",
            )


RULES = (measures, spans_of_time)
