"""The one table of what a repair can say of a marker: reason → action → does it want a look → wording.

The report, the command line, the docs and the tests all read it. The table in ``docs/repair.md`` is compared
with it by a test.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

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


_TABLE = (
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

REPAIR_REASONS: dict[str, RepairReason] = {row.reason: row for row in _TABLE}
"""Every reason code, in the order in which the docs list them."""
