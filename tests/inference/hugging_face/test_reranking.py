"""Real cross-encoders as rerankers of a library, by folder and as objects of sentence-transformers."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from benchmarks.library_stand_in import StandIn
from typer.testing import CliRunner

from ascribe import Answer, InputError
from ascribe.apps.cli import app
from ascribe.inference.pair_models import PairClassifier
from ascribe.library import Library
from ascribe.library.reranking import Rerank
from ascribe.records import RetrievedChunk
from tests.inference.hugging_face import tiny
from tests.inference.hugging_face.conftest import NLI
from tests.inference.hugging_face.test_pairs import direct

pytestmark = [pytest.mark.hf, pytest.mark.filterwarnings("ignore")]  # the libraries warn of much

QUESTION = "was the mill built in 1871 ?"
TEXTS = [
    "the mill was built in 1871 .",
    "a fire in the old mill was not slow .",
    "anna kohl has 12 boats and the mill .",
    "the river crosses the valley by the mill .",
    "the new mill has 14 sails , and it stands on the arle .",
]


@pytest.fixture(scope="module")
def library():
    with Library(encoder=StandIn()) as made:
        made.add([{"id": f"t{n}", "text": text} for n, text in enumerate(TEXTS)])
        yield made


def hits(library: Library, rerank: Rerank) -> list[RetrievedChunk]:
    found = library.search(QUESTION, top=5, rerank=rerank)
    assert len(found) == len(TEXTS)
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)
    return found


def sigmoid(value: float) -> float:
    return float(1.0 / (1.0 + np.exp(-value)))


def test_the_scores_are_those_of_the_model_itself(library, model) -> None:
    folder = model("LABEL_0")
    for hit in hits(library, folder):
        assert hit.score == pytest.approx(sigmoid(direct(folder, QUESTION, hit.chunk.text)[0]), abs=1e-4)


def test_a_model_of_entailment_reads_the_passage_first(library, model) -> None:
    folder = model(*NLI)
    for hit in hits(library, str(folder)):
        logits = direct(folder, hit.chunk.text, QUESTION).astype(np.float64)
        share = np.exp(logits)[NLI.index("ENTAILMENT")] / np.exp(logits).sum()
        assert hit.score == pytest.approx(share, abs=1e-4)


def test_two_labels_that_nobody_named_are_read_like_those_of_a_reranker(library, model) -> None:
    folder = model("LABEL_0", "LABEL_1")
    for hit in hits(library, folder):
        no, yes = direct(folder, QUESTION, hit.chunk.text)
        assert hit.score == pytest.approx(sigmoid(yes - no), abs=1e-4)


@pytest.mark.parametrize("labels", [["LABEL_0"], ["LABEL_0", "LABEL_1"], NLI], ids="-".join)
@pytest.mark.parametrize("raw", [False, True])
def test_a_cross_encoder_of_sentence_transformers_says_the_same(library, model, labels, raw) -> None:
    import torch
    from sentence_transformers import CrossEncoder

    folder = model(*labels)
    activation = torch.nn.Identity() if raw else None
    made = CrossEncoder(str(folder), device="cpu", activation_fn=activation)
    own, other = hits(library, folder), hits(library, made)
    assert [hit.chunk for hit in own] == [hit.chunk for hit in other]
    assert [hit.score for hit in own] == pytest.approx([hit.score for hit in other], abs=1e-4)


def test_a_pair_model_of_ours_says_the_same(library, model) -> None:
    folder = model("LABEL_0")
    own, other = hits(library, folder), hits(library, PairClassifier(tiny.source(folder), 64))
    assert [hit.score for hit in own] == pytest.approx([hit.score for hit in other], abs=1e-4)


def test_a_long_passage_counts_as_its_best_window(model) -> None:
    folder = model("LABEL_0", "LABEL_1")
    text = "the mill stands on the river arle . it was built in 1871 . " * 12
    with Library(encoder=StandIn()) as library:
        library.add({"id": "long", "text": text})
        (hit,) = library.search(QUESTION, top=1, rerank=folder)
    made = PairClassifier(tiny.source(folder), 64)
    found, owners = made._reader.read([(QUESTION, hit.chunk.text)], "only_second")
    assert len(owners) > 2
    assert hit.score == pytest.approx(max(sigmoid(yes - no) for no, yes in found), abs=1e-3)


def test_threads_get_what_one_gets(library, model) -> None:
    folder = model("LABEL_0")
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: hits(library, folder), range(8)))
    assert all(one == found[0] for one in found)


def test_labels_that_do_not_say_what_answers_are_refused(library, model) -> None:
    with pytest.raises(InputError, match=r"^rerank: .*has the labels good, bad, none of which clearly means"):
        library.search(QUESTION, rerank=model("good", "bad"))


def test_what_is_no_model_is_refused(library, tmp_path) -> None:
    with pytest.raises(InputError, match=r'^rerank .*cannot be loaded .*or use "builtin"'):
        library.search(QUESTION, rerank=tmp_path)
    with pytest.raises(InputError, match=r"^rerank .* there is no such folder"):
        library.search(QUESTION, rerank=tmp_path / "none")


def test_the_command_names_the_model_in_the_settings(model, tmp_path: Path) -> None:
    folder = model("LABEL_0")
    files = [tmp_path / f"{n}.txt" for n in range(len(TEXTS))]
    for file, text in zip(files, TEXTS, strict=True):
        file.write_text(text, encoding="utf-8")
    options = ["--tier", "rules", "--language", "en", "--rerank", str(folder), "-f", "json"]
    done = CliRunner().invoke(app, ["ask", QUESTION, *map(str, files), *options])
    assert done.exit_code in (0, 1), done.output
    settings = Answer.from_json(done.stdout).settings
    assert settings.components["rerank"] == settings.versions["rerank.model"] == str(folder)
    assert len(settings.versions["rerank.files"]) == 12
