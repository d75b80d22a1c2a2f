"""Numbers: another value, two values exchanged, the same value in another form, and safe bounds."""
# ruff: noqa: ARG001, E501 - rules share one shape; a pattern reads better on one line

import random
import re
from collections.abc import Iterator

from num2words import num2words

from training.hard_negatives.edits import (
    Context,
    Edit,
    Label,
    free_matches,
    may_weaken,
    replaced,
)

_SMALL = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
WORDS = {word: value for value, word in enumerate(_SMALL)} | {
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
IN_WORDS = {value: word for word, value in WORDS.items()}
_COUNTS = "|".join(sorted((w for w in WORDS if WORDS[w] > 1), key=len, reverse=True))
_DIGITS = r"\d{1,3}(?:,\d{3})+|(?!(?:1[0-9]|20)\d\d\b)\d+(?:\.\d+)?"
NUMBER = re.compile(
    rf"(?<![\w.,/$£€#:–°-])(?P<money>[$£€]?)(?P<value>{_DIGITS}|\b(?:{_COUNTS})\b)(?![\w/:°–-]|[.,]\d)"
    r"(?P<scale> (?:hundred|thousand|million|billion|trillion))?(?P<unit>%| percent| per cent)?"
)
_LOWER = re.compile(
    r"(?:\b(?:more than|at least|above|exceeding|greater than|no fewer than|not less than)) $", re.IGNORECASE
)
_UPPER = re.compile(
    r"\b(?:less than|fewer than|at most|up to|under|below|no more than|not more than) $", re.IGNORECASE
)
_HEDGE = re.compile(
    r"\b(?:about|around|approximately|roughly|nearly|almost|over|some|estimated|between|under|than|least|most|to|or"
    r"|and|by|through|only|just|exactly|until|nearly) $",
    re.IGNORECASE,
)
# Under a negation or a condition the direction of a bound is reversed.
_NOT_UPWARD = re.compile(
    r"\b(?:not|no|never|without|illegal|if|unless|every|all|any|could|would|must|require[sd]?|whether)\b|n't\b",
    re.IGNORECASE,
)
_NAME_BEFORE = re.compile(
    r"(?:[a-z0-9\")],? |\()(?:[A-Z][\w.]*|No\.|Nos\.) $|\b(?:number|chapter|no|part|page|type|route|level|class|version|size|grade|figure) $",
    re.IGNORECASE,
)
_CAPITAL_BEFORE = re.compile(r"[A-Z][\w.']* $")
DATE_AROUND = re.compile(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)",
    re.IGNORECASE,
)
_DETERMINED = re.compile(
    r"\b(?:the|his|her|its|their|these|those|other|a|an|every|each|another|my|our|'s|of|top|last|next) $",
    re.IGNORECASE,
)
_MONTH_NAMES = [
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
]


def value_of(written: str) -> float:
    """Return the value of digits or a number word."""
    return float(WORDS[written.lower()]) if written.lower() in WORDS else float(written.replace(",", ""))


