"""Contract checks for writers and reference formats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

from ascribe.protocols import Claim, ReferenceFormat, Writer
from ascribe.records import Answer, CitedSentence, FaithfulnessComponents, Verdict
from ascribe.records.outcomes import OUTCOMES, STATUSES, Status
from ascribe.records.work import Markup
from ascribe.testing.samples import WORKS, documents, evidence


def check_reference_format(form: ReferenceFormat) -> None:
    """Check that a format gives one non-empty entry for each work, the same each time, with safe HTML.

    Raises:
        AssertionError: the format breaks this contract.
    """
    for markup in get_args(Markup):
        entries = form.entries(WORKS, markup)
        assert len(entries) == len(WORKS), "not one entry for each work"
        assert all(entry.strip() for entry in entries), "an entry is empty"
        assert entries == form.entries(WORKS, markup), "writing twice gives two results"
        assert form.language or all("\n" not in entry for entry in entries), "prose is not on one line"
        assert form.language or markup != "html" or "<b>A" not in entries[1], "a title is read as HTML"


def check_writer(make: Callable[[], Writer]) -> None:
    """Check that removing the insertions gives back the reply, for an answer with every status.

    Raises:
        AssertionError: the writer breaks this contract.
    """
    writer = make()
    for statuses in (STATUSES, ()):
        answer = _build_answer(statuses)
        rendered = writer.write(answer)
        assert writer.decode(rendered.without_insertions()) == answer.reply, "the reply was altered"
        assert rendered == make().write(answer), "writing twice gives two results"


def _build_answer(statuses: Sequence[Status]) -> Answer:
    """Build a Markdown list with one sentence of each status, each with its evidence."""
    texts = [f"- *Part {n}* is {status} [1]." for n, status in enumerate(statuses, 1)]
    sentences, position = [], 0
    for text, status in zip(texts, statuses, strict=True):
        claim = Claim(text, position, position + len(text), "list_item", text)
        position = claim.end + 1
        sentences.append(_build_cited_sentence(claim, status))
    components = FaithfulnessComponents(0.0, 1.0)
    return Answer("", sentences, 1.0, components, [], [], [], reply="\n".join(texts), documents=documents())


def _build_cited_sentence(claim: Claim, status: Status) -> CitedSentence:
    reason = next((row.reason for row in OUTCOMES.values() if row.status == status), "of_another_verifier")
    label = {"supported": "supports", "contradicted": "contradicts"}.get(status, "related")
    source = evidence()[0]
    references = (source.reference(claim, 0.5, label),)
    verdict = Verdict(status, reason, "rules", references=references)
    cited = (source.sentence.id,) if label == "supports" else ()
    return CitedSentence(claim.text, cited, 0.0, claim.start, claim.end, references, verdict)
