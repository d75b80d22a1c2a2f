"""One training run: seeded, resumable, with a progress bar and a log that stays.

A run has a folder for its checkpoint and a line of ``training/log.jsonl`` per report. Stopping it loses at
most the minutes since the last checkpoint: the same command goes on from there.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from torch import Tensor, nn

LOG = Path(__file__).parent / "log.jsonl"

HAS_BFLOAT16 = bool(
    torch.cpu.get_capabilities().get("amx_bf16") or torch.cpu.get_capabilities().get("avx512_bf16")
)
"""Processors without it compute in float32: there bfloat16 is many times slower."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides a run, all of it logged.

    Args:
        name: of the run; its checkpoint lies in a folder of that name.
        rate: highest learning rate of the top layer and the head.
        layer_decay: each lower layer learns at this share of the rate of the one above it.
        warmup: share of the steps in which the rate rises; then it falls in a straight line to 0.
        decay: weight decay of AdamW, on matrices only.
        clip: largest norm of a step's gradient.
        seed: of the batches, the heads and the dropout.
        every: seconds between two reports and checkpoints.
    """

    name: str
    rate: float
    layer_decay: float = 0.9
    warmup: float = 0.06
    decay: float = 0.01
    clip: float = 1.0
    seed: int = 13
    every: float = 120.0


def fit(
    model: nn.Module,
    batches: Sequence[Any],
    loss_of: Callable[[nn.Module, Any], Tensor],
    settings: Settings,
    folder: Path,
    facts: dict[str, object],
) -> None:
    """Train the model in place, one step per batch, and log the run."""
    masters = MasterWeights(model)
    optimiser = torch.optim.AdamW(
        _groups(masters.learning, settings), weight_decay=settings.decay, fused=True
    )
    peaks = [group["lr"] for group in optimiser.param_groups]
    checkpoint = folder / settings.name / "checkpoint.pt"
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    step = _resume(checkpoint, masters, optimiser)
    if HAS_BFLOAT16:
        model.get_submodule("backbone").to(torch.bfloat16)
    masters.give_weights()
    started = marked = time.monotonic()
    mean, first = math.nan, step
    with _bar() as bar:
        task = bar.add_task(settings.name, total=len(batches), completed=step, loss="")
        model.train()
        while step < len(batches):
            share = _share(step, len(batches), settings.warmup)
            for group, peak in zip(optimiser.param_groups, peaks, strict=True):
                group["lr"] = peak * share
            torch.manual_seed(settings.seed * 1_000_003 + step)
            loss = loss_of(model, batches[step])
            loss.backward()
            masters.take_gradients()
            nn.utils.clip_grad_norm_(masters.learning.values(), settings.clip)
            optimiser.step()
            masters.give_weights()
            mean = loss.item() if math.isnan(mean) else 0.98 * mean + 0.02 * loss.item()
            step += 1
            bar.update(task, completed=step, loss=f"loss {mean:.4f}")
            if time.monotonic() - marked > settings.every:
                marked = time.monotonic()
                speed = (step - first) / (marked - started)
                print(
                    f"{settings.name} step {step} of {len(batches)} loss {mean:.4f} {speed:.2f}/s", flush=True
                )
                _store(checkpoint, masters, optimiser, step)
    masters.restore()
    log({"settings": asdict(settings), "facts": facts, "loss": round(mean, 4)})


class MasterWeights:
    """Weights in float32 beside a network that may compute in bfloat16.

    A step changes a weight by less than bfloat16 can hold, so the optimiser changes these, and the network
    gets them rounded. Autocast does the same at a third of the time lost on copies.
    """

    def __init__(self, model: nn.Module) -> None:
        self._model = model
        self._whole = {name: weight.detach().clone() for name, weight in model.named_parameters()}
        self.learning = {
            name: nn.Parameter(self._whole[name])
            for name, weight in model.named_parameters()
            if weight.requires_grad
        }

    def take_gradients(self) -> None:
        """Move the network's gradients to these weights."""
        for name, weight in self._model.named_parameters():
            if name in self.learning:
                self.learning[name].grad = None if weight.grad is None else weight.grad.float()
                weight.grad = None

    def give_weights(self) -> None:
        """Copy these weights into the network."""
        with torch.no_grad():
            for name, weight in self._model.named_parameters():
                if name in self.learning:
                    weight.copy_(self.learning[name])

    def restore(self) -> None:
        """Make the network one of float32 again, frozen weights as they were."""
        self._model.float()
        with torch.no_grad():
            for name, weight in self._model.named_parameters():
                weight.copy_(self._whole[name])


def _groups(learning: Mapping[str, nn.Parameter], settings: Settings) -> list[dict[str, object]]:
    """Return the weights by depth, so that lower layers, which know words and grammar, move less."""
    groups: dict[tuple[float, float], list[nn.Parameter]] = {}
    layers = 1 + max((_layer_of(name) for name in learning), default=-1)
    for name, parameter in learning.items():
        rate = settings.rate * settings.layer_decay ** _height(name, layers)
        decay = settings.decay if parameter.ndim > 1 else 0.0
        groups.setdefault((rate, decay), []).append(parameter)
    return [{"params": kept, "lr": rate, "weight_decay": decay} for (rate, decay), kept in groups.items()]


def _height(name: str, layers: int) -> int:
    """Return the layers above the parameter: 0 for the head and the top layer."""
    if _layer_of(name) >= 0:
        return layers - 1 - _layer_of(name)
    return layers if "backbone" in name.split(".") else 0


def _layer_of(name: str) -> int:
    """Return the number of the layer that the parameter is of, -1 if of none."""
    parts = name.split(".")
    return int(parts[parts.index("layers") + 1]) if "layers" in parts else -1


def _share(step: int, steps: int, warmup: float) -> float:
    rising = max(1, round(steps * warmup))
    return (step + 1) / rising if step < rising else (steps - step) / max(1, steps - rising)


def _resume(checkpoint: Path, masters: MasterWeights, optimiser: torch.optim.Optimizer) -> int:
    if not checkpoint.is_file():
        return 0
    stored = torch.load(checkpoint, weights_only=True)
    with torch.no_grad():
        for name, weight in masters.learning.items():
            weight.copy_(stored["model"][name])
    optimiser.load_state_dict(stored["optimiser"])
    return int(stored["step"])


def _store(checkpoint: Path, masters: MasterWeights, optimiser: torch.optim.Optimizer, step: int) -> None:
    """Write beside the old checkpoint, then replace it: a run that is killed here still has one."""
    written = checkpoint.with_suffix(".new")
    weights = {name: weight.detach() for name, weight in masters.learning.items()}
    torch.save({"model": weights, "optimiser": optimiser.state_dict(), "step": step}, written)
    written.replace(checkpoint)


def log(entry: dict[str, object]) -> None:
    """Add a line to the log that stays."""
    with LOG.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(entry) + "\n")


def _bar() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*columns, TextColumn("{task.fields[loss]}"), TimeRemainingColumn())
