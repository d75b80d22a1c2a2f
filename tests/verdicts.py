"""The verdict of a reply that is one sentence."""

from typing import Any

from ascribe import Verdict, check


def get_verdict(reply: Any, sources: Any, question: str | None = None, **options: Any) -> Verdict:
    """Return the verdict of ``check`` on a reply of one sentence, with the options of ``check``."""
    (sentence,) = check(reply, sources, question, **options).sentences
    assert sentence.verdict is not None
    return sentence.verdict
