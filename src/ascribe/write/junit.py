"""The sentences as JUnit XML, which continuous integration servers read: each statement is a test case.

A supported sentence passes, a failing one fails with its message, one that states nothing is skipped, and so
is a known failure, with its message.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ascribe.baseline import Baseline, name_reply
from ascribe.errors import InputError
from ascribe.protocols import Rendered
from ascribe.records import Answer, CitedSentence
from ascribe.records.outcomes import FAILING
from ascribe.write.display_text import to_one_line
from ascribe.write.evidence import get_reply

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


class JUnitWriter:
    """Writes one test suite for the reply; ``system-out`` holds the reply as a JSON string.

    Args:
        path: path of the reply, which names the suite.
        known: known failures, which are skipped.
    """

    def __init__(self, path: str = "reply.md", known: Baseline | None = None) -> None:
        self.path = path
        self.known = known or Baseline()

    def write(self, answer: Answer) -> Rendered:
        """Render the suite. It has no insertions: ``decode`` reads the reply, which the file contains."""
        from xml.etree.ElementTree import Element

        root = Element("testsuites", name="Ascribe")
        root.append(_build_suite(answer, self.path, self.known.select(name_reply(self.path))))
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


def _build_suite(answer: Answer, name: str, known: Baseline) -> Element:
    from xml.etree.ElementTree import Element, SubElement

    cases = [
        _build_case(n, sentence, name, sentence in known) for n, sentence in enumerate(answer.sentences, 1)
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
    return suite


def _build_case(number: int, sentence: CitedSentence, name: str, is_known: bool) -> Element:
    from xml.etree.ElementTree import Element, SubElement

    words = _clean(sentence.text)
    case = Element("testcase", classname=_clean(name), name=f"{number}: {words}")
    verdict = sentence.verdict
    if verdict is None or verdict.status == "not_checkable":
        told = verdict.message if verdict else "The sentence was not checked."
        SubElement(case, "skipped", message=_clean(told))
    elif verdict.status in FAILING:
        quotes = [f"{each.label}: {each.document_id}: {each.quote}" for each in sentence.references]
        if is_known:
            told = f"known failure: {verdict.status}: {verdict.message}"
            failure = SubElement(case, "skipped", message=_clean(told))
        else:
            failure = SubElement(case, "failure", type=verdict.status, message=_clean(verdict.message))
        failure.text = "\n".join(_clean(line) for line in (sentence.text, *quotes))
    return case


def _clean(text: str) -> str:
    """Return the text on one line, with what XML forbids escaped visibly."""
    shown = to_one_line(text)
    return "".join(sign if sign.isprintable() else f"⟦U+{ord(sign):04X}⟧" for sign in shown)
