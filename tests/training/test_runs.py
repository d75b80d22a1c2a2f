"""Real runs of the training: small ones, start to end, interrupted and resumed. `make test-all` runs them."""

import gzip
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from training.pairs import DATA_SETS

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [pytest.mark.training, pytest.mark.filterwarnings("default")]

TOWNS = ("Arden", "Bray", "Corby", "Derwent", "Elland", "Fowey", "Goole", "Hythe", "Ilkley", "Jarrow")


def records(data_set: str, count: int) -> Iterator[dict[str, Any]]:
    """Invented pairs, half of them true."""
    for number in range(count):
        town = f"{TOWNS[number % len(TOWNS)]} {data_set.replace('/', ' ').replace('_', ' ').title()}"
        source = f"The mill of {town} was built in {1800 + number}. It has {number + 2} sails."
        true = number % 2 == 0
        yield {
            "claim": f"The mill of {town} was built in {1800 + number + (not true)}.",
            "source": source,
            "label": "supported" if true else "unsupported",
            "orig_label": "entailment" if true else ("contradiction", "not_entailment")[number % 4 == 1],
        }


def attribution(count: int) -> Iterator[dict[str, Any]]:
    """Invented claims, each with the place of its evidence."""
    for number in range(count):
        town = f"{TOWNS[number % len(TOWNS)]} {number}"
        texts = [
            f"The mill of {town} grinds corn.",
            f"The bridge of {town} is closed.",
            f"{town} has a fair.",
        ]
        yield {
            "claim": f"{town} has a mill for corn.",
            "sources": [[0, text] for text in texts],
            "gold": [[0]],
        }


