"""The sentences as JUnit XML, which continuous integration servers read: each statement is a test case.

A sentence fails for its status, or for the citations of the reply itself, as ``ascribe check --fail-on``
says; the messages say why. One that states nothing is skipped, and so is a known failure, with its message.
One that may not answer the question is skipped with that warning, so that it is no plain pass. The warnings
of the answer are the error output of the suite. The output of a test case has what was found about each
citation, also where the build does not fail for it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ascribe.baseline import Baseline, name_reply
from ascribe.errors import InputError
from ascribe.protocols import Rendered
from ascribe.records import Answer, Citation, CitedSentence
from ascribe.records.answer_warnings import (
    LOW_CONFIDENCE,
    describe_doubt,
    is_doubtful_sentence,
    list_warnings,
)
from ascribe.records.citation_rows import describe_citations, list_citations
from ascribe.records.outcomes import FAILING
from ascribe.write.contexts import render_reference
from ascribe.write.display_text import to_one_line
from ascribe.write.evidence import get_reply
from ascribe.write.reply_citations import build_citation_message

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


_CITATION_FAILURES: Mapping[str, Callable[[Citation], bool]] = {
    "miscited": lambda citation: citation.is_miscited,
    "uncited": lambda citation: citation.finding == "missing",
}
"""Word of ``--fail-on`` → whether it is about a citation."""


class JUnitWriter:
    """Writes one test suite for the reply; ``system-out`` holds the reply as a JSON string.

    Args:
        path: path of the reply, which names the suite.
        known: known failures, which are skipped.
        failing: statuses that fail; ``miscited`` and ``uncited`` are for citations of the reply itself.
    """

    def __init__(
        self, path: str = "reply.md", known: Baseline | None = None, failing: Sequence[str] = FAILING
    ) -> None:
        self.path = path
        self.known = known or Baseline()
        self.failing = failing

    def write(self, answer: Answer) -> Rendered:
        """Render the suite. It has no insertions: ``decode`` reads the reply, which the file contains."""
        from xml.etree.ElementTree import Element

        root = Element("testsuites", name="Ascribe")
        known = self.known.select(name_reply(self.path))
        root.append(_build_suite(answer, self.path, known, self.failing))
        return Rendered(_render(root))

    def decode(self, text: str) -> str:
        """Return the reply that the file contains.

        Raises:
            InputError: the text is not such a file.
        """
        from xml.etree.ElementTree import ParseError, fromstring

        try:
            found = fromstring(text).findtext("testsuite/system-out")  # noqa: S314 - expat bounds entities
            return str(json.loads(found or ""))
        except (ParseError, ValueError):
            raise InputError("this is not JUnit XML written by Ascribe.") from None


def combine_suites(texts: Sequence[str]) -> str:
    """Return one file with the suites of all."""
    from xml.etree.ElementTree import fromstring

    first, *others = [fromstring(text) for text in texts]  # noqa: S314 - written by JUnitWriter
    for other in others:
        first.extend(list(other))
    return _render(first)


def _render(root: Element) -> str:
    from xml.etree.ElementTree import indent, tostring

    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _build_suite(answer: Answer, name: str, known: Baseline, failing: Sequence[str]) -> Element:
    from xml.etree.ElementTree import Element, SubElement

    cases = [
        _build_case(
            f"{n}: {_clean(sentence.text)}",
            name,
            sentence,
            dict(_find_failures(sentence, failing, answer)),
            describe_citations(sentence, answer),
            is_known=sentence in known,
            doubt=describe_doubt(answer) if is_doubtful_sentence(sentence, answer) else "",
        )
        for n, sentence in enumerate(answer.sentences, 1)
    ]
    suite = Element(
        "testsuite",
        name=_clean(name),
        tests=str(len(cases)),
        failures=str(sum(case.find("failure") is not None for case in cases)),
        errors="0",
        skipped=str(sum(case.find("skipped") is not None for case in cases)),
    )
    suite.extend(cases)
    SubElement(suite, "system-out").text = json.dumps(get_reply(answer))
    if warnings := list_warnings(answer):
        SubElement(suite, "system-err").text = "\n".join(map(_clean, warnings))
    return suite


def _find_failures(
    sentence: CitedSentence, failing: Sequence[str], answer: Answer
) -> Iterator[tuple[str, str]]:
    """Yield each reason to fail: the word of ``failing`` and the message."""
    verdict = sentence.verdict
    if verdict is not None and verdict.status in failing:
        yield verdict.status, verdict.message
    for word, is_about in _CITATION_FAILURES.items():
        found = [each for each in list_citations(sentence, answer) if is_about(each)]
        if found and word in failing:
            yield word, build_citation_message(found, answer.documents)


def _build_case(
    title: str,
    name: str,
    sentence: CitedSentence,
    failures: Mapping[str, str],
    citations: Sequence[str],
    *,
    is_known: bool,
    doubt: str = "",
) -> Element:
    from xml.etree.ElementTree import Element, SubElement

    case = Element("testcase", classname=_clean(name), name=title)
    verdict = sentence.verdict
    if failures:
        kind, message = ", ".join(failures), _clean(" ".join(failures.values()))
        if is_known:
            failure = SubElement(case, "skipped", message=f"known failure: {kind}: {message}")
        else:
            failure = SubElement(case, "failure", type=kind, message=message)
        quotes = [f"{each.label}: {render_reference(each)}" for each in sentence.references]
        failure.text = "\n".join(_clean(line) for line in (sentence.text, *quotes))
    elif verdict is None or verdict.status == "not_checkable":
        message = verdict.message if verdict else "The sentence was not checked."
        SubElement(case, "skipped", message=_clean(message))
    elif doubt:
        SubElement(case, "skipped", message=_clean(f"{LOW_CONFIDENCE}: {doubt}"))
    said = [f"citation: {words}" for words in citations]
    if not failures and verdict is not None and verdict.status in FAILING:
        said = [f"{verdict.status}: {verdict.message}", *said]
    if failures and doubt:
        said = [f"{LOW_CONFIDENCE}: {doubt}", *said]
    if said:
        SubElement(case, "system-out").text = "\n".join(map(_clean, said))
    return case


def _clean(text: str) -> str:
    """Return the text on one line, with what XML forbids escaped visibly."""
    shown = to_one_line(text)
    return "".join(sign if sign.isprintable() else f"⟦U+{ord(sign):04X}⟧" for sign in shown)
