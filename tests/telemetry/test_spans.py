"""Spans and evaluation events, as the real SDK exports them."""

import asyncio

import pytest

import ascribe
from ascribe import telemetry
from ascribe.errors import InputError

pytestmark = pytest.mark.telemetry

MILL = "The mill on the Arle has 12 sails. It was built in 1871."
REPLY = "The mill has 12 sails [1]. The mill has 3 doors. Thanks for asking!"
WORDS = ("mill", "sails", "1871", "doors", "Arle")


class Exported:
    """What was exported since the test began."""

    def __init__(self, spans, logs) -> None:
        self._spans, self._logs = spans, logs

    @property
    def spans(self):
        return self._spans.get_finished_spans()

    def named(self, name: str):
        return [span for span in self.spans if span.name == name]

    @property
    def events(self):
        return [one.log_record for one in self._logs.get_finished_logs()]


@pytest.fixture
def exported(monkeypatch):
    from opentelemetry.sdk._logs import LoggerProvider
    from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, SimpleLogRecordProcessor
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    monkeypatch.delenv(telemetry.CONTENT, raising=False)
    spans, logs = InMemorySpanExporter(), InMemoryLogRecordExporter()
    tracers, loggers = TracerProvider(), LoggerProvider()
    tracers.add_span_processor(SimpleSpanProcessor(spans))
    loggers.add_log_record_processor(SimpleLogRecordProcessor(logs))
    telemetry.enable(tracers, loggers)
    yield Exported(spans, logs)
    telemetry.disable()
    tracers.shutdown()
    loggers.shutdown()


def parents(exported: Exported) -> dict[str, str | None]:
    """Name of each span → name of its parent."""
    names = {span.context.span_id: span.name for span in exported.spans}
    return {span.name: names[span.parent.span_id] if span.parent else None for span in exported.spans}


def test_a_check_is_a_span_with_one_for_each_step(exported) -> None:
    ascribe.check(REPLY, [MILL], tier="builtin")
    tree = parents(exported)
    assert tree.pop("ascribe.check") is None
    steps = {"ascribe.read", "ascribe.score", "ascribe.cite", "ascribe.verify", "ascribe.replay"}
    assert set(tree) == {*steps, "ascribe.citations"}
    assert {tree["ascribe.read"], tree["ascribe.replay"], tree["ascribe.verify"]} == {"ascribe.check"}


def test_the_span_has_settings_and_counts_and_no_text(exported) -> None:
    answer = ascribe.check(REPLY, [MILL], "How many sails?", tier="rules", strictness="strict")
    (span,) = exported.named("ascribe.check")
    attributes = dict(span.attributes)
    assert attributes["ascribe.tier"] == "rules"
    assert attributes["ascribe.strictness"] == "strict"
    assert attributes["ascribe.sources.count"] == 1
    assert attributes["ascribe.sources.characters"] == len(MILL)
    assert attributes["ascribe.reply.characters"] == len(REPLY)
    assert attributes["ascribe.sentences.count"] == 3
    assert attributes["ascribe.faithfulness"] == answer.faithfulness_score
    for status, number in answer.status_counts().items():
        assert attributes[f"ascribe.sentences.{status}"] == number
    shown = str([(span.name, dict(span.attributes), span.events) for span in exported.spans])
    shown += str([dict(event.attributes) for event in exported.events])
    assert not any(word in shown for word in WORDS)


def test_each_answer_and_each_sentence_has_an_evaluation_event(exported) -> None:
    answer = ascribe.check(REPLY, [MILL], tier="rules")
    events = exported.events
    assert {event.event_name for event in events} == {"gen_ai.evaluation.result"}
    whole, *each = (dict(event.attributes) for event in events)
    assert whole["gen_ai.evaluation.name"] == "ascribe.faithfulness"
    assert whole["gen_ai.evaluation.score.value"] == answer.faithfulness_score
    labels = [one["gen_ai.evaluation.score.label"] for one in each]
    assert labels == [s.verdict.status for s in answer.sentences if s.verdict]
    assert each[0]["ascribe.sentence.reason"] == "confirmed"
    (span,) = exported.named("ascribe.check")
    assert {event.span_id for event in events} == {span.context.span_id}


