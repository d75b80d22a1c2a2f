"""A reply made of sentences of the sources, written so that Markdown shows it as the sources have it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from ascribe.records import Answer, CitedSentence
from ascribe.write.evidence import document_of, references_of
from ascribe.write.spans import Place, places_of, reply_of

_MARKDOWN = (".md", ".markdown")
_SIGN = re.compile(r"[\\`*_\[\]<~$]|&(?=[#\w]{1,40};)|^(?:[#>=]|-(?=[- \t]*$))", re.MULTILINE)
_ENTITIES = {"<": "&lt;", "&": "&amp;"}
"""Not every Markdown lets a backslash keep a tag from being one."""


@dataclass(frozen=True, slots=True)
class WrittenReply:
    """A reply as Markdown gets it, and where its characters went.

    Args:
        text: as it is written.
        signs: places of the signs in the reply that are written in other words, ascending.
        grown: by how much the first so many of them made the text longer.
    """

    text: str
    signs: Sequence[int] = ()
    grown: Sequence[int] = (0,)

    def place(self, place: Place) -> Place:
        """Where that stretch of the reply is in the text."""
        start, end = (at + self.grown[bisect_left(self.signs, at)] for at in place)
        return start, end


def written_reply(answer: Answer) -> WrittenReply:
    """The reply as it is, unless it quotes: then no sign of a source becomes markup.

    Words of a Markdown file keep its Markdown, but no tag; those of any other source are plain text. Marks
    of lists and rows of tables stay in both, as the readers write them for what a source shows.
    """
    reply = reply_of(answer)
    if not answer.settings.is_quoted:
        return WrittenReply(reply)
    found = list(_signs(answer, reply))
    words = [_ENTITIES.get(reply[at], f"\\{reply[at]}") for at in found]
    edges = [0, *(edge for at in found for edge in (at, at + 1)), len(reply)]
    kept = [reply[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)]
    text = "".join(part for pair in zip(kept, [*words, ""], strict=True) for part in pair)
    return WrittenReply(text, found, [0, *accumulate(len(word) - 1 for word in words)])


def _signs(answer: Answer, reply: str) -> Iterator[int]:
    """Places of the signs that must be no markup; what stands before a sentence belongs to it."""
    placed = zip(places_of(answer), answer.sentences, strict=True)
    found = sorted((place[1], _is_markdown(one, answer)) for place, one in placed if place is not None)
    ends = [end for end, _ in found[:-1]]
    for match in _SIGN.finditer(reply):
        is_markdown = bool(found) and found[bisect_right(ends, match.start())][1]
        if match.group() == "<" or not is_markdown:
            yield match.start()


def _is_markdown(sentence: CitedSentence, answer: Answer) -> bool:
    """True if it rests on Markdown files alone."""
    documents = [document_of(reference, answer.documents) for reference in references_of(sentence, answer)]
    kinds = [one is not None and one.source_path.suffix.lower() in _MARKDOWN for one in documents]
    return bool(kinds) and all(kinds)
