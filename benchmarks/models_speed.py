"""Measure the cost of the tiers with models: warm check, twice the sources, cold process, memory.

Usage: ``python -m benchmarks.models_speed``. If torch and sentence-transformers are installed, it also times
their ``CrossEncoder``, of the same size and with the same threads, over all pairs of the same texts.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.english import generate_case

RUNS = 7
COLD = "from benchmarks.models_speed import run_check; run_check(1, 10)"


def main() -> None:
    """Measure the tier and print the table."""
    print("| what | best | median |\n|---|---|---|")
    warm = time_runs(lambda seed: run_check(seed, 10))
    double = time_runs(lambda seed: run_check(1000 + seed, 20))  # new seeds, because the models cache texts
    print_row("check, tier builtin: 8 sentences, 10 passages of 12 sentences, texts never seen", warm)
    print_row("the same with 20 passages", double)
    print_row(
        "the same as the first, tier rules", time_runs(lambda seed: run_check(2000 + seed, 10, "rules"))
    )
    print_row(
        "the same as the first, tier large", time_runs(lambda seed: run_check(3000 + seed, 10, "large"))
    )
    cold = [time_process() for _ in range(RUNS)]
    print_row("a cold process: start, import, load, check", cold)
    print(
        f"\nTwice the sources take {statistics.median(double) / statistics.median(warm):.2f} times as long."
    )
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"Peak memory of the cold process: {peak:.0f} MiB.")
    if find_spec("torch") and find_spec("sentence_transformers"):
        other = time_cross_encoder(statistics.median(warm))
        print(f"\n{other}")
    else:
        print("\nAll pairs with a CrossEncoder: not run, torch or sentence-transformers is not installed.")


def time_runs(run: Callable[[int], None]) -> list[float]:
    """Return the seconds of each run after the first, each with new texts."""
    run(0)
    found = []
    for seed in range(1, RUNS + 1):
        began = time.perf_counter()
        run(seed)
        found.append(time.perf_counter() - began)
    return found


def run_check(seed: int, passages: int, tier: str = "builtin") -> None:
    """Run one check."""
    from ascribe import check

    said, sources = generate_case(seed, passages)
    check(" ".join(said), [" ".join(source) for source in sources], tier=tier)


def time_process() -> float:
    """Return the seconds of a Python process that runs one check."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", COLD], check=True)  # noqa: S603 - our own interpreter and code
    return time.perf_counter() - began


def time_cross_encoder(ours: float) -> str:
    """Time the CrossEncoder over every pair of claim and sentence, and format time and ratio."""
    import torch

    from ascribe.inference.onnx import threads

    torch.set_num_threads(threads())
    model = build_cross_encoder()
    found = []
    for seed in range(3):
        said, sources = generate_case(seed)
        pairs = [(claim, sentence) for claim in said for source in sources for sentence in source]
        began = time.perf_counter()
        model.predict(pairs, batch_size=32, show_progress_bar=False)
        found.append(time.perf_counter() - began)
    theirs = statistics.median(found)
    return (
        f"A CrossEncoder of the same size in torch over all {len(pairs)} pairs: {theirs:.2f} s, "
        f"{theirs / ours:.1f} times as long as the check."
    )


def build_cross_encoder() -> Any:
    """Build a BERT of 6 layers, 384 dimensions and 3 classes; its weights do not affect its speed."""
    from sentence_transformers import CrossEncoder
    from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

    from ascribe.inference.model_files import get_tokenizer_path

    config = BertConfig(
        hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536, num_labels=3
    )
    with tempfile.TemporaryDirectory() as folder:
        BertForSequenceClassification(config).save_pretrained(folder)
        signs = {"pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]", "unk_token": "[UNK]"}
        PreTrainedTokenizerFast(tokenizer_file=str(get_tokenizer_path()), **signs).save_pretrained(folder)
        return CrossEncoder(str(Path(folder)), device="cpu", max_length=512)


def print_row(name: str, seconds: list[float]) -> None:
    """Print one line of the table, in milliseconds."""
    print(f"| {name} | {1000 * min(seconds):.0f} ms | {1000 * statistics.median(seconds):.0f} ms |")


if __name__ == "__main__":
    main()
