"""Questions → findings, some at a time, within a budget.

What is asked, and in what order, depends on the claims and on the answers only, never on which answer came
first: claims are asked in rounds that the budget surely covers, and it is settled after each.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from ascribe.errors import AnswerError, EndpointError
from ascribe.llm import ChatConnection, ChatEndpoint, Completion
from ascribe.llm.request import Message
from ascribe.verify.judge.budget import Budget, Outage
from ascribe.verify.judge.finding import Finding, Unusable, read_finding
from ascribe.verify.judge.passages import Passage
from ascribe.verify.judge.prompt import FORMAT, once_more, question

ANSWER_TOKENS = 2_000
"""Most tokens of one answer: a verdict with quotes has about 100, and some models think aloud first."""

_NO_WHOLE = "It holds no text, or one that is too long and was cut off."

_SPENT = Unusable("budget_spent", "The calls or tokens of this check are spent.")


@dataclass(frozen=True, slots=True)
class Question:
    """A claim's words and the passages it is judged by."""

    claim: str
    passages: tuple[Passage, ...]

    def key(self) -> tuple[str, ...]:
        """What the judge sees of it."""
        return self.claim, *(passage.text for passage in self.passages)


@dataclass(frozen=True, slots=True)
class _Try:
    """A question under way."""

    key: tuple[str, ...]
    passages: tuple[Passage, ...]
    messages: tuple[Message, ...]
    is_second: bool = False

    @property
    def worst(self) -> int:
        """Most tokens that it can cost: no tokeniser makes more of a text than it has bytes."""
        asked = json.dumps([*self.messages, FORMAT], ensure_ascii=False)
        return len(asked.encode("utf-8", "replace")) + ANSWER_TOKENS


@dataclass(frozen=True, slots=True)
class _Reply:
    """How a try ended; one that was not asked costs nothing."""

    completion: Completion | None = None
    failure: EndpointError | None = None
    was_asked: bool = True

    @property
    def tokens(self) -> int | None:
        """What it cost; None if that is not known. A question that nobody answered costs none."""
        if self.completion is not None:
            return self.completion.tokens
        return None if isinstance(self.failure, AnswerError) else 0

    def finding(self, passages: Sequence[Passage]) -> Finding | Unusable:
        """What it says."""
        if self.completion is not None:
            return read_finding(self.completion.text, passages)
        spoke = isinstance(self.failure, AnswerError)
        return Unusable("judge_unreadable" if spoke else "judge_unreachable", str(self.failure))


class Inquiry:
    """Asks one endpoint within one budget; remembers what it was told, so that nothing is asked twice.

    Args:
        endpoint: who is asked.
        budget: what may be spent.
        concurrency: questions at the same time.
    """

    def __init__(self, endpoint: ChatEndpoint, budget: Budget, concurrency: int) -> None:
        self._endpoint = endpoint
        self._budget = budget
        self._concurrency = concurrency
        self._outage = Outage()
        self._known: dict[tuple[str, ...], Finding | Unusable] = {}

    def findings(self, questions: Mapping[int, Question]) -> dict[int, Finding | Unusable]:
        """One for each question; ``Unusable`` says why there is none."""
        keys = {index: asked.key() for index, asked in questions.items()}
        new = {keys[i]: asked for i, asked in questions.items() if keys[i] not in self._known}
        tries = [_Try(key, one.passages, question(one.claim, one.passages)) for key, one in new.items()]
        if tries:
            with self._endpoint.connect() as line, ThreadPoolExecutor(self._concurrency) as threads:
                while tries:
                    tries = self._round(tries, line, threads)
        return {index: self._known[key] for index, key in keys.items()}

    def _round(self, tries: Sequence[_Try], line: ChatConnection, threads: ThreadPoolExecutor) -> list[_Try]:
        """Asks as many as the budget covers; gives what is still to be asked."""
        count = self._budget.affords(one.worst for one in tries)
        if count == 0:
            self._known = {**{one.key: _SPENT for one in tries}, **self._known}
            return []
        replies = list(threads.map(partial(self._ask, line), tries[:count]))
        again = [self._settle(one, reply) for one, reply in zip(tries, replies, strict=False)]
        return [one for one in again if one is not None] + list(tries[count:])

    def _ask(self, line: ChatConnection, one: _Try) -> _Reply:
        down = self._outage.last
        if down is not None:
            return _Reply(failure=down, was_asked=False)
        try:
            completion = line.complete(one.messages, response_format=FORMAT, max_tokens=ANSWER_TOKENS)
        except EndpointError as failure:
            self._outage.note(failure)
            return _Reply(failure=failure)
        self._outage.note(None)
        return _Reply(completion)

    def _settle(self, one: _Try, reply: _Reply) -> _Try | None:
        """Pays for a reply and keeps what it says; the second try if the first cannot be used."""
        if reply.was_asked:
            self._budget.spend(one.worst if reply.tokens is None else reply.tokens)
        found = self._known[one.key] = reply.finding(one.passages)
        if one.is_second or isinstance(found, Finding) or found.reason == "judge_unreachable":
            return None
        said, fault = (reply.completion.text, found.fault) if reply.completion else ("", _NO_WHOLE)
        return _Try(one.key, one.passages, once_more(one.messages, said, fault), is_second=True)
