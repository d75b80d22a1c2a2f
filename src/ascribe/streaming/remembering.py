"""Who judges a reply that is read again and again: every claim is judged once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ascribe.judging import Judged, Prepared
from ascribe.pipeline import Choice
from ascribe.read.replies import Reply, read_reply
from ascribe.read.sources import SourceSet
from ascribe.records import Answer, FaithfulnessComponents
from ascribe.stages import Claim


class Remembering:
    """Judges the claims of readings of one reply, and remembers. The sources are read when it is made.

    Args:
        choice: who judges.
        sources: what the reply rests on.
        language: of the reply, if it is known.
    """

    def __init__(self, choice: Choice, sources: SourceSet, language: str | None) -> None:
        self._choice, self._sources = choice, sources
        first = choice.prepared(read_reply("", language), sources)
        first.read_evidence()  # while nobody waits for a sentence yet
        self._prepared = {first.settings.language: first}
        self._default = first.settings.language
        self._judged: dict[tuple[str | None, Claim], Judged] = {}

    def partial(self, read: Reply) -> Answer:
        """The claims of a text that goes on, with their verdicts; of an answer there is no more than that."""
        prepared = self._for(read)
        sentences = prepared.sentences_of(self._judge(prepared, read.claims))
        nothing, level = FaithfulnessComponents(0.0, 1.0), self._choice.strictness
        documents = self._sources.documents
        return Answer("", sentences, 1.0, nothing, [], [], [], level, reply=read.text, documents=documents)

    def answer(self, read: Reply) -> Answer:
        """What ``check`` says of the reply."""
        prepared = self._for(read)
        return prepared.answer_of(self._judge(prepared, read.claims))

    def _for(self, read: Reply) -> Prepared:
        """The reading with the components for its language."""
        spoken = read.language or self._default
        if spoken not in self._prepared:
            self._prepared[spoken] = self._choice.prepared(read, self._sources)
        return replace(self._prepared[spoken], read=read)

    def _judge(self, prepared: Prepared, claims: Sequence[Claim]) -> list[Judged]:
        """The claims with their verdicts; what was judged before is remembered."""
        language = prepared.settings.language
        new = [claim for claim in claims if (language, claim) not in self._judged]
        for one in prepared.judge(new):
            self._judged[language, one.claim] = one
        return [self._judged[language, claim] for claim in claims]
