"""Write apollo11.pdf from apollo11.md: the document of the demo, as a PDF with two pages.

Run it with ``python examples/apollo11/make_pdf.py``; it needs reportlab, which the ``dev`` extra installs.
"""

from __future__ import annotations

import re
from pathlib import Path

from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer, Table

HERE = Path(__file__).parent
STYLES = {"#": "Title", "##": "Heading2"}


def flowables(text: str) -> list[Flowable]:
    """Headings, paragraphs and the table of the Markdown text, in order."""
    styles, made = getSampleStyleSheet(), []
    for block in re.split(r"\n\n+", text.strip()):
        mark, _, rest = block.partition(" ")
        if mark in STYLES:
            made.append(Paragraph(rest, styles[STYLES[mark]]))
        elif mark == "|":
            rows = [row.strip("| ").split(" | ") for row in block.splitlines() if not row.startswith("|--")]
            made.append(Table(rows, hAlign="LEFT"))
        else:
            made += [Paragraph(block, styles["BodyText"]), Spacer(1, 6)]
    return made


def main() -> None:
    """Write the file beside this script; the same bytes every time."""
    text = (HERE / "apollo11.md").read_text(encoding="utf-8")
    document = SimpleDocTemplate(
        str(HERE / "apollo11.pdf"),
        pagesize=A5,
        title="Apollo 11: a short account of the flight",
        author="The Ascribe developers",
        invariant=1,
    )
    document.build(flowables(text))


if __name__ == "__main__":
    main()
