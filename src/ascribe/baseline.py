"""Known failures of a set of replies, so that a check fails only for new ones.

A failure is known by its words and its status, not by its place: a sentence that moves stays known, and one
that is edited, or becomes worse, is new.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from ascribe.errors import InputError
from ascribe.records import CitedSentence

VERSION = 1
"""Increased when the fingerprint or the file changes its meaning."""


def compute_fingerprint(finding: str, text: str) -> str:
    """Return the digest of a finding and the words it is about; spaces and line ends do not count."""
    words = " ".join(text.split())
    return sha256(f"{finding}\n{words}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True)
class Baseline:
    """The fingerprints of known failures, each with the reply, the status and the words for people."""

    known: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @classmethod
    def build(cls, failures: Iterable[tuple[str, CitedSentence]]) -> Baseline:
        """Build the baseline of failing sentences, each with the name of its reply."""
        return cls({_identify(each): _describe(name, each) for name, each in failures})

    @classmethod
    def read(cls, path: Path) -> Baseline:
        """Read a baseline.

        Raises:
            InputError: there is no such file, or it is no baseline.
        """
        try:
            data: Any = json.loads(path.read_bytes())
            if data["version"] != VERSION:
                raise InputError(f"{path}: this baseline has version {data['version']}; write it again.")
            return cls({each["fingerprint"]: each for each in data["failures"]})
        except OSError as error:
            raise InputError(f"{path}: the baseline cannot be opened ({error.strerror}).") from error
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"{path}: this is no baseline; write one with --write-baseline.") from error

    def write(self, path: Path) -> None:
        """Write the baseline, sorted by reply and words, so that a diff shows what changed.

        Raises:
            InputError: the file cannot be written.
        """
        failures = sorted(
            ({"fingerprint": key, **told} for key, told in self.known.items()),
            key=lambda each: (each["reply"], each["text"], each["status"]),
        )
        text = json.dumps({"version": VERSION, "failures": failures}, indent=1)
        try:
            path.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            raise InputError(f"{path}: the baseline cannot be written ({error.strerror}).") from error

    def __contains__(self, sentence: CitedSentence) -> bool:
        return _identify(sentence) in self.known


def _identify(sentence: CitedSentence) -> str:
    return compute_fingerprint(sentence.verdict.status if sentence.verdict else "", sentence.text)


def _describe(name: str, sentence: CitedSentence) -> dict[str, str]:
    status = sentence.verdict.status if sentence.verdict else ""
    return {"reply": name, "status": status, "text": " ".join(sentence.text.split())}
