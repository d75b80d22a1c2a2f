"""What the operations find that a claim names, figure by figure."""

from ascribe.verify.comparison import Text
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import find_measure_at
from ascribe.verify.quantities.number import find_mark
from ascribe.verify.quantities.operations import ClaimFigure, Operation


def find_formulas(operation: Operation, claim: str, evidence: str) -> list[str]:
    """Return the formulas that one operation finds for the figures of an English claim."""
    asked, said = Text.read(claim, "en"), Text.read(evidence, "en")
    figures = [
        ClaimFigure(find_measure_at(asked, one), *find_mark(asked, one)) for one in find_figures(asked)
    ]
    found = (operation(figure, asked, said) for figure in figures)
    return [one.formula for one in found if one is not None]
