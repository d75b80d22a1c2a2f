"""Generated answers: any text, any place, any verdict; and replies made of pieces of Markdown."""

from __future__ import annotations

from hypothesis import strategies as st

from ascribe.records import (
    Answer,
    CitedSentence,
    Clause,
    FaithfulnessComponents,
    Reference,
    SkippedSource,
    Verdict,
    VerificationResult,
)
from ascribe.records.outcomes import CHECKED, STATUSES

TEXT = st.text(
    st.one_of(
        st.sampled_from("ab.|`*_[]()<>&#\\\n\r\t \x00\x1b\x85\u202e\u2028⟦⟧U+1B{}:~$!'\"-=–文"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=60,
)
PLACES = st.integers(0, 120)
MARKDOWN_PIECES = (
    "A plain sentence.",
    "Another, with **bold words.**",
    "It says `code. More` here.",
    "See [the report. It is long.](https://example.org/a_(b)) now.",
    "Own marker [7].",
    "A formula $$x. y$$ too.",
    "# Heading",
    "## Closed heading ##",
    "Underlined\n==========",
    "- item one.",
    "- [ ] task.",
    "1. first",
    "> quoted. Twice.",
    "| a | b |\n|---|---|\n| 1 | 2 |\n| x | |",
    "```python\nprint('a. b')\n```",
    "~~~\nopen. fence",
    "[7]: https://example.org",
    "[^1]: A note.",
    "<b>tag.</b>",
    "<!-- hidden. -->",
    "line one  \nline two\\\nline three.",
    "---",
    "文。（注）",
)


@st.composite
def references(draw: st.DrawFn) -> Reference:
    start = draw(st.integers(0, 3))
    label = draw(st.sampled_from(["supports", "supports", "contradicts", "related", "odd"]))
    pages = draw(st.lists(st.integers(0, 9), max_size=3))
    name, quote = draw(TEXT), draw(TEXT)
    return Reference(start, start + 2, 0, 0, 0.5, name, draw(st.integers(1, 2)), label, quote, tuple(pages))


@st.composite
def verdicts(draw: st.DrawFn) -> Verdict | None:
    if draw(st.booleans()):
        return None
    status = draw(st.sampled_from(STATUSES))
    details = draw(st.dictionaries(TEXT, st.one_of(TEXT, st.floats(0, 1), st.lists(TEXT)), max_size=2))
    reason = draw(st.sampled_from(["confirmed", "not_found", "acme_own"]))
    score = draw(st.none() | st.floats(0, 1))
    spans = [(min(pair), max(pair)) for pair in draw(st.lists(st.tuples(PLACES, PLACES), max_size=3))]
    clauses = [Clause(start, end, draw(st.sampled_from(STATUSES)), reason) for start, end in spans[:2]]
    return Verdict(status, reason, "rules", score, None, (), details, tuple(clauses), tuple(spans))


@st.composite
def sentences(draw: st.DrawFn, reply: str) -> CitedSentence:
    cuts = sorted(draw(st.lists(st.integers(0, len(reply) + 2), min_size=2, max_size=2)))
    start, end = cuts if draw(st.booleans()) else (None, None)
    text = reply[start:end] if start is not None else draw(TEXT)
    evidence = draw(st.lists(references(), max_size=3))
    return CitedSentence(text, (), 0.5, start, end, tuple(evidence), draw(verdicts()))


def build(reply: str | None, chosen: list[CitedSentence], skipped: str) -> Answer:
    results = [
        VerificationResult(i, s.text, s.verdict.status == "supported", 0.5)
        for i, s in enumerate(chosen)
        if s.verdict is not None and s.verdict.status in CHECKED
    ]
    components = FaithfulnessComponents(0.0, 1.0)
    return Answer(
        skipped,
        chosen,
        1.0,
        components,
        [],
        [],
        results,
        reply=reply,
        skipped=[SkippedSource(skipped, skipped)],
    )


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    """Any text, with sentences that may overlap, run over the end or stand nowhere."""
    reply = draw(TEXT)
    chosen = draw(st.lists(sentences(reply), max_size=4))
    return build(draw(st.sampled_from([reply, None])), chosen, draw(TEXT))


@st.composite
def markdown_answers(draw: st.DrawFn) -> Answer:
    """Blocks of Markdown with sentences that end at full stops and at the ends of lines, in code too."""
    pieces = draw(st.lists(st.sampled_from(MARKDOWN_PIECES), min_size=1, max_size=6))
    reply = draw(st.sampled_from(["\n\n", "\n", " "])).join(pieces) + draw(st.sampled_from(["", "\n"]))
    chosen, start = [], 0
    for end in [i + 1 for i, c in enumerate(reply) if c in ".。\n"] + [len(reply)]:
        text = reply[start:end].strip()
        if text:
            first = reply.index(text, start)
            evidence = draw(st.lists(references(), max_size=2))
            chosen.append(
                CitedSentence(text, (), 0.5, first, first + len(text), tuple(evidence), draw(verdicts()))
            )
        start = end
    return build(reply, chosen, "x")
