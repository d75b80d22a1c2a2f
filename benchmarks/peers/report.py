"""Write the results as Markdown: quality, families of small changes, cost, who wins, what did not run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from benchmarks.peers.roster import OURS, PEERS

NONE = "—"
"""A peer cannot do it, or was not asked."""

DEFAULT = "Ascribe `builtin`"
RULES = "Ascribe `rules`"

MAIN = (
    ("attribution", "first is gold"),
    ("attribution", "recall of five"),
    ("verification", "balanced accuracy"),
    ("verification", "AUROC"),
    ("perturbation", "balanced accuracy"),
    ("markers", "documents right"),
)

TITLES = {
    "attribution": "finding the source sentence",
    "verification": "labelled claims",
    "perturbation": "small changes",
    "markers": "markers",
}

Results = dict[str, Any]


def build_report(results: Results) -> str:
    """Build all sections."""
    parts = (
        describe_sample(results),
        "### Quality\n\nIn percent, with 95 % intervals. — is what a peer does not do.\n\n"
        + build_quality(results),
        "### Small changes by family\n\nBalanced accuracy of `supported`, in percent; 50 is chance.\n\n"
        + build_families(results),
        "### Cost\n\n" + build_cost(results),
        "### Where Ascribe is not the best\n\n" + build_wins(results),
        "### How each was called\n\n" + build_calls(results),
        "### What did not run\n\n" + build_missing(results),
    )
    return "\n\n".join(part.strip() for part in parts) + "\n"


def describe_sample(results: Results) -> str:
    """Describe the sample in one paragraph."""
    added = results.get("added", [])
    later = f" Of a later run, with Ascribe beside them: {', '.join(added)}." if added else ""
    counts = ", ".join(f"{number} for {TITLES[task]}" for task, number in results["items"].items())
    return (
        f"Items: {counts}; {results['sample']}. Cost: the median of {results['rounds']} rounds, in which all "
        f"peers take turns on texts never seen. {results['machine']}{later}"
    )


def build_quality(results: Results) -> str:
    """Build the table of quality, one row per peer and floor."""
    head = ["", *(f"{TITLES[task]}: {figure}" for task, figure in MAIN), "labelled claims: undecided"]
    rows = [
        [
            name,
            *(format_figure(get_figure(one, task, figure)) for task, figure in MAIN),
            format_value(get_figure(one, "verification", "undecided")),
        ]
        for name, one in results["quality"].items()
        if one["tasks"]
    ]
    return build_table(head, rows)


def build_families(results: Results) -> str:
    """Build the table of the families."""
    names = list(next(iter(results["quality"].values()))["families"])
    head = ["", *names, "lies passed", "truths kept"]
    rows = [
        [
            name,
            *(format_value(one["families"].get(family)) for family in names),
            *(format_value(get_figure(one, "perturbation", f)) for f in ("lies passed", "truths kept")),
        ]
        for name, one in results["quality"].items()
        if any(one["families"].get(family) for family in names)
    ]
    return build_table(head, rows)


def build_cost(results: Results) -> str:
    """Build the table of cost: ratios, each with its range over the rounds."""
    rows = [
        [
            name,
            format_ratio(one.get(f"time, of {RULES}")),
            format_ratio(one.get(f"time, of {DEFAULT}")),
            format_ratio(one.get(f"cold, of {DEFAULT}")),
            format_number(one.get(f"memory, of {DEFAULT}")),
            format_ratio(one.get("sources doubled")),
            format_ratio(one.get("reply doubled")),
        ]
        for name, one in results["cost"].items()
        if one["seconds"]
    ]
    head = [
        "",
        "time of an answer, × `rules`",
        "× `builtin`",
        "cold process, × `builtin`",
        "memory, × `builtin`",
        "sources doubled",
        "reply doubled",
    ]
    notes = (
        "An answer is a reply of eight sentences over ten passages of twelve. Times are ratios within a "
        "round: median [lowest, highest]. Cold is a new process, from its start to its first answer; memory "
        "is the highest resident memory after all answers. The last two columns are the time of an answer "
        "with twice the sources, and with twice the reply, over that of the first."
    )
    return f"{notes}\n\n{build_table(head, rows)}"


def build_wins(results: Results) -> str:
    """List, for each figure, the peers and floors that are above a tier of Ascribe, or cheaper than it."""
    lines = [describe_wins(results, task, figure) for task, figure in MAIN]
    lines += [describe_above_rules(results, task, figure) for task, figure in MAIN]
    for column, title in (
        (f"time, of {RULES}", "faster than `rules`"),
        (f"time, of {DEFAULT}", "faster than `builtin`"),
        (f"memory, of {DEFAULT}", "less memory than `builtin`"),
    ):
        cheaper = [f"{name} ({value:.2g} ×)" for name, value in find_cheaper(results, column).items()]
        lines.append(f"- {title}: {', '.join(cheaper) if cheaper else 'none'}.")
    return "\n".join(lines)


def find_cheaper(results: Results, column: str) -> dict[str, float]:
    """Return the packages whose cost in this column is below that of the tier it is a ratio to."""
    return {
        name: value
        for name, one in results["cost"].items()
        if (value := get_median(one.get(column))) is not None and value < 1 and not is_ours(name)
    }


def describe_wins(results: Results, task: str, figure: str) -> str:
    """Describe who is above tier ``builtin`` in one figure."""
    ours = get_figure(results["quality"].get(DEFAULT, {}), task, figure)
    above = [
        f"{name} ({100 * value['value']:.1f}, {value['above']})"
        for name, one in results["quality"].items()
        if (value := get_figure(one, task, figure)) and value.get("above")
    ]
    said = ", ".join(above) if above else "none"
    shown = format_value(ours)
    return f"- {TITLES[task]}, {figure}, above `builtin` ({shown}): {said}."


def describe_above_rules(results: Results, task: str, figure: str) -> str:
    """Describe which packages have a higher figure than tier ``rules``, whatever the intervals are."""
    ours = get_figure(results["quality"].get(RULES, {}), task, figure)
    figures = {
        name: value
        for name, one in results["quality"].items()
        if not is_ours(name) and (value := get_figure(one, task, figure))
    }
    above = [
        f"{name} ({format_value(value)})"
        for name, value in figures.items()
        if ours and value["value"] > ours["value"]
    ]
    said = ", ".join(above) if above else "none"
    return f"- {TITLES[task]}, {figure}, above `rules` ({format_value(ours)}): {said}."


def build_calls(results: Results) -> str:
    """Build the table of calls and of what is unfair, with versions."""
    rows = [
        [
            peer.name,
            ", ".join(f"{k} {v}" for k, v in results["versions"].get(peer.name, {}).items())
            or "this checkout",
            peer.called,
            ". ".join(filter(None, [peer.unfair, f"needs {peer.needs}" if peer.needs else ""])) or NONE,
        ]
        for peer in PEERS
        if peer.name in results["quality"]
    ]
    return build_table(["", "version", "call", "what is unfair, what it needs"], rows)


def build_missing(results: Results) -> str:
    """List what failed or was stopped, with errors on single items."""
    lines = [f"- {name}: {reason}." for name, reason in results["missing"].items()]
    for name, one in results["quality"].items():
        if one["ended"]:
            lines.append(f"- {name}: {one['ended']}.")
        if one["errors"]:
            lines.append(f"- {name}: an error on {one['errors']} items, which count as wrong.")
    lines += [f"- {name}, cost: {one['ended']}." for name, one in results["cost"].items() if one["ended"]]
    return "\n".join(lines) or "All ran."


def build_summary(results: Results) -> str:
    """Build the part of README: main figures without intervals, time, and who is better."""
    lines = [describe_wins(results, task, figure) for task, figure in MAIN]
    better = [line for line in lines if not line.endswith(": none.")]
    said = "\n".join(better) or "- nowhere in this run."
    lead = "Where others are better than `builtin`, the default:"
    than_default, than_rules = (len(find_cheaper(results, f"time, of {one}")) for one in (DEFAULT, RULES))
    cost = f"{than_default} of them are faster than `builtin`, {than_rules} faster than `rules`."
    return f"{build_short_table(results)}\n\n{lead}\n\n{said}\n\n{cost}"


def build_short_table(results: Results) -> str:
    """Build the table of main figures without intervals, and of time."""
    head = ["", *(f"{TITLES[task]}: {figure}" for task, figure in MAIN), "time, × `rules`"]
    rows = [
        [
            name,
            *(format_value(get_figure(one, task, figure)) for task, figure in MAIN),
            format_number(get_median(results["cost"].get(name, {}).get(f"time, of {RULES}"))),
        ]
        for name, one in results["quality"].items()
        if one["tasks"]
    ]
    return build_table(head, rows)


def get_figure(one: dict[str, Any], task: str, figure: str) -> dict[str, Any] | None:
    """Return a figure of a peer, None if it has none."""
    found: dict[str, Any] | None = one.get("tasks", {}).get(task, {}).get(figure)
    return found if found and found["value"] is not None else None


def get_median(value: Any) -> float | None:
    """Return the median of a summary, or the number itself."""
    found = value["median"] if isinstance(value, dict) else value
    return None if found is None else float(found)


def is_ours(name: str) -> bool:
    """Return True for a tier of Ascribe."""
    return name in {peer.name for peer in OURS}


def format_figure(figure: dict[str, Any] | None) -> str:
    """Format a figure in percent with its interval."""
    if figure is None:
        return NONE
    value = f"{100 * figure['value']:.1f}"
    return (
        value if figure["low"] is None else f"{value} [{100 * figure['low']:.0f}, {100 * figure['high']:.0f}]"
    )


def format_value(figure: dict[str, Any] | None) -> str:
    """Format a figure in percent without its interval."""
    return NONE if figure is None or figure["value"] is None else f"{100 * figure['value']:.1f}"


def format_ratio(summary: dict[str, Any] | None) -> str:
    """Format a ratio with its range."""
    if summary is None:
        return NONE
    return f"{summary['median']:.2g} [{summary['low']:.2g}, {summary['high']:.2g}]"


def format_number(number: float | None) -> str:
    """Format a ratio to two digits, without an exponent."""
    if number is None:
        return NONE
    return f"{number:.0f}" if number >= 100 else f"{number:.2g}"


def build_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Build a Markdown table; a vertical bar in a cell is escaped."""
    escape: Callable[[str], str] = lambda cell: cell.replace("|", r"\|")  # noqa: E731 - one use
    lines = ["| " + " | ".join(map(escape, row)) + " |" for row in (head, *rows)]
    return "\n".join([lines[0], "|---" * len(head) + "|", *lines[1:]])
