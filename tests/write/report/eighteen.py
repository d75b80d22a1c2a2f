"""A reply of eighteen statements, three of them wrong, over a PDF and a note: a page of usual length."""

from __future__ import annotations

import io
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate

import ascribe
from ascribe.records import Answer

HARBOUR = """\
The harbour of Velm was opened in 1884. It has two basins and a slipway. The north basin is 6 metres deep. The
south basin is 4 metres deep. The lighthouse stands on the eastern pier. It was built by Jonas Arendt in 1891.
The lighthouse is 27 metres high."""
FISHING = """\
The fishing fleet counts 38 boats. Most of them catch herring. The auction hall opens at five in the morning.
About 900 tonnes of herring were sold in 2019."""
FERRY = """\
The ferry to Ostrand leaves three times a day. The crossing takes 55 minutes. A ticket costs 12 euros.
Bicycles are carried free of charge. Dogs must be kept on a lead."""
CARS = "The ferry carries 240 passengers and 30 cars. It does not run on New Year's Day."
PAGES = (("Harbour of Velm", HARBOUR, FISHING), ("Ferry", FERRY, CARS))
NOTE = "The museum of navigation is in the old customs house. It is open from April to October."

REPLY = """\
## The harbour of Velm

The harbour of Velm was opened in **1884**. It has two basins and a slipway.

- The north basin is 6 metres deep.
- The south basin is 4 metres deep.
- The lighthouse stands on the *eastern pier*. It was built by Jonas Arendt in 1891. \
The lighthouse is 72 metres high.

### Fishing

The fishing fleet counts 38 boats. The auction hall opens at five in the morning. \
About 900 tonnes of herring were sold in 2019.

### Ferry

1. The ferry to Ostrand leaves three times a day.
2. The crossing takes 55 minutes.
3. A ticket costs 15 euros.
4. Bicycles are carried free of charge.

> Dogs must be kept on a lead. The ferry runs on New Year's Day, too, with an orchestra on board.

The museum of navigation is in the old customs house. It is open from April to October.
"""


def draw_pdf() -> bytes:
    """The source: two pages."""
    styles = getSampleStyleSheet()
    story: list[object] = []
    for title, *paragraphs in PAGES:
        story += [
            Paragraph(title, styles["Heading1"]),
            *(Paragraph(p, styles["BodyText"]) for p in paragraphs),
        ]
        story.append(PageBreak())
    out = io.BytesIO()
    SimpleDocTemplate(out, pagesize=A4, invariant=1).build(story)
    return out.getvalue()


def check_reply(folder: Path) -> Answer:
    """The answer, with the PDF in that folder."""
    path = folder / "velm.pdf"
    path.write_bytes(draw_pdf())
    return ascribe.check(
        REPLY, [path, {"id": "note.txt", "text": NOTE}], "What is there in Velm?", tier="rules"
    )