def write(path: Path, found: Iterator[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as lines:
        lines.writelines(json.dumps(record) + "\n" for record in found)


def read(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def claim(text: str, label: str, evidence: str) -> dict[str, Any]:
    error = None if label == "supported" else "number"
    return {
        "text": text,
        "label": label,
        "error": error,
        "wording": "close",
        "evidence": [evidence],
        "twin": None,
        "why": error or "",
        "second": label,
    }


def source_sets(count: int) -> Iterator[dict[str, Any]]:
    """Invented documents, each with a true and a false claim."""
    for number in range(count):
        town = f"{TOWNS[number % len(TOWNS)]} {number}"
        sails = f"It has {number + 2} sails."
        text = f"The mill of {town} was built in {1800 + number}. {sails} The bridge is closed."
        yield {
            "id": f"set-{number}",
            "domain": f"mills of {town}",
            "register": "plain",
            "documents": [{"id": "a", "title": f"Mill of {town}", "text": text}],
            "claims": [
                claim(f"The mill of {town} has {number + 2} sails.", "supported", sails),
                claim(f"The mill of {town} has {number + 3} sails.", "contradicted", sails),
            ],
        }


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of ``training``, so that its log stays as it is, and with ``pairs``."""
    folder = tmp_path_factory.mktemp("workshop")
    left_out = shutil.ignore_patterns(
        "__pycache__", "log.jsonl", "writer_*", "mixed_*", "family_*", "reply_*", "l*_*.jsonl"
    )
    shutil.copytree(ROOT / "training", folder / "training", ignore=left_out)
    sets = "".join(json.dumps(record) + "\n" for record in source_sets(40))
    (folder / "training/claims/close_a.jsonl").write_text(sets, encoding="utf-8")
    for data_set in DATA_SETS:
        write(folder / "pairs" / f"{data_set.file}.jsonl.gz", records(data_set.file, 4))
    for name in ("fool_me_twice", "wice"):
        write(folder / f"pairs/attribution/{name}.attribution.jsonl.gz", attribution(16))
    return folder


def module(workshop: Path, name: str, *arguments: str) -> None:
    """Runs a module of the copy; its output is shown if it fails."""
    command = [sys.executable, "-m", f"training.{name}", *arguments]
    done = subprocess.run(command, cwd=workshop, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def logged(workshop: Path) -> list[dict[str, Any]]:
    text = (workshop / "training" / "log.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_trained_encoder_is_exported_and_embeds(workshop: Path) -> None:
    from ascribe.inference.encoder import Encoder

    module(workshop, "encoder", "pairs", "--out", "encoder.safetensors")
    module(workshop, "export", "encoder.safetensors", "encoder.onnx", "--head", "embedding")
    vectors = Encoder(workshop / "encoder.onnx").embed(
        ["The mill grinds corn.", "Corn is ground in the mill.", "It rains."]
    )
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1], abs=1e-4)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.2
    assert logged(workshop)[-1]["settings"]["name"] == "encoder-first"
    second = (
        "--written",
        "--start",
        "encoder.safetensors",
        "--name",
        "encoder",
        "--out",
        "written.safetensors",
    )
    module(workshop, "encoder", "pairs", *second)
    assert logged(workshop)[-1]["settings"]["name"] == "encoder"
    assert (workshop / "written.safetensors").stat().st_size > 0


def test_trained_verifier_is_exported_and_judges(workshop: Path) -> None:
    from ascribe.inference.nli import EntailmentModel

    limits = ("--limit", "64", "--permissive-only")
    module(workshop, "mix", "pairs", "broad", "--out", "broad.jsonl.gz", *limits)
    module(workshop, "mix", "pairs", "even", "--out", "even.jsonl.gz", "--limit", "16")
    module(workshop, "verifier", "broad.jsonl.gz", "--out", "broad.safetensors")
    assert set(logged(workshop)[-1]["facts"]["pairs"]) <= {"factcheck_gpt", "expertqa", "dnc_factive", "hard"}
    second = ("--start", "broad.safetensors", "--name", "verifier-even", "--out", "verifier.safetensors")
    module(workshop, "verifier", "even.jsonl.gz", *second)
    module(workshop, "export", "verifier.safetensors", "verifier.onnx", "--head", "entailment")
    pairs = [("The mill was built in 1871.", "The mill is old."), ("It rains.", "The mill is old.")]
    found = EntailmentModel(workshop / "verifier.onnx").probabilities(pairs)
    assert np.isfinite(found).all()
    assert found.sum(axis=1) == pytest.approx([1, 1], abs=1e-6)
    assert logged(workshop)[-1]["facts"]["start"] == "broad.safetensors"
    module(workshop, "mix", "pairs", "written", "--out", "written.jsonl.gz", "--limit", "24")
    third = ("--start", "verifier.safetensors", "--frozen", "3", "--name", "verifier-written")
    module(workshop, "verifier", "written.jsonl.gz", *third, "--out", "written.safetensors")
    assert "written" in logged(workshop)[-1]["facts"]["pairs"]


def test_teacher_reads_a_mix_and_goes_on_where_it_stopped(workshop: Path) -> None:
    module(workshop, "mix", "pairs", "written", "--out", "short.jsonl.gz", "--limit", "12")
    teachers = ("verifier.safetensors", "broad.safetensors")
    module(workshop, "teach", "short.jsonl.gz", *teachers, "--out", "taught.jsonl.gz")
    whole = read(workshop / "taught.jsonl.gz")
    assert [record["claim"] for record in whole] == [r["claim"] for r in read(workshop / "short.jsonl.gz")]
    assert [sum(record["taught"]) for record in whole] == pytest.approx([1.0] * 12, abs=2e-4)
    write(workshop / "stopped.jsonl.gz", iter(whole[:5]))
    module(workshop, "teach", "short.jsonl.gz", *teachers, "--out", "stopped.jsonl.gz")
    assert [r["claim"] for r in read(workshop / "stopped.jsonl.gz")] == [r["claim"] for r in whole]
    third = ("--start", "verifier.safetensors", "--epochs", "2", "--name", "verifier-taught")
    module(workshop, "verifier", "taught.jsonl.gz", *third, "--out", "taught.safetensors")
    assert logged(workshop)[-1]["facts"]["epochs"] == 2


def test_loss_draws_an_example_to_what_the_teacher_found() -> None:
    import torch

    from training import verifier

    def loss(taught: tuple[float, float, float] | None, label: int, *logits: float) -> float:
        example = verifier.Example([1, 2], [3, 4], label, 1.0, taught)
        return float(verifier.compute_loss(lambda *_: torch.tensor([logits]), [example]))

    sure, torn = (4.0, 0.0, 0.0), (1.0, 0.9, 0.0)
    assert loss(None, 0, *sure) < loss(None, 0, *torn)
    assert loss((0.5, 0.5, 0.0), 0, *sure) > loss((0.5, 0.5, 0.0), 0, *torn)
    assert loss((0.0, 0.5, 0.5), -1, *sure) > loss((0.0, 0.5, 0.5), -1, 0.0, 2.0, 2.0)


def test_frozen_layers_do_not_learn_and_the_others_do(workshop: Path) -> None:
    from safetensors.numpy import load_file

    before, after = (load_file(workshop / f"{name}.safetensors") for name in ("verifier", "written"))
    changed = {
        name
        for name in before
        if not np.allclose(before[name].astype("f4"), after[name].astype("f4"), atol=1e-6)
    }
    assert not any(f"encoder.layer.{frozen}." in name for name in changed for frozen in (0, 1, 2))
    assert any("encoder.layer.5." in name for name in changed)


def test_restored_weights_are_those_that_were_exported(workshop: Path) -> None:
    import onnx

    module(workshop, "restore", "verifier.onnx", "--out", "restored.safetensors")
    module(workshop, "export", "restored.safetensors", "again.onnx", "--head", "entailment")
    first, again = (
        {
            tensor.name: onnx.numpy_helper.to_array(tensor)
            for tensor in onnx.load(workshop / name).graph.initializer
        }
        for name in ("verifier.onnx", "again.onnx")
    )
    assert first.keys() == again.keys()
    for name, values in first.items():
        # The scales are rounded once more, so that a weight may move by one step of many.
        np.testing.assert_allclose(again[name].astype("f8"), values.astype("f8"), rtol=2e-3, atol=1.01)


def test_large_backbone_gives_the_same_exported(workshop: Path) -> None:
    import torch
    from training.quantise import read_weights
    from training.tokens import pad_batch, tokenize_texts

    from ascribe.inference.nli import EntailmentModel
    from ascribe.inference.probabilities import compute_softmax
    from ascribe.inference.tokens import TokenRow, build_pair_ids
    from training import backbone, graph

    torch.manual_seed(3)
    sizes = backbone.Sizes(words=30522, positions=64, width=192, inner=256, layers=2, buckets=32)
    model = backbone.Entailment(sizes).eval()
    torch.nn.init.normal_(model.out.weight, std=0.5)
    backbone.save(model, workshop / "large.safetensors")
    pairs = [
        ("The mill was built in 1871 and has twelve sails.", "The mill is old."),
        ("It rains.", "It is wet."),
    ]
    evidence, claims = (tokenize_texts(texts) for texts in zip(*pairs, strict=True))
    rows = [TokenRow(*build_pair_ids(one, other)) for one, other in zip(claims, evidence, strict=True)]
    with torch.no_grad():
        wanted = compute_softmax(model(*pad_batch(rows)).numpy())
    ways: tuple[tuple[graph.Products, graph.Bits, float], ...] = (
        ("float32", 8, 0.01),
        ("int8", 4, 0.06),  # 8-bit products differ between processors: 0.052 is the most seen
    )
    for products, bits, error in ways:
        made = graph.build(read_weights(workshop / "large.safetensors"), "entailment", None, products, bits)
        file = workshop / f"large-{products}.onnx"
        file.write_bytes(made.SerializeToString())
        assert np.abs(EntailmentModel(file).probabilities(pairs) - wanted).max() < error, (products, bits)


def asked(count: int) -> Iterator[dict[str, Any]]:
    """Invented questions; every third has no answer among its windows."""
    for number in range(count):
        town = TOWNS[number % len(TOWNS)]
        sails, bridge, fair = (
            f"The mill of {town} has {number % 7 + 2} sails.",
            f"The bridge of {town} is closed.",
            f"{town} has a fair in May.",
        )
        answer = [sails] if number % 3 else []
        yield {
            "question": f"How many sails has the mill of {town}?",
            "right": answer,
            "wrong": [bridge, fair],
        }


def test_trained_reader_is_exported_and_tells_what_answers(workshop: Path) -> None:
    from ascribe.inference.nli import ENTAILED, EntailmentModel
    from training import backbone

    write(workshop / "answers.jsonl.gz", asked(240))
    start = backbone.package_folder() / "model.safetensors"
    module(workshop, "reader", "answers.jsonl.gz", "--start", str(start), "--out", "reader.safetensors")
    module(workshop, "export", "reader.safetensors", "reader.onnx", "--head", "entailment")
    windows = ("The mill of Leeds has 9 sails.", "The bridge of Leeds is closed.")
    question = "How many sails has the mill of Leeds?"
    found = EntailmentModel(workshop / "reader.onnx").probabilities(
        [(window, question) for window in windows]
    )
    assert found[0][ENTAILED] > found[1][ENTAILED] + 0.05
    assert logged(workshop)[-1]["facts"]["answered"] == 160


def test_resumed_run_ends_as_the_one_that_never_stopped(
    workshop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    from training import backbone, loop, mix, verifier

    monkeypatch.setattr(loop, "LOG", workshop / "resumed.jsonl")
    settings = loop.Settings("tiny", 8e-5, every=0.0)
    weighted = mix.broad(workshop / "pairs", permissive_only=False)[:18]
    made = verifier.load_examples(list(mix.build_examples(weighted)))
    batches = [made[start : start + 6] for start in range(0, 18, 6)]

    def trained(folder: str, calls: int) -> torch.Tensor:
        """The output layer after a run that is cut off before its step number ``calls``."""
        left = iter(range(calls))

        def loss_of(model: torch.nn.Module, batch: verifier.Batch) -> torch.Tensor:
            if next(left, None) is None:
                raise KeyboardInterrupt
            return verifier.compute_loss(model, batch)

        torch.manual_seed(settings.seed)
        model = backbone.load_entailment(backbone.package_folder() / "model.safetensors")
        loop.fit(model, batches, loss_of, settings, workshop / folder, {})
        return model.out.weight.detach()

    whole = trained("whole", 3)
    with pytest.raises(KeyboardInterrupt):
        trained("stopped", 2)
    resumed = trained("stopped", 1)
    torch.testing.assert_close(resumed, whole, rtol=1e-4, atol=1e-6)
    assert len((workshop / "resumed.jsonl").read_text(encoding="utf-8").splitlines()) == 2
