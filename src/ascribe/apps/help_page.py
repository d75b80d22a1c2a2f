"""Help pages: options in groups, values by name, and examples, in plain text with every version of Typer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from typer.core import TyperCommand, TyperGroup

from ascribe.apps.examples import EXAMPLES
from ascribe.apps.option_hints import explain_option
from ascribe.errors import InputError

Row = tuple[str, str]

ARGUMENTS, OPTIONS, COMMANDS = "Arguments", "Options", "Commands"


class _HelpPage:
    """The parts of a page that commands and groups share; the formatter is Click's."""

    params: list[Any]
    options_metavar: str | None
    get_params: Any

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the parts of the usage line after the name of the command."""
        pieces = [self.options_metavar] if self.options_metavar else []
        pieces += [_name_argument(one) for one in self.get_params(ctx) if _is_argument(one)]
        return [*pieces, "COMMAND"] if isinstance(self, TyperGroup) else pieces

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, then the options by group, in the order in which the groups first occur."""
        groups: dict[str, list[Row]] = {ARGUMENTS: []}
        last: list[Row] = []
        for one in self.get_params(ctx):
            record = one.get_help_record(ctx)
            if record is None:
                continue
            if _is_argument(one):
                groups[ARGUMENTS].append((_name_argument(one, plain=True), record[1]))
            elif (panel := getattr(one, "rich_help_panel", None)) is not None:
                groups.setdefault(panel, []).append((_name_option(one, record[0]), _describe(one, record[1])))
            else:
                last.append((_name_option(one, record[0]), _describe(one, record[1])))
        groups[OPTIONS] = last
        _write_groups(formatter, groups)
        if isinstance(self, TyperGroup):
            self.format_commands(ctx, formatter)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples of the command."""
        examples = EXAMPLES.get(_find_path(ctx), ())
        if not examples:
            return
        with formatter.section("Examples"):
            for says, line in examples:
                formatter.write(f"{' ' * formatter.current_indent}# {says}\n")
                formatter.write(f"{' ' * formatter.current_indent}{line}\n")


class HelpCommand(_HelpPage, TyperCommand):
    """A command with such a page, which says what to write instead of an option that it does not have."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments."""
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            # The class for a missing option is not exported by every version of Typer; its field is.
            option = str(getattr(error, "option_name", ""))
            hint = explain_option(_find_path(ctx), option)
            if not hint:
                raise
            raise InputError(f"there is no option {option}: {hint}.") from None


class HelpGroup(_HelpPage, TyperGroup):
    """A group of commands with such a page."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands by group, each with the whole first sentence of its description."""
        groups: dict[str, list[Row]] = {}
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is None or command.hidden:
                continue
            panel = getattr(command, "rich_help_panel", None) or COMMANDS
            groups.setdefault(panel, []).append((name, _find_summary(command.help or "")))
        _write_groups(formatter, groups)


def _find_path(ctx: Any) -> str:
    """Return the names of the command below the program: ``library list``."""
    return "" if ctx.parent is None else f"{_find_path(ctx.parent)} {ctx.info_name}".strip()


def _write_groups(formatter: Any, groups: Mapping[str, Iterable[Row]]) -> None:
    for title, rows in groups.items():
        if found := list(rows):
            with formatter.section(title):
                formatter.write_dl(found, col_max=26)


def _is_argument(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def _name_argument(argument: Any, *, plain: bool = False) -> str:
    """Return ``REPLY...``; in the usage line in brackets if it can be left out."""
    name = (argument.metavar or argument.name.upper()).strip("[].")
    if argument.nargs != 1:
        name += "..."
    return name if plain or argument.required else f"[{name}]"


def _name_option(option: Any, shown: str) -> str:
    """Return ``-s, --source PATH``; ``shown`` is what Typer itself would print."""
    names = ", ".join([*sorted(option.opts, key=len), *option.secondary_opts])
    if option.is_flag or option.count:
        return names
    kind = shown.rpartition("--")[2].partition(" ")[2].lower()
    return f"{names} {option.metavar or ('NUMBER' if 'int' in kind or 'float' in kind else 'NAME')}"


def _describe(option: Any, text: str) -> str:
    """Return the description of an option; that of ``--tier`` with the tiers of other packages."""
    if "--tier" not in option.opts:
        return text
    from ascribe.registry import components

    names = [row.name for row in components("verify") if row.package and not row.refused]
    return f"{text} Also installed: {', '.join(names)}." if names else text


def _find_summary(text: str) -> str:
    """Return the first sentence of a description, on one line."""
    return " ".join(text.split("\n\n", maxsplit=1)[0].split())
