"""Is a claim in the language of its evidence, so that their words can be compared?"""

from __future__ import annotations

from ascribe.language.detect import clearly_in
from ascribe.verify.languages import are_different, knows_negation, language_of_source, quotes, repeats
from ascribe.verify.passages import read_text
from ascribe.verify.readings import Case, Reading


def speaks_otherwise(case: Case, reading: Reading) -> bool:
    """True if the passage is in another language than the claim, and is no quotation either."""
    if not reading.members or not _are_foreign(case, reading.members):
        return False
    return not quotes(case.text, reading.text)


def is_foreign(case: Case) -> bool:
    """True if all sources are in another language than the claim."""
    firsts = {id(one.document): place for place, one in reversed(list(enumerate(case.evidence)))}
    return bool(firsts) and all(_are_foreign(case, (place,)) for place in firsts.values())


def _are_foreign(case: Case, members: tuple[int, ...]) -> bool:
    language = clearly_in(case.text.text, case.text.language)
    sources = (case.evidence[i] for i in members)
    there = {language_of_source(s.document, s.sentence.text, language) for s in sources}
    return all(are_different(language, one) for one in there)


def is_readable(case: Case, reading: Reading) -> bool:
    """True if a negation would be seen in that language, or the claim is there word for word."""
    if knows_negation(case.text, reading.text):
        return True
    sentences = (read_text(case.evidence[i].sentence.text, reading.text.language) for i in reading.members)
    return repeats(case.text, sentences)
