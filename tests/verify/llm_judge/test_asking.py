"""Rounds, budgets and outages, over real HTTP."""

import json
import threading

import pytest
from tests.llm.server import Received, Sent, Server, completion, judged

from ascribe.llm import ChatEndpoint
from ascribe.verify.llm_judge.passages import Passage
from ascribe.verify.llm_judge.session import (
    MAX_ANSWER_TOKENS,
    MAX_FAILURES,
    Budget,
    JudgeFailure,
    JudgeFinding,
    JudgeQuestion,
    JudgeSession,
)

TEXT = "The mill has 12 sails."
QUESTIONS = {i: JudgeQuestion(f"Statement {i}.", (Passage((0,), 0, TEXT),)) for i in range(6)}
YES = judged("supported", "12 sails")


def inquiry(server: Server, calls: int = 99, tokens: int = 10**6, concurrency: int = 2) -> JudgeSession:
    endpoint = ChatEndpoint(server.url, "small", retries=0)
    return JudgeSession(endpoint, Budget(calls, tokens), concurrency)


def asked(server: Server) -> list[int]:
    """Which statements were asked, in order."""
    return [int(one.asked["statement"].split()[1][:-1]) for one in server.requests]


def reasons(found: dict[int, JudgeFinding | JudgeFailure]) -> list[str]:
    return [one.reason if isinstance(one, JudgeFailure) else one.label for one in found.values()]


def test_all_are_asked_a_few_at_a_time_and_nothing_twice(server: Server) -> None:
    two = threading.Barrier(2, timeout=10)

    def answer(_: Received) -> Sent:
        two.wait()  # for another question that is asked at the same time
        return YES

    server.replies = answer
    asking = inquiry(server)
    assert reasons(asking.get_findings(QUESTIONS)) == ["supported"] * 6
    assert sorted(asked(server)) == list(range(6))
    assert server.most_at_once == 2
    server.replies = []
    again = asking.get_findings({7: QUESTIONS[3], 8: QUESTIONS[3]})
    assert reasons(again) == ["supported"] * 2
    assert len(server.requests) == 6


def test_the_same_words_elsewhere_are_another_question(server: Server) -> None:
    server.replies = [YES]
    asking = inquiry(server)
    for start in (0, 100):
        question = JudgeQuestion("It has 12 sails.", (Passage((0,), start, TEXT),))
        (found,) = asking.get_findings({0: question}).values()
        assert isinstance(found, JudgeFinding)
        assert found.places[0].start == start + TEXT.index("12 sails")


def test_one_retry_names_the_fault(server: Server) -> None:
    server.replies = [Sent(completion("It is fine.")), YES]
    assert reasons(inquiry(server).get_findings({0: QUESTIONS[0]})) == ["supported"]
    first, second = (one.body["messages"] for one in server.requests)
    assert second[: len(first)] == first
    assert second[2] == {"role": "assistant", "content": "It is fine."}
    assert "It contains no JSON." in second[3]["content"]


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        (Sent(completion("no")), "judge_unreadable"),
        (Sent(completion('{"verdict": "supported"')), "judge_unreadable"),
        (Sent(completion(None, refusal="I cannot.")), "judge_unreadable"),
        (judged("supported", "12 sails", end="length"), "judge_unreadable"),
        (judged("supported", "12 sails", end="content_filter"), "judge_unreadable"),
        (Sent({"choices": []}), "judge_unreadable"),
        (Sent(b'{"cho'), "judge_unreadable"),
        (judged("supported", "14 sails"), "quote_not_found"),
        (judged("supported"), "quote_not_found"),
    ],
)
def test_what_cannot_be_used_twice_is_given_up(server: Server, sent: Sent, reason: str) -> None:
    server.replies = [sent]
    assert reasons(inquiry(server).get_findings({0: QUESTIONS[0]})) == [reason]
    assert len(server.requests) == 2
    assert all(message["content"] for one in server.requests for message in one.body["messages"])


@pytest.mark.parametrize("concurrency", [1, 4])
def test_calls_are_spent_in_the_order_of_the_claims(server: Server, concurrency: int) -> None:
    server.replies = [YES]
    found = inquiry(server, calls=4, concurrency=concurrency).get_findings(QUESTIONS)
    assert reasons(found) == ["supported"] * 4 + ["budget_spent"] * 2
    assert sorted(asked(server)) == [0, 1, 2, 3]


@pytest.mark.parametrize("concurrency", [1, 4])
def test_a_second_try_is_a_call_too(server: Server, concurrency: int) -> None:
    server.replies = [judged("supported", "14 sails")]
    found = inquiry(server, calls=5, concurrency=concurrency).get_findings(QUESTIONS)
    assert len(server.requests) == 5
    assert reasons(found) == ["quote_not_found"] * 5 + ["budget_spent"]


def test_tokens_are_never_overspent(server: Server) -> None:
    server.replies = [judged("supported", "12 sails", tokens=3_000)]
    worst = len(json.dumps({"statement": "Statement 0.", "passages": TEXT})) + MAX_ANSWER_TOKENS
    found = inquiry(server, tokens=10_000).get_findings(QUESTIONS)
    spent = 3_000 * len(server.requests)
    assert 10_000 - 3_000 - 2 * worst < spent <= 10_000
    assert reasons(found)[len(server.requests) :] == ["budget_spent"] * (6 - len(server.requests))


def test_a_server_that_counts_no_tokens_is_charged_the_worst(server: Server) -> None:
    server.replies = [judged("supported", "12 sails", tokens=None)]
    inquiry(server, tokens=10_000).get_findings(QUESTIONS)
    assert len(server.requests) == 2


def test_an_outage_is_not_waited_for_claim_by_claim(server: Server) -> None:
    server.replies = [Sent(b"down", 503)]
    asking = inquiry(server, concurrency=2)
    assert reasons(asking.get_findings(QUESTIONS)) == ["judge_unreachable"] * 6
    asked_before = len(server.requests)
    assert MAX_FAILURES <= asked_before <= MAX_FAILURES + 1
    assert reasons(asking.get_findings({9: JudgeQuestion("Later.", QUESTIONS[0].passages)})) == [
        "judge_unreachable"
    ]
    assert len(server.requests) == asked_before


def test_a_wrong_key_is_found_out_once(server: Server) -> None:
    server.replies = [Sent(b"no such key", 401)]
    found = inquiry(server, concurrency=1).get_findings(QUESTIONS)
    assert reasons(found) == ["judge_unreachable"] * 6
    assert len(server.requests) == 1
    assert all(
        "status 401: no such key" in one.fault for one in found.values() if isinstance(one, JudgeFailure)
    )


def test_one_failure_among_answers_is_no_outage(server: Server) -> None:
    server.replies = lambda request: Sent(b"", 500) if "3." in request.asked["statement"] else YES
    found = inquiry(server).get_findings(QUESTIONS)
    assert reasons(found) == ["supported"] * 3 + ["judge_unreachable"] + ["supported"] * 2


def test_an_outage_costs_no_tokens_and_no_more_calls_than_were_made(server: Server) -> None:
    server.replies = [Sent(b"", 500)]
    budget = Budget(50, 100_000)
    JudgeSession(ChatEndpoint(server.url, "small", retries=0), budget, 1).get_findings(QUESTIONS)
    assert (budget.calls, budget.tokens) == (50 - len(server.requests), 100_000)
