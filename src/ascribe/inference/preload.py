"""Open the models of a tier in a thread, while the caller reads files."""

from __future__ import annotations

from contextlib import suppress
from threading import Thread

from ascribe.inference.encoder import Encoder
from ascribe.inference.model_files import TIERS_WITH_WEIGHTS
from ascribe.inference.nli import load_entailment_model
from ascribe.inference.tokens import load_tokenizer


def preload_models(tier: str) -> None:
    """Start to open the models of a tier with weights of ours; do nothing for another tier.

    A fault is not raised here: it is raised when the model is used.
    """
    if tier in TIERS_WITH_WEIGHTS:
        Thread(target=_open_models, args=(tier,), name="ascribe-preload").start()


def _open_models(tier: str) -> None:
    with suppress(Exception):  # a damaged file, a missing package: the same is raised where the model is used
        load_tokenizer()
        Encoder().open()
        load_entailment_model(tier).open()