@pytest.mark.parametrize(
    ("reply", "label", "has_score"),
    [
        ("The mill has 12 sails.", "pass", True),
        ("The mill has 14 sails.", "fail", True),
        ("Thanks for asking!", "not_checked", False),
        ("", "not_checked", False),
    ],
)
def test_the_label_of_an_answer_fails_closed(exported, reply, label, has_score) -> None:
    ascribe.check(reply, [MILL], tier="rules")
    attributes = dict(exported.events[0].attributes)
    assert attributes["gen_ai.evaluation.score.label"] == label
    assert ("gen_ai.evaluation.score.value" in attributes) is has_score


def test_a_question_has_spans_for_retrieval_and_generation(exported) -> None:
    ascribe.ask("How many sails has the mill?", [MILL])
    tree = parents(exported)
    assert tree["ascribe.ask"] is None
    assert tree["ascribe.retrieve"] == tree["ascribe.generate"] == tree["ascribe.verify"] == "ascribe.ask"
    assert exported.events[0].attributes["gen_ai.evaluation.score.label"] == "pass"


def test_a_refusal_is_labelled_and_has_no_score(exported) -> None:
    ascribe.ask("Who sells horses in Peru?", [MILL])
    attributes = dict(exported.events[0].attributes)
    assert attributes["gen_ai.evaluation.score.label"] == "refused"
    assert "gen_ai.evaluation.score.value" not in attributes
    (span,) = exported.named("ascribe.ask")
    assert span.attributes["ascribe.refusal"]


def test_a_failure_marks_its_span_without_the_message(exported) -> None:
    from opentelemetry.trace import StatusCode

    with pytest.raises(InputError):
        ascribe.check("The mill.", [])
    (span,) = exported.named("ascribe.check")
    assert span.status.status_code is StatusCode.ERROR
    assert span.status.description is None
    assert span.attributes["error.type"] == "InputError"
    assert span.events == ()


@pytest.mark.parametrize(
    ("value", "in_spans", "in_events"),
    [
        ("SPAN_ONLY", True, False),
        ("EVENT_ONLY", False, True),
        ("true", True, True),
        ("no_content", False, False),
    ],
)
def test_texts_are_captured_only_where_the_variable_says_so(
    exported, monkeypatch, value, in_spans, in_events
) -> None:
    monkeypatch.setenv(telemetry.CONTENT, value)
    ascribe.check(REPLY, [MILL], "How many sails?", tier="rules")
    (span,) = exported.named("ascribe.check")
    assert (span.attributes.get("ascribe.reply") == REPLY) is in_spans
    texts = [event.attributes.get("ascribe.sentence.text") for event in exported.events[1:]]
    assert (texts[0] == "The mill has 12 sails [1].") is in_events


def test_the_span_of_the_application_is_the_parent_across_threads(exported) -> None:
    from opentelemetry import trace

    tracer = trace.get_tracer("application", tracer_provider=telemetry._state.tracer_provider)

    async def ask_and_check() -> None:
        with tracer.start_as_current_span("request"):
            await ascribe.acheck(REPLY, [MILL], tier="rules")

    asyncio.run(ask_and_check())
    assert parents(exported)["ascribe.check"] == "request"


def test_a_streamed_reply_has_the_same_events_as_a_check(exported) -> None:
    ascribe.check(REPLY, [MILL], tier="rules")
    checked = [dict(event.attributes) for event in exported.events]
    for _ in ascribe.stream([REPLY[:20], REPLY[20:]], [MILL], tier="rules"):
        pass
    assert [dict(event.attributes) for event in exported.events[len(checked) :]] == checked


def test_it_turns_on_where_the_application_has_imported_it() -> None:
    import opentelemetry.trace  # noqa: F401 - its presence is what is tested

    saved = telemetry._state.is_enabled
    telemetry._state.is_enabled = None
    assert telemetry.is_active()
    ascribe.check(REPLY, [MILL], tier="rules")  # without a provider: spans that record nothing
    telemetry._state.is_enabled = saved
