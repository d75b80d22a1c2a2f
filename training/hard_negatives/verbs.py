"""Verb forms: from a past tense to the base form, the participle, and back."""

from functools import cache


def available() -> bool:
    """Return True if lemminflect, which knows the forms, is installed."""
    try:
        import lemminflect  # type: ignore[import-not-found, import-untyped, unused-ignore] # noqa: F401
    except ImportError:
        return False
    return True


@cache
def lemma(form: str) -> str:
    """Return the base form of a verb; empty for other words or without lemminflect."""
    if not available():
        return ""
    from lemminflect import getAllLemmas

    found = getAllLemmas(form, upos="VERB").get("VERB", ())
    return str(found[0]) if found else ""


@cache
def inflected(plain: str, tag: str) -> str:
    """Return the form of a base verb with a Penn tag (VBD, VBN, VBG, VBZ); empty if unknown."""
    from lemminflect import getInflection

    found = getInflection(plain, tag) if available() else ()
    return str(found[0]) if found else ""


def past(plain: str) -> str:
    """Return the past tense of a base verb."""
    return inflected(plain, "VBD")


def participle(plain: str) -> str:
    """Return the past participle of a base verb."""
    return inflected(plain, "VBN")


@cache
def plain_of_past(form: str) -> str:
    """Return the base form of a word that can only be a past tense; empty for any other word."""
    if not available():
        return ""
    from lemminflect import getAllLemmas

    found = getAllLemmas(form)
    plain = str(found["VERB"][0]) if "VERB" in found else ""
    other_kind = bool({"NOUN", "ADV", "ADJ"} & found.keys()) and not form.endswith("ed")
    return plain if plain and plain != form and not other_kind and past(plain) == form else ""
