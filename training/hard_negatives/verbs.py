"""Forms of verbs: from a past tense to the plain form, the participle, and back."""

from functools import cache


def available() -> bool:
    """True where lemminflect, which knows the forms, is installed."""
    try:
        import lemminflect  # type: ignore[import-not-found, import-untyped, unused-ignore] # noqa: F401
    except ImportError:
        return False
    return True


@cache
def lemma(form: str) -> str:
    """The plain form of a verb; empty where the word is no verb form or lemminflect is missing."""
    if not available():
        return ""
    from lemminflect import getAllLemmas

    found = getAllLemmas(form, upos="VERB").get("VERB", ())
    return str(found[0]) if found else ""


@cache
def inflected(plain: str, tag: str) -> str:
    """The form of a plain verb with a Penn tag (VBD, VBN, VBG, VBZ); empty where unknown."""
    from lemminflect import getInflection

    found = getInflection(plain, tag) if available() else ()
    return str(found[0]) if found else ""


def past(plain: str) -> str:
    """The past tense of a plain verb."""
    return inflected(plain, "VBD")


def participle(plain: str) -> str:
    """The past participle of a plain verb."""
    return inflected(plain, "VBN")


@cache
def plain_of_past(form: str) -> str:
    """The plain form of a word that can only be the past tense of a verb; empty for any other word."""
    if not available():
        return ""
    from lemminflect import getAllLemmas

    found = getAllLemmas(form)
    plain = str(found["VERB"][0]) if "VERB" in found else ""
    other_kind = bool({"NOUN", "ADV", "ADJ"} & found.keys()) and not form.endswith("ed")
    return plain if plain and plain != form and not other_kind and past(plain) == form else ""
