"""``ascribe compare``: what is better and worse in the second of two runs of ``ascribe batch``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ascribe.apps.options import Output
from ascribe.text.counts import format_count

if TYPE_CHECKING:
    from ascribe.apps.listings import Listing
    from ascribe.batch_results import Comparison
    from ascribe.batch_results.comparison import Difference

_NAMED = 10
"""Maximum number of answers that are named because one run lacks them."""


def compare(
    before: Annotated[
        Path, typer.Argument(metavar="A", help="Table of answers that ascribe batch wrote: the first run.")
    ],
    after: Annotated[Path, typer.Argument(metavar="B", help="The same of the second run.")],
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="Column of both tables: answers with the same value are drawn together for the intervals. "
            "Default: each answer alone.",
        ),
    ] = None,
    fail_if_worse: Annotated[
        bool,
        typer.Option(
            "--fail-if-worse",
            help="Exit with 1 if B has fewer sentences supported or more contradicted, by the whole 95 % "
            "interval, or lacks answers of A.",
        ),
    ] = False,
    max_worse: Annotated[
        int | None,
        typer.Option(
            "--max-worse",
            min=0,
            metavar="NUMBER",
            help="Exit with 1 if more answers than this got worse, whatever the interval, or B lacks answers "
            "of A; 0 allows none.",
        ),
    ] = None,
    limit: Annotated[
        int, typer.Option(min=0, help="List at most this many sentences and answers that got worse.")
    ] = 10,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the resamples.")] = 0,
    resamples: Annotated[
        int, typer.Option(min=0, help="Bootstrap resamples for the intervals; 0 for none.")
    ] = 1000,
    format_: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            help="table, md or json. Default: by the suffix of -o, else table on a terminal, md in a pipe.",
        ),
    ] = None,
    output: Output = None,
) -> None:
    """Compare the results of two runs of ascribe batch over the same table.

    Exits with 0, with 1 if B is worse by --fail-if-worse or --max-worse, and with 2 if it could not run.
    """
    from ascribe.apps.listings import choose_table_format, render_listings
    from ascribe.apps.terminal import check_output_path, write
    from ascribe.batch_results import compare as compare_runs

    output = None if output == Path("-") else output
    name = choose_table_format(format_, output)
    check_output_path(output)
    comparison = compare_runs(before, after, cluster=cluster, limit=limit, resamples=resamples, seed=seed)
    listings = list(build_listings(comparison))
    write(comparison.to_json() if name == "json" else render_listings(listings, name, output), output)
    failures = comparison.failures if fail_if_worse else ()
    failures = tuple(dict.fromkeys((*failures, *comparison.list_excess(max_worse))))
    if failures:
        typer.echo(f"ascribe: {after} is worse: {'; '.join(failures)}", err=True)
        raise typer.Exit(1)
    if fail_if_worse and comparison.undecided:
        typer.echo(f"ascribe: passed, but not decided: {describe_undecided(comparison)}", err=True)


def build_listings(comparison: Comparison) -> Iterator[Listing]:
    """Yield the tables of a comparison: the figures, then the answers and sentences that got worse."""
    from ascribe.apps.listings import Listing

    yield Listing(
        f"A: {comparison.before}, B: {comparison.after}",
        ("measure", "A", "B", "change [95 % interval]", "B is"),
        tuple(_build_row(each) for each in comparison.differences),
        tuple(_describe_runs(comparison)),
    )
    changes = comparison.changes
    yield from _list_moves(comparison)
    if changes.worst_answers:
        from ascribe.batch_results.changes import describe_counts

        rows = (
            (each.answer, *map(describe_counts, (each.before, each.after))) for each in changes.worst_answers
        )
        title = f"Answers that got worse: {_count_listed(changes.answers_worse, len(changes.worst_answers))}"
        note = "Worse are answers with more contradicted sentences, or with a lower share supported."
        yield Listing(title, ("answer", "A", "B"), tuple(rows), (note,))
    if changes.worse:
        from ascribe.records.outcomes import STATUS_WORDS

        count = _count_listed(changes.count_moves(worse=True) + changes.new_failing, len(changes.worse))
        yield Listing(
            f"Sentences that got worse, or are new and not supported: {count}",
            ("answer", "sentence", "A", "B", "why"),
            tuple(
                (
                    each.answer,
                    each.text,
                    "not in A" if each.before is None else STATUS_WORDS[each.before],
                    STATUS_WORDS[each.after],
                    each.message,
                )
                for each in changes.worse
            ),
        )


def _build_row(difference: Difference) -> tuple[str, ...]:
    from ascribe.batch_results.comparison import format_change, format_value

    measure = difference.measure
    unit = "" if measure.percent else " (number)"
    values = (format_value(measure, value) for value in (difference.before, difference.after))
    return (f"{measure.words}{unit}", *values, format_change(difference) or "–", difference.verdict)


def describe_undecided(comparison: Comparison) -> str:
    """Return what went the wrong way without being called worse, and what would fail for it."""
    worse = comparison.changes.answers_worse
    answers = f"{format_count(worse, 'answer')} got worse"
    return (
        f"{'; '.join(comparison.undecided)}. The interval reaches 0, so "
        f"{format_count(comparison.clusters, 'cluster')} cannot show whether it is chance; {answers}. "
        "--max-worse 0 fails for any."
    )


def _describe_runs(comparison: Comparison) -> Iterator[str]:
    """Yield what was compared, and what was not."""
    yield (
        f"{format_count(comparison.paired, 'answer')} in both, paired by {comparison.paired_by}, in "
        f"{format_count(comparison.clusters, 'cluster')}. In %, of the sentences that state something; the "
        "intervals by paired bootstrap over the clusters."
    )
    reason = next((d.change.reason for d in comparison.differences if d.change.reason), "")
    if reason and all(d.change.low is None for d in comparison.differences):
        yield f"No intervals: {reason}."
    if comparison.undecided:
        yield f"Not decided: {describe_undecided(comparison)}"
    for name, lacking in (("A", comparison.only_before), ("B", comparison.only_after)):
        if lacking:
            more = f" and {len(lacking) - _NAMED} more" if len(lacking) > _NAMED else ""
            named = ", ".join(lacking[:_NAMED])
            yield f"Only in {name}, so not compared: {format_count(len(lacking), 'answer')} ({named}{more})."
    if any(comparison.rejects):
        yield f"Rows that could not be checked: {comparison.rejects[0]} in A, {comparison.rejects[1]} in B."


def _list_moves(comparison: Comparison) -> Iterator[Listing]:
    from ascribe.apps.listings import Listing
    from ascribe.records.outcomes import STATUS_WORDS

    changes = comparison.changes
    rows = tuple((STATUS_WORDS[b], STATUS_WORDS[a], str(n)) for (b, a), n in changes.moves.items())
    worse, better = (changes.count_moves(worse=worse) for worse in (True, False))
    paired = format_count(changes.paired, "sentence")
    notes = [f"{paired} with the same text in both; {worse} got worse, {better} better."]
    if changes.only_before or changes.only_after:
        notes.append(
            f"{format_count(changes.only_before, 'sentence')} only in A and {changes.only_after} only in B, "
            f"as their texts differ; not supported of those in B: {changes.new_failing}."
        )
    yield Listing("Sentences whose status changed", ("A", "B", "sentences"), rows, tuple(notes))


def _count_listed(count: int, listed: int) -> str:
    return str(count) if count == listed else f"{count}, the worst {listed}"
