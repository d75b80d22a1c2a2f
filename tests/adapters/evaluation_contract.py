"""What every hook for an evaluation tool must do, whatever the tool calls it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pytest

SOURCES = ["The Arle is slow.", "The mill stands on the river Arle. It has 12 sails. A fire came in 1902."]
RIGHT = "The mill stands on the river Arle. A fire came in 1902."
WRONG = "The mill stands on the river Arle. It has 14 sails."
INVENTED = "A railway crosses the valley."
NOTHING_TO_CHECK = {
    "a refusal": "I cannot answer this from the given documents.",
    "a greeting": "Hello!",
    "an empty reply": "",
    "an undecided sentence": "The mill has 14 sails.",
}
MESSAGE = "The source says “12 sails”, the reply says “14 sails”."


@dataclass(frozen=True)
class Seen:
    """What a tool shows: the score as the tool has it, whether the reply passed, and why."""

    score: float | None
    passed: bool
    reason: str


class EvaluationContract:
    """Subclasses say how their tool is called; ``make`` takes the common options."""

    def make(self, **options: Any) -> Any:
        raise NotImplementedError

    def see(self, hook: Any, reply: Any, contexts: Any) -> Seen:
        raise NotImplementedError

    def see_async(self, hook: Any, reply: Any, contexts: Any) -> Seen:
        """The same through the asynchronous method; a tool without one has nothing to compare."""
        return self.see(hook, reply, contexts)

    def test_a_supported_reply_scores_one_and_passes(self) -> None:
        seen = self.see(self.make(), RIGHT, SOURCES)
        assert seen.score == 1.0
        assert seen.passed is True
        assert seen.reason == "2 of 2 checkable sentences are supported."

    def test_a_wrong_reply_scores_less_and_the_reason_names_the_sentence(self) -> None:
        seen = self.see(self.make(), WRONG, SOURCES)
        assert seen.score == 0.5
        assert seen.passed is False
        assert seen.reason == f"1 of 2 checkable sentences are supported.\n“It has 14 sails.”: {MESSAGE}"

    def test_an_invented_reply_scores_zero(self) -> None:
        assert self.see(self.make(), INVENTED, SOURCES).score == 0.0

    def test_without_contexts_nothing_is_supported(self) -> None:
        for contexts in ([], [" "]):
            seen = self.see(self.make(), RIGHT, contexts)
            assert seen.score == 0.0
            assert seen.passed is False

    @pytest.mark.parametrize("reply", NOTHING_TO_CHECK.values(), ids=NOTHING_TO_CHECK.keys())
    def test_without_a_checked_sentence_there_is_no_score(self, reply: str) -> None:
        seen = self.see(self.make(), reply, SOURCES)
        assert seen.score is None or math.isnan(seen.score)
        assert seen.passed is False
        assert seen.reason.startswith("No score: ")

    def test_the_asynchronous_method_gives_the_same(self) -> None:
        for reply in (RIGHT, WRONG):
            assert self.see_async(self.make(), reply, SOURCES) == self.see(self.make(), reply, SOURCES)

    def test_the_options_are_the_same_everywhere(self) -> None:
        lenient = self.make(tier="rules", strictness="loose", threshold=0.5, language="en")
        assert self.see(lenient, WRONG, SOURCES).passed is True
        for wrong in ({"tier": "guess"}, {"strictness": "lax"}, {"threshold": 2}, {"language": "?"}):
            with pytest.raises((ValueError, LookupError), match=next(iter(wrong))):
                self.make(**wrong)
