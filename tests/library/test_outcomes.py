"""Five ways in which a language model may answer, over real HTTP, and the state that each ends in."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from ascribe.library import Library
from ascribe.library.prompted import PromptedGenerator
from ascribe.llm import ChatEndpoint
from tests.llm.server import Received, Sent, Server

SOURCE = "The mill stands on the Arle. The mill has 12 sails. It was built in 1871. A fire came in 1902."
QUESTION = "How many sails has the mill?"

REFUSING = {
    "en": "The provided sources do not contain this information.",
    "de": "Die Quellen enthalten dazu keine Informationen.",
    "fr": "Les sources ne contiennent pas cette information.",
    "es": "Las fuentes no contienen esta información.",
    "it": "Le fonti non contengono questa informazione.",
    "pt": "As fontes não contêm essa informação.",
    "ru": "В источниках нет этой информации.",
    "ja": "提供された資料にはその情報は含まれていません。",
    "zh": "提供的资料中没有相关信息。",
}


def said(text: str, **choice: Any) -> Sent:
    return Sent({"choices": [{"message": {"content": text}, **choice}]})


def answer(text: str, *, answerable: bool = True, **choice: Any) -> Sent:
    return said(json.dumps({"answerable": answerable, "answer": text}), **choice)


@pytest.fixture
def library():
    with Library(encode=False) as made:
        made.add({"id": "mill", "text": SOURCE})
        yield made


@pytest.fixture
def generator(server: Server) -> PromptedGenerator:
    return PromptedGenerator(ChatEndpoint(server.url, "tiny", retries=0))


def ask(library: Library, generator: PromptedGenerator, **options: Any) -> Any:
    return library.ask(QUESTION, generator=generator, tier="rules", **options)


def test_an_answer_is_checked_and_its_markers_are_gone(library, generator, server) -> None:
    server.replies = [answer("The mill has 12 sails [2].")]
    found = ask(library, generator)
    assert found.reply == "The mill has 12 sails."
    (reference,) = found.sentences[0].references
    assert SOURCE[reference.document_start_idx : reference.document_end_idx] == reference.quote
    assert "12 sails" in reference.quote


def test_what_is_not_in_the_sources_is_taken_out_and_kept_as_removed(library, generator, server) -> None:
    server.replies = [answer("The mill has 12 sails [2]. It was built in 1888 [3].")]
    found = ask(library, generator)
    assert found.reply == "The mill has 12 sails."
    assert [s.text for s in found.removed] == ["It was built in 1888."]
    assert found.removed[0].verdict.status == "contradicted"
    assert found.unsupported_claims == ["It was built in 1888."]
    assert not found.is_fully_supported
    trail = found.audit_trail()
    assert (trail["n_removed"], trail["n_sentences"]) == (1, 1)
    assert trail["unsupported_claims"] == [one["text"] for one in trail["removed"]]
    for writer in ("terminal", "md", "html"):
        assert "Removed from the reply" in found.render(writer).text


def test_the_question_and_the_numbered_sentences_are_what_is_asked(library, generator, server) -> None:
    server.replies = [answer("The mill has 12 sails [2].")]
    ask(library, generator)
    shown = server.requests[0].asked
    assert shown["question"] == QUESTION
    sentences = [s for passage in shown["passages"] for s in passage["sentences"]]
    assert [s["number"] for s in sentences] == [1, 2, 3, 4]
    assert sentences[1]["text"] == "The mill has 12 sails."


def test_prose_instead_of_json_is_an_answer(library, generator, server) -> None:
    server.replies = [said("The mill has 12 sails [2].")]
    assert ask(library, generator).reply == "The mill has 12 sails."


@pytest.mark.parametrize("language", REFUSING)
def test_a_refusal_in_words_is_a_refusal(library, generator, server, language) -> None:
    server.replies = [said(REFUSING[language])]
    found = ask(library, generator, language=language)
    assert (found.was_refused, found.refusal_reason) == (True, "generator_refused")
    assert found.faithfulness_score == 0.0


def test_a_refusal_by_the_schema_is_a_refusal(library, generator, server) -> None:
    server.replies = [answer("", answerable=False)]
    assert ask(library, generator).refusal_reason == "generator_refused"


def test_bad_json_is_asked_once_more_and_then_a_failure(library, generator, server) -> None:
    server.replies = [said('{"answerable": true, "answer": ')]
    found = ask(library, generator)
    assert found.refusal_reason == "generator_error"
    assert "answers could be read" in found.refusal_details
    assert len(server.requests) == 2


def test_bad_json_may_be_mended(library, generator, server) -> None:
    server.replies = [said("{oh"), answer("The mill has 12 sails.")]
    assert ask(library, generator).reply == "The mill has 12 sails."


@pytest.mark.parametrize(
    "sent", [said(""), Sent(b"oh", status=500), Sent(fails="cut")], ids=["empty", "error", "cut"]
)
def test_an_empty_answer_and_an_outage_are_failures(library, generator, server, sent) -> None:
    server.replies = [sent]
    found = ask(library, generator)
    assert (found.was_refused, found.refusal_reason) == (True, "generator_error")
    assert server.url.split("//")[1].split("/")[0] in found.refusal_details


@pytest.mark.parametrize(
    ("end", "why"),
    [("length", r"token limit .* answer_tokens, which is 2,000\.$"), ("content_filter", "content filter")],
)
@pytest.mark.parametrize("text", ["The mill has 12 sails. It", ""], ids=["some", "none"])
def test_an_answer_that_is_cut_off_is_a_failure(library, generator, server, text, end, why) -> None:
    server.replies = [answer(text, finish_reason=end)]
    found = ask(library, generator)
    assert (found.reply, found.refusal_reason) == ("", "generator_error")
    assert re.search(why, found.refusal_details)
    assert len(server.requests) == 1


def test_the_log_probability_is_kept_where_the_endpoint_gives_it(library, generator, server) -> None:
    rows = [{"token": "a", "logprob": -0.25}, {"token": "b", "logprob": -0.75}]
    server.replies = [answer("The mill has 12 sails.", logprobs={"content": rows})]
    assert ask(library, generator).faithfulness_components.generation_logprob == pytest.approx(-0.5)


def test_a_server_without_log_probabilities_is_asked_without(library, generator, server) -> None:
    def reply(request: Received) -> Sent:
        if "logprobs" in request.body:
            return Sent({"error": {"message": "logprobs is not supported", "param": "logprobs"}}, status=400)
        return answer("The mill has 12 sails.")

    server.replies = reply
    found = ask(library, generator)
    assert found.reply == "The mill has 12 sails."
    assert found.faithfulness_components.generation_logprob is None


@pytest.mark.parametrize("strictness", ["loose", "balanced", "strict", "paranoid"])
def test_no_level_shows_a_lie_as_supported(library, generator, server, strictness) -> None:
    server.replies = [answer("The mill has 13 sails.")]
    found = ask(library, generator, strictness=strictness)
    assert not found.supported_sentences
    assert found.was_refused or strictness == "loose"  # which shows what is undecided, as such


TOO_LONG = "The mill has 12 sails. " * 10_000


def test_an_answer_above_the_limit_is_a_failure_of_the_generator(library) -> None:
    found = library.ask(QUESTION, generator=lambda *_: TOO_LONG, tier="rules")
    assert (found.reply, found.refusal_reason) == ("", "generator_error")
    assert "230,000 characters" in found.refusal_details


def test_an_answer_that_grows_above_the_limit_is_taken_back(library) -> None:
    class Endless:
        def stream(self, *_: Any) -> Iterator[str]:
            while True:
                yield TOO_LONG[:50_000]

        generate = stream

    *events, final = library.stream(QUESTION, generator=Endless(), tier="rules")
    kinds = [event.kind for event in events]
    assert kinds.count("retracted") == kinds.count("sentence") > 0
    assert (final.answer.reply, final.answer.refusal_reason) == ("", "generator_error")
