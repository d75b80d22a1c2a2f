"""Times of answers: read from a column, and put together into hours, days, weeks, months or years."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

from ascribe.batch_results.tally import Tally

MOST_PERIODS = 60
"""A chart covers at most about this many periods, with and without answers; then a longer one is used."""

_MILLISECONDS_FROM = 1e11
"""A number of seconds from 1970 that is larger is one of milliseconds: as seconds it is the year 5138."""


def parse_time(value: object) -> datetime | None:
    """Return the hour of a time in UTC; None if the value is no time.

    Text is a date or a time as in ISO 8601; a time without a zone is taken as it is. A number is seconds or
    milliseconds from 1970.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        try:
            found = datetime.fromisoformat(value.strip())
        except ValueError:
            return _parse_number(value)
    else:
        return _parse_number(value)
    if found.tzinfo is not None:
        found = found.astimezone(UTC).replace(tzinfo=None)
    return _cut_to_hour(found)


def _parse_number(value: object) -> datetime | None:
    try:
        number = float(value)  # type: ignore[arg-type]  # whatever is no number raises
        seconds = number / 1000 if number >= _MILLISECONDS_FROM else number
        return _cut_to_hour(datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None))
    except (TypeError, ValueError, OverflowError, OSError):
        return None


def _cut_to_hour(time: datetime) -> datetime:
    return time.replace(minute=0, second=0, microsecond=0)


def _cut_to_day(time: datetime) -> datetime:
    return time.replace(hour=0)


def _cut_to_week(time: datetime) -> datetime:
    """Return the Monday."""
    day = _cut_to_day(time)
    return day - min(timedelta(days=day.weekday()), day - datetime.min)


def _cut_to_month(time: datetime) -> datetime:
    return _cut_to_day(time).replace(day=1)


def _cut_to_year(time: datetime) -> datetime:
    return _cut_to_month(time).replace(month=1)


PERIODS: Mapping[str, tuple[float, Callable[[datetime], datetime], str]] = {
    "hour": (1 / 24, _cut_to_hour, "%Y-%m-%d %H:00"),
    "day": (1, _cut_to_day, "%Y-%m-%d"),
    "week": (7, _cut_to_week, "%Y-%m-%d"),
    "month": (30.4, _cut_to_month, "%Y-%m"),
    "year": (365.2, _cut_to_year, "%Y"),
}
"""Period → its days, the start of the period of a time, and how it is written."""


def join_periods(hours: Mapping[datetime, Tally]) -> tuple[str, list[tuple[datetime, str, Tally]]]:
    """Return the shortest period that gives few enough points, and (start, its name, tally) in order."""
    days = (max(hours) - min(hours)).total_seconds() / 86400
    period = next((name for name, (length, *_) in PERIODS.items() if days < length * MOST_PERIODS), "year")
    _, cut, form = PERIODS[period]
    joined: dict[datetime, Tally] = {}
    for hour, tally in hours.items():
        joined.setdefault(cut(hour), Tally()).merge(tally)
    return period, [(start, start.strftime(form), joined[start]) for start in sorted(joined)]
