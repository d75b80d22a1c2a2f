"""The result of a citation repair: actions, edits and the repaired text, and the table of reasons.

The report, the command line, the docs and the tests all read that table. A test compares it with
``docs/repair.md``.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from ascribe.records.answer import Answer
from ascribe.records.serialization import JsonRecord
from ascribe.records.span import Reference


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a text: the characters ``start`` to ``end``, which are ``before``, become ``after``.

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
    """What is done about one pointer of a marker; ``[1, 2]`` has two pointers and gets two actions.

    Args:
        kind: ``keep``, ``re-point``, ``add`` or ``drop``.
        reason: a code of ``ascribe.records.repair.REPAIR_REASONS``.
        start: first character of the marker in the reply; of one to add, where it goes.
        end: one past its last; ``start`` for one to add.
        sentence: index in ``Answer.sentences`` of the sentence that the marker belongs to.
        before: the document as the marker names it, a 1-based position or a key; empty for ``add``.
        after: 1-based positions of the documents that it names now; the untouched ``before`` for ``keep``.
        evidence: the passage that the action rests on; None where there is none.

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
            raise ValueError(f"{self.reason!r} is no reason to {self.kind} a marker")

    @property
    def wants_look(self) -> bool:
        """True if a person should look at the place."""
        return REPAIR_REASONS[self.reason].look

    @property
    def wording(self) -> str:
        """The reason as people read it."""
        return REPAIR_REASONS[self.reason].wording


@dataclass(frozen=True, repr=False, slots=True)
class Repair(JsonRecord):
    """A reply with its markers set right, and every step from the one to the other.

    Args:
        reply: the untouched text.
        repaired: the same prose with the repaired markers.
        actions: one for each pointer of each marker and for each marker to add, in the order of the reply.
        edits: the changes of the text, in order, not overlapping; offsets are code points of ``reply``.
        answer: the check that the actions rest on.

    Raises:
        ValueError: the edits do not lead from ``reply`` to ``repaired``.
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

    def __repr__(self) -> str:
        counts = ", ".join(f"{kind}={n}" for kind, n in self.action_counts().items())
        return f"Repair({counts or 'no markers'})"

    @property
    def changed(self) -> bool:
        """True if the repaired text differs from the reply."""
        return bool(self.edits)

    @property
    def wants_look(self) -> tuple[MarkerAction, ...]:
        """The actions at whose place a person should look, changed or not."""
        return tuple(action for action in self.actions if action.wants_look)

    @property
    def exit_code(self) -> int:
        """What ``ascribe repair`` exits with: 1 if something was changed or wants a look, else 0."""
        return int(self.changed or bool(self.wants_look))

    def action_counts(self) -> dict[ActionKind, int]:
        """Action → how often, for those that occur."""
        return dict(Counter(action.kind for action in self.actions))

    def sentence_of(self, action: MarkerAction) -> str:
        """The sentence that the action's marker belongs to, as the reply has it."""
        return self.answer.sentences[action.sentence].text

    def diff(self, name: str = "reply.md") -> str:
        """A unified diff from the reply to the repaired text, as ``patch`` reads it; empty without a change.

        Args:
            name: the file name in its head.
        """
        old, new = _split_lines(self.reply), _split_lines(self.repaired)
        shown = difflib.unified_diff(old, new, f"a/{name}", f"b/{name}")
        return "".join(line if line.endswith("\n") else f"{line}\n{_NO_NEWLINE}" for line in shown)


_NO_NEWLINE = "\\ No newline at end of file\n"


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with the edits made.

    Raises:
        ValueError: edits that overlap, are out of order, or do not find their ``before``.
    """
    pieces, position = [], 0
    for edit in edits:
        if edit.start < position or text[edit.start : edit.end] != edit.before:
            raise ValueError(f"the edit at {edit.start} does not fit the text")
        pieces += [text[position : edit.start], edit.after]
        position = edit.end
    return "".join([*pieces, text[position:]])


def inverse(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits that lead back, with offsets in the edited text."""
    back, shift = [], 0
    for edit in edits:
        start = edit.start + shift
        back.append(Edit(start, start + len(edit.after), edit.after, edit.before))
        shift += len(edit.after) - len(edit.before)
    return tuple(back)


def _split_lines(text: str) -> list[str]:
    """Lines that end with a line feed and nothing else, as ``patch`` counts them."""
    return re.findall(r"[^\n]*\n|[^\n]+\Z", text)


ActionKind = Literal["keep", "re-point", "add", "drop"]
ACTION_KINDS: tuple[ActionKind, ...] = get_args(ActionKind)


@dataclass(frozen=True, slots=True)
class RepairReason:
    """One finding: the code that an action carries, the action it leads to, and what people read.

    ``look`` is True where a person should look although, or because, nothing was changed.
    """

    reason: str
    kind: ActionKind
    look: bool
    wording: str


_REASON_ROWS = (
    RepairReason("supports", "keep", False, "The source supports the sentence."),
    RepairReason("supports_part", "keep", False, "The source supports the words that the marker stands at."),
    RepairReason("supports_jointly", "keep", False, "The source supports the sentence together with others."),
    RepairReason("supports_paragraph", "keep", False, "The source supports a sentence before it in the paragraph."),
    RepairReason("beside_support", "keep", False, "Another marker of the sentence holds it; this one may add to it."),
    RepairReason("nothing_to_check", "keep", False, "The sentence states no fact."),
    RepairReason("source_list", "keep", False, "An entry of a list of sources is no citation."),
    RepairReason("sentence_wrong", "keep", True, "The source says something else: the sentence is wrong, not the marker."),
    RepairReason("not_decided", "keep", True, "It could not be decided whether the source supports the sentence."),
    RepairReason("nothing_supports", "keep", True, "Nothing supports the sentence; this source has some of its words."),
    RepairReason("nowhere_not_decided", "keep", True, "It points to no source that was given; the sentence is not decided."),
    RepairReason("unknown_key", "keep", True, "No source that was given goes by this name."),
    RepairReason("wrong_source", "re-point", False, "Another source supports the sentence; the one it points to does not."),
    RepairReason("no_such_source", "re-point", False, "It points to no source that was given; another one supports the sentence."),
    RepairReason("unmarked", "add", False, "The sentence is supported and has no marker."),
    RepairReason("second_source", "add", False, "The sentence is not supported without this source."),
    RepairReason("unsupported", "drop", True, "Nothing supports the sentence, and the source has not a word of it."),
    RepairReason("beside_the_point", "drop", False, "Another marker holds the sentence; this source does not support it."),
    RepairReason("points_nowhere", "drop", True, "It points to no source that was given."),
    RepairReason("repeated", "drop", False, "The marker beside it points to the same source."),
)  # fmt: skip

REPAIR_REASONS: dict[str, RepairReason] = {row.reason: row for row in _REASON_ROWS}
"""Every reason code, in the order in which the docs list them."""
