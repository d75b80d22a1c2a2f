"""The result of a citation repair: actions, edits and the repaired text, and the table of reasons.

The report, the command line, the docs and the tests all use that table. A test compares it with
``docs/repair.md``.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from ascribe.records.answer import Answer
from ascribe.records.serialization import JsonRecord
from ascribe.records.span import Reference
from ascribe.records.unchecked_scores import restore_held_answer


@dataclass(frozen=True, slots=True)
class Edit:
    """One change to a text: the characters ``start`` to ``end``, which are ``before``, become ``after``.

    Raises:
        ValueError: the range does not have the length of ``before``.
    """

    start: int
    end: int
    before: str
    after: str

    def __post_init__(self) -> None:
        if self.start < 0 or self.end - self.start != len(self.before):
            raise ValueError(f"bad range {self.start}..{self.end} for {self.before!r}")


@dataclass(frozen=True, slots=True)
class MarkerAction:
    """The action for one pointer of a marker; ``[1, 2]`` has two pointers and gets two actions.

    Args:
        kind: ``keep``, ``re-point``, ``add`` or ``drop``.
        reason: a code of ``ascribe.records.repair.REPAIR_REASONS``.
        start: first character of the marker in the reply; for ``add``, where the new marker goes.
        end: one past its last character; equal to ``start`` for ``add``.
        sentence: index in ``Answer.sentences`` of the sentence that the marker belongs to.
        before: the document as the marker names it, a 1-based position or a key; empty for ``add``.
        after: 1-based positions of the documents that it names after the repair; ``before`` for ``keep``.
        evidence: the passage that the action is based on; None where there is none.

    Raises:
        ValueError: a reason that is not in the table or belongs to another action.
    """

    kind: ActionKind
    reason: str
    start: int
    end: int
    sentence: int
    before: tuple[int | str, ...]
    after: tuple[int | str, ...]
    evidence: Reference | None = None

    def __post_init__(self) -> None:
        row = REPAIR_REASONS.get(self.reason)
        if row is None or row.kind != self.kind:
            raise ValueError(f"{self.reason!r} is not a reason to {self.kind} a marker")

    @property
    def needs_review(self) -> bool:
        """Return True if a person should review this marker."""
        return REPAIR_REASONS[self.reason].needs_review

    @property
    def wording(self) -> str:
        """The reason in words."""
        return REPAIR_REASONS[self.reason].wording


@dataclass(frozen=True, repr=False, slots=True)
class Repair(JsonRecord):
    """A reply with repaired markers, and every change that was made.

    Args:
        reply: the untouched text.
        repaired: the same prose with the repaired markers.
        actions: one for each pointer of each marker and for each marker to add, in the order of the reply.
        edits: the changes to the text, in order, not overlapping; offsets are code points of ``reply``.
        answer: the check that the actions are based on.

    Raises:
        ValueError: the edits do not turn ``reply`` into ``repaired``.
    """

    reply: str
    repaired: str
    actions: tuple[MarkerAction, ...]
    edits: tuple[Edit, ...]
    answer: Answer

    def __post_init__(self) -> None:
        object.__setattr__(self, "actions", tuple(self.actions))
        object.__setattr__(self, "edits", tuple(self.edits))
        if apply_edits(self.reply, self.edits) != self.repaired:
            raise ValueError("the edits do not lead from the reply to the repaired text")

    @classmethod
    def _complete_plain(cls, data: Any) -> Any:
        return restore_held_answer(data)

    def __repr__(self) -> str:
        counts = ", ".join(f"{kind}={n}" for kind, n in self.action_counts().items())
        return f"Repair({counts or 'no markers'})"

    @property
    def changed(self) -> bool:
        """Return True if the repaired text differs from the reply."""
        return bool(self.edits)

    @property
    def needs_review(self) -> tuple[MarkerAction, ...]:
        """The actions that a person should review, whether or not they change the text."""
        return tuple(action for action in self.actions if action.needs_review)

    @property
    def exit_code(self) -> int:
        """The exit code of ``ascribe repair``: 1 if something was changed or needs review, else 0."""
        return int(self.changed or bool(self.needs_review))

    def action_counts(self) -> dict[ActionKind, int]:
        """Count the actions by kind; a kind that does not occur has no key."""
        return dict(Counter(action.kind for action in self.actions))

    def sentence_of(self, action: MarkerAction) -> str:
        """Return the sentence of the reply that the action's marker belongs to."""
        return self.answer.sentences[action.sentence].text

    def diff(self, name: str = "reply.md") -> str:
        """Return a unified diff from the reply to the repaired text, for ``patch``; empty without a change.

        Args:
            name: the file name in its header.
        """
        old, new = _split_lines(self.reply), _split_lines(self.repaired)
        shown = difflib.unified_diff(old, new, f"a/{name}", f"b/{name}")
        return "".join(line if line.endswith("\n") else f"{line}\n{_NO_NEWLINE}" for line in shown)