def in_digits(value: float) -> str:
    """Format the number in digits, with commas from a thousand."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.10g}"


def like(value: float, written: str) -> str:
    """Format the number like the other one: in words if that one is and a single word exists."""
    if written.lower() in WORDS and value in IN_WORDS:
        return IN_WORDS[int(value)].capitalize() if written[0].isupper() else IN_WORDS[int(value)]
    text = in_digits(value)
    plain = "," not in written and 1000 <= value < 10000 <= value_of(written) * 10
    return text.replace(",", "") if plain else text


def found(sentence: str) -> list[re.Match[str]]:
    """Find the plain numbers of the sentence: no years, days, parts of names, ranges or clock times."""
    kept = []
    for match in free_matches(NUMBER, sentence):
        before, after = sentence[: match.start()], sentence[match.end() :]
        near = before[-12:] + "|" + after[:12]
        if DATE_AROUND.search(near) or re.match(
            r" (?:and|or|to|by|x|of) \d| (?:a\.m|p\.m|am|pm|BC|AD)\b", after
        ):
            continue
        if (_NAME_BEFORE.search(before) and _CAPITAL_BEFORE.search(before)) or re.search(
            r"\d (?:and|or|to|by|x) $|\(\w* ?$", before
        ):
            continue
        if re.match(r" [A-Z]", after) or re.search(
            r"\b(?:number|chapter|no\.|part|page|type|level|class|size) $", before
        ):
            continue
        kept.append(match)
    return kept


def another_value(value: float, rng: random.Random) -> float:
    """Return a number of the same form that is wrong under any rounding."""
    if value != int(value):
        return round(value * rng.choice((0.3, 0.5, 1.4, 1.9, 2.5)) + 0.1, 1)
    if value <= 20:
        return float(rng.choice([n for n in range(2, 21) if n != value and abs(n - value) <= 9]))
    options = {value + rng.choice((-10, 10)), value * 2, value * 10, value + rng.choice((-7, 9)), value // 2}
    digits = str(int(value))
    if len(digits) > 1 and digits[1] != "0":
        options.add(float(digits[1] + digits[0] + digits[2:]))
    if value >= 1000:
        size = 10 ** (len(digits) - 2)
        options = {value * 10, value * 2, value // size * size + 3 * size, max(value // 2 // 10 * 10, 10)}
    return rng.choice(sorted(option for option in options if option > 1 and option != value))


def another_number(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield one number with another value; a bound moved in the safe direction stays true."""
    for match in found(sentence):
        value = value_of(match["value"])
        if value <= 1:
            continue
        new = another_value(value, rng)
        if match["unit"] and new > 100 >= value:
            new = max(2.0, value // 3)
        if new == value:
            continue
        label, firm = _bound(sentence[: match.start()], value, new)
        if firm or not _NOT_UPWARD.search(sentence):
            kind = "number" if label == "contradicted" else "bound"
            yield Edit(replaced(sentence, match, like(new, match["value"]), "value"), label, kind, firm)


def _bound(before: str, value: float, new: float) -> tuple[Label, bool]:
    """Return the label of a changed number, by the bound word in front of it."""
    if _LOWER.search(before):
        return ("entailed", False) if new < value else ("neither", False)
    if _UPPER.search(before):
        return ("entailed", False) if new > value else ("neither", False)
    return ("contradicted", True)


def moved_bound(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield a count as a bound that it meets (entailed) or misses (contradicted)."""
    if not may_weaken(sentence):
        return
    for match in found(sentence):
        value, before, after = value_of(match["value"]), sentence[: match.start()], sentence[match.end() :]
        counted = re.match(r" (?!times|years old|year)[a-z]+s\b", after) and not match["money"]
        if not counted or value < 3 or value != int(value) or match["scale"] or match["unit"]:
            continue
        if _HEDGE.search(before) or _DETERMINED.search(before) or _LOWER.search(before) or not before:
            continue
        less, more = (like(n, match["value"]) for n in _around(value, rng))
        same = match["value"]
        for words in (f"at least {same}", f"more than {less}", f"fewer than {more}", f"at least {less}"):
            yield Edit(replaced(sentence, match, words), "entailed", "number bound", firm=False)
        for words in (f"more than {more}", f"fewer than {less}", f"at most {less}", f"at least {more}"):
            yield Edit(replaced(sentence, match, words), "contradicted", "number bound", firm=False)


def _around(value: float, rng: random.Random) -> tuple[float, float]:
    """Return a smaller and a greater number near the value, rounded for large values."""
    if value <= 20:
        return max(2.0, value - rng.choice((1, 1, 2))), min(
            20.0, value + rng.choice((1, 2))
        ) if value < 19 else 30.0
    step = 10 ** (len(str(int(value))) - 1)
    below = value // step * step
    return (below if below < value else below - step / 2), below + step


def exchanged_numbers(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Exchange two numbers of the sentence."""
    numbers = [m for m in found(sentence) if value_of(m["value"]) > 1]
    if len(numbers) != 2 or re.search(r"\bbetween\b|\brespectively\b|\beither\b", sentence):
        return
    one, two = numbers
    apart = sentence[one.end() : two.start()]
    same_shape = (one["scale"], one["unit"], one["money"]) == (two["scale"], two["unit"], two["money"])
    if same_shape and one["value"].lower() != two["value"].lower() and len(apart.split()) >= 2:
        if one["value"][0].isupper():
            return
        swapped = replaced(sentence, two, one["value"], "value")
        yield Edit(replaced(swapped, one, two["value"], "value"), "contradicted", "numbers exchanged")


def written_otherwise(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Yield the same value in digits, words, or with a scale word."""
    for match in found(sentence):
        for new in _other_forms(match, at_start=match.start() == 0):
            yield Edit(replaced(sentence, match, new), "entailed", "number written otherwise")
    for match in re.finditer(r"\b(?:50%|50 percent|50 per cent) of\b", sentence):
        yield Edit(replaced(sentence, match, "half of"), "entailed", "number written otherwise")
    for match in re.finditer(r"(?<=\d)(?:%| per ?cent\b)", sentence):
        new = " percent" if match[0] == "%" else "%"
        yield Edit(replaced(sentence, match, new), "entailed", "number written otherwise")


_SCALES = {" thousand": 1e3, " million": 1e6, " billion": 1e9}


def _other_forms(match: re.Match[str], *, at_start: bool) -> Iterator[str]:
    """Yield the other forms of a number."""
    written, value, rest = match["value"], value_of(match["value"]), match["unit"] or ""
    scale = _SCALES.get(match["scale"] or "")
    if scale:
        yield match["money"] + in_digits(round(value * scale)) + rest
    elif match["scale"]:
        return
    elif written.lower() in WORDS:
        yield ("" if at_start else in_digits(value)) or written
    elif value == int(value):
        yield from _digits_otherwise(match["money"], written, int(value), rest)


def _digits_otherwise(money: str, written: str, value: int, rest: str) -> Iterator[str]:
    """Yield a whole number in words, without commas, or with million or billion."""
    words = spelled(value)
    if words and not money:
        yield words + rest.replace("%", " percent")
    if "," in written:
        yield money + written.replace(",", "") + rest
    for name, size in (("billion", 10**9), ("million", 10**6), ("thousand", 10**3)):
        if value >= size and value * 100 % size == 0:
            yield f"{money}{value / size:g} {name}{rest}"
            break


def spelled(value: int) -> str:
    """Spell a whole number from 2 to 9,999 in words; empty for others."""
    if not 2 <= value <= 9999 or (value > 100 and value % 100):
        return ""
    if value in IN_WORDS:
        return IN_WORDS[value]
    return str(num2words(value))


_SCALE = re.compile(r"(?<=\d )(hundred|thousand|million|billion|trillion)\b")
_OTHER_SCALE = {
    "hundred": "thousand",
    "thousand": "million",
    "million": "billion",
    "billion": "million",
    "trillion": "billion",
}


def another_scale(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Replace a scale word by another, such as million by billion."""
    for match in free_matches(_SCALE, sentence):
        if not re.search(r"(?:than|least|most|to|over|under) [$£€]?[\d.,]+ $", sentence[: match.start()]):
            yield Edit(replaced(sentence, match, _OTHER_SCALE[match[0]]), "contradicted", "scale")


RULES = (another_number, moved_bound, exchanged_numbers, written_otherwise, another_scale)
