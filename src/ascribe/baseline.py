"""Known failures of a set of replies, so that a check fails only for new ones.

A failure is known by its reply, its words and its status, not by its place: a sentence that moves within its
reply stays known, and one that is edited, becomes worse or occurs in another reply is new.
"""

from __future__ import annotations

import json
import os
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from ascribe.errors import InputError
from ascribe.records import CitedSentence

Key = tuple[str, str]

VERSION = 1
"""Increased when the fingerprint or the file changes its meaning."""


def compute_fingerprint(finding: str, text: str) -> str:
    """Return the digest of a finding and the words it is about; spaces and line ends do not count."""
    words = " ".join(text.split())
    return sha256(f"{finding}\n{words}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True)
class Baseline:
    """Known failures.

    Args:
        known: reply and fingerprint of each → its reply, status and words.
    """

    known: Mapping[Key, Mapping[str, str]] = field(default_factory=dict)

    @classmethod
    def build(cls, failures: Iterable[tuple[str, CitedSentence]]) -> Baseline:
        """Build the baseline of failing sentences, each with the name of its reply."""
        return cls({(name, _identify(each)): _describe(name, each) for name, each in failures})

    @classmethod
    def from_entries(cls, entries: Iterable[Mapping[str, str]]) -> Baseline:
        """Build the baseline of entries, as ``list_entries`` gives them."""
        return cls({identify_entry(each): _leave_out_fingerprint(each) for each in entries})

    @classmethod
    def read(cls, path: Path, option: str = "--write-baseline") -> Baseline:
        """Read a baseline. ``option`` writes one; the messages name it.

        Raises:
            InputError: there is no such file, or it is no baseline.
        """
        try:
            data: Any = json.loads(path.read_bytes())
            if data["version"] != VERSION:
                raise InputError(
                    f"{path}: this baseline has version {data['version']}; delete it and write it again "
                    f"with {option}."
                )
            return cls.from_entries(data["failures"])
        except FileNotFoundError as error:
            raise InputError(f"{path}: there is no such baseline; write one with {option}.") from error
        except OSError as error:
            raise InputError(f"{path}: the baseline cannot be opened ({error.strerror}).") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(
                f"{path}: this is no baseline; write one to another file with {option}."
            ) from error

    @classmethod
    def read_if_there(cls, path: Path, option: str = "--write-baseline") -> Baseline:
        """Read the baseline that is going to be written again; an empty one if there is no file.

        Raises:
            InputError: the file is no baseline, so it must not be replaced.
        """
        return cls.read(path, option) if path.exists() else cls()

    def list_entries(self) -> list[dict[str, str]]:
        """Return the failures, sorted by reply and words, each with its fingerprint, as JSON values."""
        return sorted(
            ({"fingerprint": fingerprint, **entry} for (_, fingerprint), entry in self.known.items()),
            key=lambda each: (each["reply"], each["text"], each["status"]),
        )

    def update(self, failures: Baseline, checked: Container[str]) -> Baseline:
        """Return the baseline of a new run, with the old entries of replies that the run did not check."""
        kept = {key: entry for key, entry in self.known.items() if entry["reply"] not in checked}
        return Baseline({**kept, **failures.known})

    def list_stale(self, failures: Baseline, checked: Container[str]) -> list[dict[str, str]]:
        """Return the entries of checked replies that are no failure of this run any more."""
        return [
            each
            for each in self.list_entries()
            if each["reply"] in checked and identify_entry(each) not in failures.known
        ]

    def write(self, path: Path) -> None:
        """Write the baseline, sorted by reply and words, so that a diff shows what changed.

        Raises:
            InputError: the file cannot be written.
        """
        text = json.dumps({"version": VERSION, "failures": self.list_entries()}, indent=1)
        try:
            path.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            raise InputError(f"{path}: the baseline cannot be written ({error.strerror}).") from error

    def select(self, reply: str) -> Baseline:
        """Return the known failures of one reply; give the name that ``name_reply`` returns."""
        return Baseline({key: entry for key, entry in self.known.items() if key[0] == reply})

    def __contains__(self, sentence: CitedSentence) -> bool:
        """Return True if the sentence is a known failure of any reply; ``select`` those of one first."""
        return _identify(sentence) in self._fingerprints

    @cached_property
    def _fingerprints(self) -> frozenset[str]:
        return frozenset(fingerprint for _, fingerprint in self.known)


def name_reply(path: str) -> str:
    """Return the path of a reply from the working folder, however it was given; - is standard input.

    A path without one, such as one on another drive, is returned as it is.
    """
    try:
        return path if path == "-" else Path(os.path.relpath(path)).as_posix()
    except ValueError:
        return path


def identify_entry(entry: Mapping[str, str]) -> Key:
    """Return the key of an entry: its reply and its fingerprint."""
    return str(entry["reply"]), str(entry["fingerprint"])


def describe_entries(entries: list[dict[str, str]], most: int = 10) -> str:
    """Describe entries, one a line: the reply, the status and the words."""
    lines = [f"  {each['reply']}: {each['status']}: {each['text']}" for each in entries[:most]]
    return "\n".join([*lines, *([f"  and {len(entries) - most} more"] if len(entries) > most else [])])


def describe_stale(path: Path, stale: list[dict[str, str]], option: str = "--write-baseline") -> str:
    """Describe entries that are no failures any more, and say how to remove them."""
    which = "1 known failure does" if len(stale) == 1 else f"{len(stale)} known failures do"
    return f"{path}: {which} not occur any more; {option} removes what is gone:\n{describe_entries(stale)}"


def describe_kept(path: Path, count: int, where: str) -> str:
    """Say how many entries were kept because the replies or tests did not run."""
    entries = "1 entry" if count == 1 else f"{count} entries"
    return f"{path}: kept {entries} of {where}"


def _leave_out_fingerprint(entry: Mapping[str, str]) -> dict[str, str]:
    return {name: str(entry[name]) for name in ("reply", "status", "text")}


def _identify(sentence: CitedSentence) -> str:
    return compute_fingerprint(sentence.verdict.status if sentence.verdict else "", sentence.text)


def _describe(name: str, sentence: CitedSentence) -> dict[str, str]:
    status = sentence.verdict.status if sentence.verdict else ""
    return {"reply": name, "status": status, "text": " ".join(sentence.text.split())}