_NO_NEWLINE = "\\ No newline at end of file\n"


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with the edits applied.

    Raises:
        ValueError: edits that overlap, are out of order, or whose ``before`` does not match the text.
    """
    pieces, position = [], 0
    for edit in edits:
        if edit.start < position or text[edit.start : edit.end] != edit.before:
            raise ValueError(f"the edit at {edit.start} does not fit the text")
        pieces += [text[position : edit.start], edit.after]
        position = edit.end
    return "".join([*pieces, text[position:]])


def inverse(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Return the edits that undo these, with offsets in the edited text."""
    back, shift = [], 0
    for edit in edits:
        start = edit.start + shift
        back.append(Edit(start, start + len(edit.after), edit.after, edit.before))
        shift += len(edit.after) - len(edit.before)
    return tuple(back)


def _split_lines(text: str) -> list[str]:
    """Split the text into lines that end with a line feed and nothing else, as ``patch`` counts them."""
    return re.findall(r"[^\n]*\n|[^\n]+\Z", text)


# --- Reasons ---

ActionKind = Literal["keep", "re-point", "add", "drop"]
ACTION_KINDS: tuple[ActionKind, ...] = get_args(ActionKind)


@dataclass(frozen=True, slots=True)
class RepairReason:
    """One row of the table: the code that an action carries, the kind of action, and the reason in words.

    ``needs_review`` is True where a person should review the marker, whether or not it was changed.
    """

    reason: str
    kind: ActionKind
    needs_review: bool
    wording: str


_REASON_ROWS = (
    RepairReason("supports", "keep", False, "The source supports the sentence."),
    RepairReason("supports_part", "keep", False, "The source supports the words that the marker refers to."),
    RepairReason("supports_jointly", "keep", False, "The source supports the sentence together with others."),
    RepairReason("supports_paragraph", "keep", False, "The source supports an earlier sentence of the paragraph."),
    RepairReason("beside_support", "keep", False, "Another marker already supports the sentence; this one may add to it."),
    RepairReason("nothing_to_check", "keep", False, "The sentence states no fact."),
    RepairReason("source_list", "keep", False, "An entry in a list of sources is not a citation."),
    RepairReason("sentence_wrong", "keep", True, "The source says something else: the sentence is wrong, not the marker."),
    RepairReason("not_decided", "keep", True, "It is unclear whether the source supports the sentence."),
    RepairReason("nothing_supports", "keep", True, "No source supports the sentence; this one shares some of its words."),
    RepairReason("nowhere_not_decided", "keep", True, "The marker matches none of the given sources; it is unclear whether any of them supports the sentence."),
    RepairReason("unknown_key", "keep", True, "None of the given sources has this name."),
    RepairReason("wrong_source", "re-point", False, "Another source supports the sentence; the cited one does not."),
    RepairReason("no_such_source", "re-point", False, "The marker matches none of the given sources; one of them supports the sentence."),
    RepairReason("unmarked", "add", False, "The sentence is supported but has no marker."),
    RepairReason("second_source", "add", False, "The sentence is supported only together with this source."),
    RepairReason("unsupported", "drop", True, "No source supports the sentence, and this one shares no word with it."),
    RepairReason("beside_the_point", "drop", False, "Another marker supports the sentence; this source does not."),
    RepairReason("points_nowhere", "drop", True, "The marker matches none of the given sources."),
    RepairReason("repeated", "drop", False, "The marker next to it points to the same source."),
)  # fmt: skip

REPAIR_REASONS: dict[str, RepairReason] = {row.reason: row for row in _REASON_ROWS}
"""Every reason code, in the order of the docs."""
