"""Noise, eleven languages, languages without tables, and replies in another language than their sources.

The pairs of ``language_cases.jsonl`` were written before the rules; half were held out by a hash of their
name. Before the change 56 of the 75 restatements held out were supported, 9 contradicted, and 16 of the 75
lies supported. After it, without a look at them, it was 71, none and 1.
"""

import json
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ascribe import Verdict, check
from ascribe.protocols import Claim
from ascribe.text.language_detection import confirm_language
from ascribe.verify.checkable import find_uncheckable_reason
from ascribe.verify.comparison import Text
from ascribe.verify.evidence.languages import is_contained_verbatim, is_negation_known, is_repeated_verbatim

HERE = Path(__file__).parent
LANGUAGES = ("de", "fr", "es", "it", "pt", "zh", "ja", "ar", "hi", "ru")


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / name).read_text("utf-8").splitlines()]


def verdict(claim: str, sources: list[str], language: str | None) -> Verdict:
    found = [s.verdict for s in check(claim, sources, language=language, tier="rules").sentences if s.verdict]
    return next((one for one in found if one.status != "supported"), found[0])


@cache
def statuses(category: str, kind: str) -> list[str]:
    rows = [r for r in lines("language_cases.jsonl") if r["category"] == category and r["id"].endswith(kind)]
    return [verdict(row["claim"], row["sources"], row["language"]).status for row in rows]


@pytest.mark.parametrize("category", ["noise", "no_tables", *LANGUAGES])
def test_lies_are_not_supported_and_restatements_not_contradicted(category) -> None:
    lies, truths = statuses(category, "-lie"), statuses(category, "-true")
    assert len(lies) == len(truths) >= 6
    assert lies.count("supported") <= (category == "ja")
    assert "contradicted" not in truths


@pytest.mark.parametrize(
    ("category", "least"), [("noise", 0.9), ("no_tables", 1.0), *((one, 0.65) for one in LANGUAGES)]
)
def test_restatements_are_supported(category, least) -> None:
    truths = statuses(category, "-true")
    assert truths.count("supported") >= least * len(truths)


@pytest.mark.parametrize("row", lines("cross_lingual.jsonl"), ids=lambda row: row["id"])
def test_words_of_two_languages_are_not_compared(row) -> None:
    found = verdict(row["claim"], row["sources"], row["language"])
    assert (found.status, found.reason) == ("unknown", "other_language")
    assert verdict(row["claim"], row["sources"], None).status == "unknown"


def test_a_source_in_the_language_of_the_reply_counts_beside_a_foreign_one() -> None:
    foreign = "Die Brücke über die Wehre wurde 1958 von Anna Kohl gebaut und ist 84 Meter lang."
    claim = "The bridge over the Wehre was built by Anna Kohl in 1958."
    assert (
        verdict(claim, [foreign, "Anna Kohl built the bridge over the Wehre in 1958."], "en").status
        == "supported"
    )
    assert verdict(claim, [foreign, "The mill was sold."], "en").status != "supported"


def test_a_quotation_in_another_language_is_found() -> None:
    source = "Die Losung war: Hier wird nicht geraucht."
    assert is_contained_verbatim(Text("Hier wird nicht geraucht", "en"), Text(source, "de"))
    assert not is_contained_verbatim(Text("Hier wird geraucht", "en"), Text(source, "de"))


def test_without_tables_only_the_very_sentence_counts() -> None:
    claim = Text("Rada zatwierdziła budżet", "pl")
    assert not is_negation_known(claim, claim)
    assert is_repeated_verbatim(claim, [Text("Rada zatwierdziła budżet.", "pl")])
    assert not is_repeated_verbatim(claim, [Text("Rada nie zatwierdziła budżet.", "pl")])
    assert not is_repeated_verbatim(claim, [Text("Nieprawda, że Rada zatwierdziła budżet.", "pl")])
    found = verdict("Rada miasta zatwierdziła budżet.", ["Rada miasta wczoraj zatwierdziła budżet."], "pl")
    assert (found.status, found.reason) == ("unknown", "language_unread")


