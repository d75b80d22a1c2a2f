"""Requests to the LLM judge: in rounds, concurrently and within a budget.

The requests and their order depend on the claims and on the answers only, never on which answer came
first: each round holds what the budget surely covers, and the budget is updated after it.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from ascribe.errors import AnswerError, EndpointError
from ascribe.llm import ChatConnection, ChatEndpoint, Completion
from ascribe.llm.request import Message
from ascribe.verify.llm_judge.passages import Passage
from ascribe.verify.llm_judge.prompt import (
    RESPONSE_FORMAT,
    JudgeFinding,
    UnusableAnswer,
    build_messages,
    build_retry_messages,
    parse_finding,
)

MAX_ANSWER_TOKENS = 2_000
"""Most tokens of one answer: a verdict with quotes has about 100, and some models think aloud first."""

_INCOMPLETE_ANSWER = "It holds no text, or one that is too long and was cut off."

_BUDGET_SPENT = UnusableAnswer("budget_spent", "The calls or tokens of this check are spent.")


@dataclass(frozen=True, slots=True)
class JudgeQuestion:
    """A claim's words and the passages it is judged by."""

    claim: str
    passages: tuple[Passage, ...]

    def key(self) -> tuple[str, ...]:
        """What the judge sees of it."""
        return self.claim, *(passage.text for passage in self.passages)


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A question under way."""

    key: tuple[str, ...]
    passages: tuple[Passage, ...]
    messages: tuple[Message, ...]
    is_second: bool = False

    @property
    def max_cost(self) -> int:
        """Most tokens that it can cost: no tokeniser makes more of a text than it has bytes."""
        asked = json.dumps([*self.messages, RESPONSE_FORMAT], ensure_ascii=False)
        return len(asked.encode("utf-8", "replace")) + MAX_ANSWER_TOKENS


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

    def finding(self, passages: Sequence[Passage]) -> JudgeFinding | UnusableAnswer:
        """What it says."""
        if self.completion is not None:
            return parse_finding(self.completion.text, passages)
        spoke = isinstance(self.failure, AnswerError)
        return UnusableAnswer("judge_unreadable" if spoke else "judge_unreachable", str(self.failure))


class JudgeSession:
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
        self._known: dict[tuple[str, ...], JudgeFinding | UnusableAnswer] = {}

    def findings(self, questions: Mapping[int, JudgeQuestion]) -> dict[int, JudgeFinding | UnusableAnswer]:
        """One for each question; ``UnusableAnswer`` says why there is none."""
        keys = {index: asked.key() for index, asked in questions.items()}
        new = {keys[i]: asked for i, asked in questions.items() if keys[i] not in self._known}
        tries = [
            _Attempt(key, one.passages, build_messages(one.claim, one.passages)) for key, one in new.items()
        ]
        if tries:
            with self._endpoint.connect() as line, ThreadPoolExecutor(self._concurrency) as threads:
                while tries:
                    tries = self._run_round(tries, line, threads)
        return {index: self._known[key] for index, key in keys.items()}

    def _run_round(
        self, tries: Sequence[_Attempt], line: ChatConnection, threads: ThreadPoolExecutor
    ) -> list[_Attempt]:
        """Asks as many as the budget covers; gives what is still to be asked."""
        count = self._budget.count_affordable(one.max_cost for one in tries)
        if count == 0:
            self._known = {**{one.key: _BUDGET_SPENT for one in tries}, **self._known}
            return []
        replies = list(threads.map(partial(self._request, line), tries[:count]))
        again = [self._record_reply(one, reply) for one, reply in zip(tries, replies, strict=False)]
        return [one for one in again if one is not None] + list(tries[count:])

    def _request(self, line: ChatConnection, one: _Attempt) -> _Reply:
        down = self._outage.last
        if down is not None:
            return _Reply(failure=down, was_asked=False)
        try:
            completion = line.complete(
                one.messages, response_format=RESPONSE_FORMAT, max_tokens=MAX_ANSWER_TOKENS
            )
        except EndpointError as failure:
            self._outage.note(failure)
            return _Reply(failure=failure)
        self._outage.note(None)
        return _Reply(completion)

    def _record_reply(self, one: _Attempt, reply: _Reply) -> _Attempt | None:
        """Pays for a reply and keeps what it says; the second try if the first cannot be used."""
        if reply.was_asked:
            self._budget.spend(one.max_cost if reply.tokens is None else reply.tokens)
        found = self._known[one.key] = reply.finding(one.passages)
        if one.is_second or isinstance(found, JudgeFinding) or found.reason == "judge_unreachable":
            return None
        said, fault = (reply.completion.text, found.fault) if reply.completion else ("", _INCOMPLETE_ANSWER)
        return _Attempt(
            one.key, one.passages, build_retry_messages(one.messages, said, fault), is_second=True
        )


MAX_FAILURES = 3
"""Questions in a row without an answer, each with its retries, after which no more is asked."""

_PERMANENT_STATUSES = (401, 403, 404)
"""Statuses that every other question would get too: a wrong key, a wrong address, a wrong model."""


class Budget:
    """Calls and tokens that are left.

    Args:
        calls: questions that may be put to the model. Requests that are made again because the line broke
            or the server was busy are part of one call.
        tokens: of questions and answers together.
    """

    def __init__(self, calls: int, tokens: int) -> None:
        self.calls = calls
        self.tokens = tokens

    def count_affordable(self, worst: Iterable[int]) -> int:
        """How many of the next questions fit in what is left, if each costs its worst case in tokens."""
        count, tokens = 0, self.tokens
        for one in worst:
            tokens -= one
            if count == self.calls or tokens < 0:
                break
            count += 1
        return count

    def spend(self, tokens: int) -> None:
        """One call was made, of that many tokens."""
        self.calls -= 1
        self.tokens -= tokens


class Outage:
    """Whether an endpoint is down, so that a long reply does not wait for it sentence by sentence."""

    def __init__(self) -> None:
        self._left = MAX_FAILURES
        self._last: EndpointError | None = None
        self._lock = threading.Lock()

    @property
    def last(self) -> EndpointError | None:
        """The failure for which no more is asked; None while the endpoint is up."""
        with self._lock:
            return self._last if self._left <= 0 else None

    def note(self, failure: EndpointError | None) -> None:
        """How the latest question ended. An answer without text is one too."""
        with self._lock:
            if failure is None or isinstance(failure, AnswerError):
                self._left = MAX_FAILURES
                return
            self._last = failure
            self._left = 0 if failure.status in _PERMANENT_STATUSES else self._left - 1
