"""Two sentences in one claim: joined truly, by a cause that the source does not give, or with a foreign one."""
# ruff: noqa: ARG001, E501 - rules share one shape; a pattern reads better on one line

import random
import re
from collections.abc import Iterator

from training.hard_negatives.edits import Context, Edit, lowered, replaced, word_list
from training.hard_negatives.names import person

_LINKED = re.compile(
    r"^(?:However|Meanwhile|Similarly|Instead|Later|Afterwards|But|And|Also|Therefore|Thus|Then|This|These|Such|Moreover|Furthermore|Additionally|In addition|For|As)\b"
)
_CAUSAL = re.compile(
    r"\b(?:because|since|due|as a result|result\w*|caused?|therefore|thus|so|led to|reason|after|following)\b",
    re.IGNORECASE,
)
_SHORT = 24


def _fits(*sentences: str | None) -> bool:
    """Return True if every sentence exists and is short enough to join."""
    return all(s and s.endswith(".") and len(s.split()) <= _SHORT and '"' not in s for s in sentences)


def joined(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Join this sentence and the next with "and" (entailed) or as cause and effect (neither)."""
    after = context.after
    if after is None or not _fits(sentence, after) or _LINKED.match(after):
        return
    one, two = sentence[:-1], lowered(after)
    yield Edit(f"{one}, and {two}", "entailed", "joined")
    yield Edit(f"{one}; {two}", "entailed", "joined")
    if not _CAUSAL.search(sentence + after) and not _LINKED.match(sentence):
        yield Edit(f"{one} because {two}", "neither", "cause added", firm=False)
        yield Edit(f"Because {lowered(one)}, {two}", "neither", "cause added", firm=False)
        yield Edit(f"{one}, which is why {two}", "neither", "cause added", firm=False)


def detail_added(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Add a real sentence from elsewhere, or replace the end with one from elsewhere: neither."""
    stranger = context.stranger
    if stranger is None or not _fits(sentence, stranger) or _LINKED.match(stranger):
        return
    yield Edit(f"{sentence[:-1]}, and {lowered(stranger)}", "neither", "detail added", firm=False)
    yield Edit(f"{stranger[:-1]}, and {lowered(sentence)}", "neither", "detail added", firm=False)


def pronoun_resolved(sentence: str, rng: random.Random, context: Context) -> Iterator[Edit]:
    """Replace the pronoun at the start by the person of the sentence before, or by another one (neither)."""
    start = re.match(r"(?P<word>He|She|His|Her)(?= [a-z])", sentence)
    subject = person().match(context.before or "")
    if not start or not subject or len(person().findall(context.before or "")) != 1:
        return
    if (subject[0].split()[0] in word_list("names")["female"]) != (start["word"] in ("She", "Her")):
        return
    genitive = "'s" if start["word"] == "His" or (start["word"] == "Her") else ""
    yield Edit(replaced(sentence, start, subject[0] + genitive), "entailed", "pronoun resolved")
    if pool := [
        name for name in context.names.get("person", ()) if name not in f"{context.before} {sentence}"
    ]:
        yield Edit(replaced(sentence, start, rng.choice(pool) + genitive), "neither", "name: person")


RULES = (joined, detail_added, pronoun_resolved)