COUNCIL = {
    "ko": ("시의회는 예산안을 승인했다.", "시의회는 예산안을 승인하지 않았다."),
    "pl": ("Rada miasta zatwierdziła budżet.", "Rada miasta nie zatwierdziła budżetu."),
    "uk": ("Міська рада затвердила бюджет.", "Міська рада не затвердила бюджет."),
    "el": ("Το συμβούλιο ενέκρινε τον προϋπολογισμό.", "Το συμβούλιο δεν ενέκρινε τον προϋπολογισμό."),
    "fi": ("Valtuusto hyväksyi talousarvion.", "Valtuusto ei hyväksynyt talousarviota."),
    "de": ("Der Rat hat den Haushalt gebilligt.", "Der Rat hat den Haushalt nicht gebilligt."),
    "zh": ("市议会批准了预算。", "市议会没有批准预算。"),
    "en": ("The council approved the budget.", "The council did not approve the budget."),
}


@pytest.mark.parametrize("sign", ["1) ", "(1) ", "a) ", "1. ", "- ", "• "])
@pytest.mark.parametrize("language", COUNCIL)
def test_an_item_is_the_very_sentence_whatever_its_sign(language, sign) -> None:
    said, denied = COUNCIL[language]
    assert verdict(sign + said, [sign + said], language).status == "supported"
    assert verdict(sign + said, [said], language).status == "supported"
    assert verdict(sign + said, [sign + denied], language).status != "supported"
    assert verdict(sign + denied, [sign + said], language).status != "supported"


def test_an_ordinal_is_no_sign() -> None:
    for day in ("1.", "2."):
        found = verdict(f"{day} maj jest dniem wolnym.", ["1. maj jest dniem wolnym."], "pl")
        assert (found.status == "supported") == (day == "1.")


def test_a_text_in_no_known_language_needs_a_small_english_word() -> None:
    assert is_negation_known(Text("Sales rose in May"), Text("Sales rose in May and June"))
    assert is_negation_known(Text("Kentucky recorded checks"), Text("Ohio recorded permit checks"))
    assert not is_negation_known(Text("Rada zatwierdziła budżet"), Text("Rada nie zatwierdziła budżetu"))
    assert not is_negation_known(Text("Inaprubahan ang badyet"), Text("Hindi inaprubahan ang badyet"))


@pytest.mark.parametrize(
    ("text", "given", "expected"),
    [
        ("The tower was built in the year 1901 and is high.", "de", "en"),
        ("东京都知事选举", "ja", "ja"),
        ("Los Angeles beat Las Vegas", "en", "en"),
        ("Anna Kohl, 1901", "fr", "fr"),
        ("The tower is high.", "xx", "xx"),
        ("Die Brücke hat 12 Bögen.", "en", "de"),
        ("The bridge has 12 arches.", "de", "en"),
        ("Мост закрыт.", "en", "ru"),
        ("BERT GPT-4", "ru", "ru"),
        ("Kohl et al. closed it.", "en", "en"),
        ("", "en", "en"),
    ],
)
def test_only_what_is_clear_overrules_the_language_given(text, given, expected) -> None:
    assert confirm_language(text, given) == expected


def test_a_tie_of_relatives_is_still_another_language() -> None:
    text = "Le barrage de Corvières, achevé en 1974, retient 12 millions de mètres cubes."
    assert confirm_language(text, "en") != "en"
    assert confirm_language(text, "fr") == "fr"


