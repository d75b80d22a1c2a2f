"""The sentences to review as SARIF 2.1.0, which code hosts and editors show beside the lines of the reply.

Fields as in the OASIS standard of 27 March 2020. Offsets and columns count code points, as ``columnKind``
says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from ascribe.baseline import Baseline, compute_fingerprint, name_reply
from ascribe.errors import InputError
from ascribe.protocols import Rendered
from ascribe.records import Answer, CitedSentence, Reference
from ascribe.records.answer_warnings import describe_doubt, is_doubtful_sentence, list_warnings
from ascribe.records.citation import Citation
from ascribe.records.citation_rows import list_citations
from ascribe.records.outcomes import FAILING, STATUS_WORDS
from ascribe.version import __version__
from ascribe.write.contexts import render_reference
from ascribe.write.evidence import get_reply
from ascribe.write.reply_citations import build_citation_message
from ascribe.write.view_builder import find_statuses

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

LEVELS = {"contradicted": "error", "unsupported": "error", "partial": "warning", "unknown": "note"}
"""Status → level of the result."""

MISCITED, UNCITED, UNCONFIRMED = "miscited", "uncited", "unconfirmed"

_CITATION_RULES = (
    (MISCITED, "warning", "The statement cites a source that does not support it."),
    (UNCITED, "note", "The statement does not cite what supports it."),
    (UNCONFIRMED, "note", "The statement cites a source that may not support it, or not all of it."),
)
"""What is to be reviewed about citations: rule, level, and its meaning."""

LOW_CONFIDENCE = "low_confidence"

_DOUBT_RULE = (LOW_CONFIDENCE, "note", "The source says the statement, but it may not answer the question.")

_CITATION_LEVELS = {rule: level for rule, level, _ in _CITATION_RULES}

_UNCHECKED = "Nothing was checked."
"""The notification of a run without a checked sentence: a log without results reads like a passed check."""


class SarifWriter:
    """Writes one run with a result for each failing sentence and each citation that is to be reviewed.

    A supported sentence that may not answer the question has a note. The warnings of the answer are
    notifications of the run. The property bag of the run has a row for every citation of the reply, also for
    those that are right.

    Args:
        path: path of the reply, relative to the root of the repository.
        indent: spaces per level; None for one line.
        known: known failures; their results are unchanged, suppressed, and only notes.
    """

    def __init__(self, path: str = "reply.md", indent: int | None = 1, known: Baseline | None = None) -> None:
        self.path = path
        self.indent = indent
        self.known = known

    def write(self, answer: Answer) -> Rendered:
        """Render the log. It has no insertions: ``decode`` reads the reply, which the log contains."""
        return Rendered(json.dumps(build_log(answer, self.path, self.known), indent=self.indent))

    def decode(self, text: str) -> str:
        """Return the reply that the log contains.

        Raises:
            InputError: the text is not such a log.
        """
        try:
            return str(json.loads(text)["runs"][0]["artifacts"][0]["contents"]["text"])
        except (ValueError, KeyError, TypeError, IndexError):
            raise InputError("this is not a SARIF log written by Ascribe.") from None


def combine_logs(texts: Sequence[str]) -> str:
    """Return one log with the runs of all."""
    logs = [json.loads(text) for text in texts]
    return json.dumps({**logs[0], "runs": [run for log in logs for run in log["runs"]]}, indent=1)


def build_log(answer: Answer, name: str, known: Baseline | None = None) -> dict[str, Any]:
    """Build the log as JSON values; with ``known``, each result says whether it is new."""
    known = None if known is None else known.select(name_reply(name))
    reply = get_reply(answer)
    driver = {"name": "Ascribe", "semanticVersion": __version__, "rules": _build_rules()}
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": {"uri": name}, "contents": {"text": reply}}],
        "results": list(_build_results(answer, reply, name, known)),
    }
    if rows := _build_citation_rows(answer):
        run["properties"] = {"citations": rows}
    if notices := _list_notices(answer):
        run["invocations"] = [{"executionSuccessful": True, "toolExecutionNotifications": notices}]
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _list_notices(answer: Answer) -> list[dict[str, Any]]:
    """List what the results do not say: that nothing was checked, and the warnings of the answer."""
    is_unchecked = not answer.verification_ran and "unknown" not in find_statuses(answer)
    texts = [*([_UNCHECKED] if is_unchecked else []), *list_warnings(answer)]
    return [{"level": "warning", "message": {"text": text}} for text in texts]


def _build_rules() -> list[dict[str, Any]]:
    rules: list[tuple[str, str, str]] = [
        (status, LEVELS[status], f"The statement is {STATUS_WORDS[status]}.") for status in FAILING
    ]
    rules += [_DOUBT_RULE, *_CITATION_RULES]
    return [
        {"id": name, "shortDescription": {"text": text}, "defaultConfiguration": {"level": level}}
        for name, level, text in rules
    ]


def _build_results(answer: Answer, reply: str, name: str, known: Baseline | None) -> Iterator[dict[str, Any]]:
    for sentence in answer.sentences:
        state = {} if known is None else _build_state(sentence in known)
        verdict = sentence.verdict
        if verdict is not None and verdict.status in FAILING:
            found = _build_result(
                verdict.status, LEVELS[verdict.status], verdict.message, sentence, reply, name
            )
            yield {**found, **state}
        elif is_doubtful_sentence(sentence, answer):
            found = _build_result(
                LOW_CONFIDENCE, _DOUBT_RULE[1], describe_doubt(answer), sentence, reply, name
            )
            yield {**found, **state}
        for citation in list_citations(sentence, answer):
            if rule := _choose_rule(citation):
                message = build_citation_message([citation], answer.documents)
                level = _CITATION_LEVELS[rule]
                found = _build_result(rule, level, message, sentence, reply, name, citation)
                yield {**found, **state}


def _choose_rule(citation: Citation) -> str:
    """Return the rule of a citation that is to be reviewed; empty for any other."""
    if citation.is_miscited:
        return MISCITED
    if citation.finding == "missing":
        return UNCITED
    return UNCONFIRMED if citation.needs_review else ""


def _build_citation_rows(answer: Answer) -> list[dict[str, Any]]:
    """Build a row for each citation: its sentence from 1, the finding, and what it means."""
    return [
        {
            "sentence": number,
            "finding": citation.finding,
            "text": build_citation_message([citation], answer.documents),
        }
        for number, sentence in enumerate(answer.sentences, 1)
        for citation in list_citations(sentence, answer)
    ]


def _build_state(is_known: bool) -> dict[str, Any]:
    """Return what a result says of the baseline.

    A known one is a note too, for hosts that read no suppressions and fail on errors.
    """
    if not is_known:
        return {"baselineState": "new"}
    reason = {"kind": "external", "status": "accepted", "justification": "The failure is in the baseline."}
    return {"baselineState": "unchanged", "level": "note", "suppressions": [reason]}


def _build_result(
    rule: str,
    level: str,
    message: str,
    sentence: CitedSentence,
    reply: str,
    name: str,
    citation: Citation | None = None,
) -> dict[str, Any]:
    start, end = sentence.char_start or 0, sentence.char_end or 0
    words = " ".join(sentence.text.split())
    text = f"{message} Statement: {words}"
    related = [_build_evidence(number, each) for number, each in enumerate(sentence.references, 1)]
    finding = rule if citation is None else f"{rule} {citation.key}"
    return {
        "ruleId": rule,
        "level": level,
        "message": {"text": text},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": name, "index": 0},
                    "region": build_region(reply, start, end),
                }
            }
        ],
        "relatedLocations": related,
        "partialFingerprints": {"statement/v1": compute_fingerprint(finding, sentence.text)},
    }


def build_region(text: str, start: int, end: int) -> dict[str, Any]:
    """Build the region of a span: lines and columns from 1, the end column one past the last character."""
    before, within = text[:start], text[start:end]
    first = before.count("\n") + 1
    last = first + within.count("\n")
    return {
        "startLine": first,
        "startColumn": start - (before.rfind("\n") + 1) + 1,
        "endLine": last,
        "endColumn": end - (text[:end].rfind("\n") + 1) + 1,
        "charOffset": start,
        "charLength": end - start,
        "snippet": {"text": within},
    }


def _build_evidence(number: int, reference: Reference) -> dict[str, Any]:
    return {"id": number, "message": {"text": f"{reference.label}: {render_reference(reference)}"}}
