"""Sends the requests to the LLM judge in rounds, concurrently and within a budget.

The requests and their order depend on the claims and the answers only, never on which answer comes first:
each round contains the requests that the budget surely covers, and the budget is updated after it.
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
"""Most tokens of one answer: a verdict with quotes has about 100, but some models write reasoning first."""

_INCOMPLETE_ANSWER = "It contains no text, or it was cut off because it is too long."

_BUDGET_SPENT = UnusableAnswer("budget_spent", "The budget of calls or tokens for this check is spent.")


@dataclass(frozen=True, slots=True)
class JudgeQuestion:
    """The words of a claim and the passages to judge it by."""

    claim: str
    passages: tuple[Passage, ...]

    def key(self) -> tuple[str, ...]:
        """Return the texts that the judge sees, which identify the question."""
        return self.claim, *(passage.text for passage in self.passages)


@dataclass(frozen=True, slots=True)
class _Attempt:
    """One attempt to get an answer to a question."""

    key: tuple[str, ...]
    passages: tuple[Passage, ...]
    messages: tuple[Message, ...]
    is_second: bool = False

    @property
    def max_cost(self) -> int:
        """Upper bound of its cost in tokens: no tokenizer makes more tokens than a text has bytes."""
        sent = json.dumps([*self.messages, RESPONSE_FORMAT], ensure_ascii=False)
        return len(sent.encode("utf-8", "replace")) + MAX_ANSWER_TOKENS


@dataclass(frozen=True, slots=True)
class _Reply:
    """The outcome of an attempt; one that was not sent costs nothing."""

    completion: Completion | None = None
    failure: EndpointError | None = None
    was_sent: bool = True

    @property
    def tokens(self) -> int | None:
        """Its cost in tokens; None if unknown. A request without any answer costs nothing."""
        if self.completion is not None:
            return self.completion.tokens
        return None if isinstance(self.failure, AnswerError) else 0

    def read_finding(self, passages: Sequence[Passage]) -> JudgeFinding | UnusableAnswer:
        """Return the finding in the answer, or the reason why there is none."""
        if self.completion is not None:
            return parse_finding(self.completion.text, passages)
        has_answer = isinstance(self.failure, AnswerError)
        return UnusableAnswer("judge_unreadable" if has_answer else "judge_unreachable", str(self.failure))


class JudgeSession:
    """Client of one endpoint with one budget; it caches findings, so that no question is sent twice.

    Args:
        endpoint: the endpoint of the judge.
        budget: the calls and tokens that may be spent.
        concurrency: most requests at the same time.
    """

    def __init__(self, endpoint: ChatEndpoint, budget: Budget, concurrency: int) -> None:
        self._endpoint = endpoint
        self._budget = budget
        self._concurrency = concurrency
        self._outage = Outage()
        self._known: dict[tuple[str, ...], JudgeFinding | UnusableAnswer] = {}

    def get_findings(
        self, questions: Mapping[int, JudgeQuestion]
    ) -> dict[int, JudgeFinding | UnusableAnswer]:
        """Return a finding for each question, or an ``UnusableAnswer`` with the reason why there is none."""
        keys = {index: question.key() for index, question in questions.items()}
        new = {keys[i]: question for i, question in questions.items() if keys[i] not in self._known}
        attempts = [
            _Attempt(key, one.passages, build_messages(one.claim, one.passages)) for key, one in new.items()
        ]
        if attempts:
            with self._endpoint.connect() as line, ThreadPoolExecutor(self._concurrency) as threads:
                while attempts:
                    attempts = self._run_round(attempts, line, threads)
        return {index: self._known[key] for index, key in keys.items()}

    def _run_round(
        self, attempts: Sequence[_Attempt], line: ChatConnection, threads: ThreadPoolExecutor
    ) -> list[_Attempt]:
        """Send as many attempts as the budget covers; return those that are left."""
        count = self._budget.count_affordable(one.max_cost for one in attempts)
        if count == 0:
            self._known = {**{one.key: _BUDGET_SPENT for one in attempts}, **self._known}
            return []
        replies = list(threads.map(partial(self._request, line), attempts[:count]))
        again = [self._record_reply(one, reply) for one, reply in zip(attempts, replies, strict=False)]
        return [one for one in again if one is not None] + list(attempts[count:])

    def _request(self, line: ChatConnection, one: _Attempt) -> _Reply:
        down = self._outage.last
        if down is not None:
            return _Reply(failure=down, was_sent=False)
        try:
            completion = line.complete(
                one.messages, response_format=RESPONSE_FORMAT, max_tokens=MAX_ANSWER_TOKENS
            )
        except EndpointError as failure:
            self._outage.record(failure)
            return _Reply(failure=failure)
        self._outage.record(None)
        return _Reply(completion)

    def _record_reply(self, one: _Attempt, reply: _Reply) -> _Attempt | None:
        """Charge the budget for a reply and store its finding; return a retry if the first is unusable."""
        if reply.was_sent:
            self._budget.spend(one.max_cost if reply.tokens is None else reply.tokens)
        found = self._known[one.key] = reply.read_finding(one.passages)
        if one.is_second or isinstance(found, JudgeFinding) or found.reason == "judge_unreachable":
            return None
        answer, fault = (reply.completion.text, found.fault) if reply.completion else ("", _INCOMPLETE_ANSWER)
        return _Attempt(
            one.key, one.passages, build_retry_messages(one.messages, answer, fault), is_second=True
        )


MAX_FAILURES = 3
"""Consecutive requests without an answer, each with its retries, after which no more are sent."""

_PERMANENT_STATUSES = (401, 403, 404)
"""HTTP statuses that every other request would get too: a wrong key, address or model."""


class Budget:
    """The calls and tokens that are left.

    Args:
        calls: calls to the model. Retries after a lost connection or a busy server belong to the same call.
        tokens: tokens of requests and answers together.
    """

    def __init__(self, calls: int, tokens: int) -> None:
        self.calls = calls
        self.tokens = tokens

    def count_affordable(self, worst: Iterable[int]) -> int:
        """Count the next attempts that the budget covers if each costs its worst case in tokens."""
        count, tokens = 0, self.tokens
        for one in worst:
            tokens -= one
            if count == self.calls or tokens < 0:
                break
            count += 1
        return count

    def spend(self, tokens: int) -> None:
        """Charge one call with that many tokens."""
        self.calls -= 1
        self.tokens -= tokens


class Outage:
    """Record of an endpoint's failures, so that a long reply does not wait for it sentence by sentence."""

    def __init__(self) -> None:
        self._left = MAX_FAILURES
        self._last: EndpointError | None = None
        self._lock = threading.Lock()

    @property
    def last(self) -> EndpointError | None:
        """The failure because of which no more requests are sent; None while the endpoint is up."""
        with self._lock:
            return self._last if self._left <= 0 else None

    def record(self, failure: EndpointError | None) -> None:
        """Record the outcome of the latest request. An answer without text is no failure."""
        with self._lock:
            if failure is None or isinstance(failure, AnswerError):
                self._left = MAX_FAILURES
                return
            self._last = failure
            self._left = 0 if failure.status in _PERMANENT_STATUSES else self._left - 1