MIXED = {
    "The bridge has 12 arches.": [
        "Die Brücke hat 12 Bögen.",
        "Le pont a 12 arches.",
        "El puente tiene 12 arcos.",
        "De brug heeft 12 bogen.",
        "Bron har 12 valv.",
        "Мост имеет 12 арок.",
        "这座桥有12个拱。",
    ],
    "Die Brücke hat 12 Bögen.": ["The bridge has 12 arches.", "El puente tiene 12 arcos."],
    "Le pont a 12 arches et il est vieux.": ["The bridge has 12 arches.", "Die Brücke hat 12 Bögen."],
}


@pytest.mark.parametrize(("main", "foreign"), [(main, one) for main, each in MIXED.items() for one in each])
@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_a_foreign_sentence_of_a_reply_gets_its_verdict_alone(main: str, foreign: str, tier: str) -> None:
    alone = check(foreign, [main], tier=tier).sentences[0].verdict
    mixed = [one.verdict for one in check(f"{main} {foreign}", [main], tier=tier).sentences]
    assert alone is not None
    assert [(one.status, one.reason) for one in mixed if one] == [
        ("supported", "confirmed"),
        ("unknown", "other_language"),
    ]
    assert (alone.status, alone.reason) == ("unknown", "other_language")


@pytest.mark.parametrize(
    "sentence",
    [
        "Die Hard grossed 140 million.",
        "Los Angeles fell.",
        "Anna Kohl met Ben.",
        "Pérez et al. tested pumps.",
        "Rents rose 5 % per annum.",
        "Run `pip install foo` first.",
        "Charles de Gaulle resigned.",
        "Müller's café sells crêpes.",
        "Option --mas sets mode.",
        "Tours cost 9 euros.",
    ],
)
def test_a_short_sentence_of_the_reply_is_not_foreign(sentence: str) -> None:
    reply = f"The mill was sold in May. {sentence}"
    assert verdict(reply, [f"{reply} The rest was lost in a fire."], None).status == "supported"


NAMES = ("Kim", "Jim", "Theo", "Mia", "Sam", "Hans", "Inga", "Ines")
"""Names that are stop words of other languages."""


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", [None, "en"])
def test_a_name_alone_makes_no_sentence_foreign(name: str, language: str | None) -> None:
    for claim, source in [
        (f"{name} finished last.", f"Nobody finished after {name}."),
        (f"{name} finished last.", f"{name} finished second to last."),
        (f"{name} sold 40 paintings.", f"{name} sold 40 paintings yesterday."),
    ]:
        found = verdict(claim, [source], language)
        assert found.reason not in ("other_language", "language_unread")
    assert found.status == "supported"


@pytest.mark.parametrize(
    "source", ["Kentucky\t264,140\nOhio\t9,000", "Next, Kentucky recorded checks: 264,140"]
)
def test_a_text_of_english_words_is_read_as_english(source: str) -> None:
    found = verdict("Kentucky recorded 264,140 permit checks.", [source], None)
    assert found.reason != "language_unread"


def test_what_states_nothing_is_told_apart() -> None:
    rows = lines("checkable_cases.jsonl")
    wrong = {False: 0, True: 0}
    for row in rows:
        text = row["text"]
        reason = check(text, "A source.", language=row["language"], tier="rules").sentences
        checked = any(s.verdict and s.verdict.status != "not_checkable" for s in reason)
        wrong[row["checkable"]] += checked != row["checkable"]
    assert wrong[True] <= 0.01 * sum(row["checkable"] for row in rows)
    assert wrong[False] <= 0.06 * sum(not row["checkable"] for row in rows)


def test_noise_does_not_hide_a_phrase() -> None:
    text = "I couldn’t ﬁnd the\u00a0an­swer."
    assert find_uncheckable_reason(Claim(text, 0, len(text), "prose", text), "en") == "refusal"


def test_halves_are_told_by_the_name_of_the_pair() -> None:
    names = {row["id"].rsplit("-", 1)[0] for row in lines("language_cases.jsonl")}
    held_out = sum(zlib.crc32(name.encode()) % 2 for name in names)
    assert 0.4 < held_out / len(names) < 0.6
