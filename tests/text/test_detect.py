"""What language a text is in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.inference.tokens import tokenize
from ascribe.text.language_detection import _LATIN, detect_language, resolve_language
from ascribe.text.word_lists import load_english_words, load_homographs, load_stop_words

SENTENCES = {
    "en": "The treaty was signed by both of the parties in the spring, and it has not been changed since.",
    "de": "Der Vertrag wurde im Frühjahr von beiden Parteien unterzeichnet und nicht geändert.",
    "fr": "Le traité a été signé par les deux parties au printemps, et il n'a pas été modifié depuis.",
    "es": "El tratado fue firmado por las dos partes en la primavera y desde entonces no ha sido modificado.",
    "it": "Il trattato è stato firmato dalle due parti in primavera e da allora non è più stato modificato.",
    "pt": "O tratado foi assinado pelas duas partes na primavera e não foi alterado desde então.",
    "nl": "Het verdrag werd in het voorjaar door beide partijen ondertekend en is sindsdien niet gewijzigd.",
    "sv": "Avtalet undertecknades av båda parter på våren och har inte ändrats sedan dess.",
    "pl": "Traktat został podpisany przez obie strony na wiosnę i od tego czasu nie był zmieniany.",
    "ru": "Договор был подписан обеими сторонами весной, и с тех пор он не изменялся.",
    "ar": "تم توقيع المعاهدة من قبل الطرفين في الربيع ولم يتم تغييرها منذ ذلك الحين.",
    "hi": "संधि पर दोनों पक्षों ने वसंत में हस्ताक्षर किए थे और तब से इसे बदला नहीं गया है।",
    "zh": "双方在春天签署了条约，此后没有修改过。",
    "ja": "条約は春に両国によって署名され、それ以来変更されていない。",
    "ko": "조약은 봄에 양측이 서명했으며 그 이후로 변경되지 않았다.",
    "th": "สนธิสัญญาลงนามโดยทั้งสองฝ่ายในฤดูใบไม้ผลิ",
    "el": "Η συνθήκη υπογράφηκε από τα δύο μέρη την άνοιξη.",
}


@pytest.mark.parametrize(("language", "text"), SENTENCES.items())
def test_one_sentence_is_enough(language, text):
    assert detect_language(text) == language


@pytest.mark.parametrize("text", ["", "  42 %", "BERT GPT-4", "Anna Maria Schmidt", "🙂", "ok"])
def test_unsure_is_none(text):
    assert detect_language(text) is None


def test_only_the_beginning_is_read():
    assert detect_language(SENTENCES["en"] * 30 + SENTENCES["ru"] * 300) == "en"


@pytest.mark.parametrize(("given", "code"), [(None, "en"), ("de", "de"), ("de-AT", "de"), ("pt_BR", "pt")])
def test_what_was_given_counts_before_what_is_detected(given, code):
    assert resolve_language(SENTENCES["en"], given) == code


@given(st.text())
def test_any_text_gets_a_code_or_none(text):
    found = detect_language(text)
    assert found is None or (len(found) == 2 and found.isalpha())


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Marie Dupont dirige le musée.", "fr"),
        ("Marie Dupont dirige el museo.", "es"),
        ("Jan Smit leidt het museum.", "nl"),
        ("Charles de Gaulle resigned.", None),
        ("Die Hard grossed $140 million.", None),
        ("IBM acquired Red Hat.", None),
        ("Ben owes Anna 50 euros.", None),
        ("Ada's aunt Eve met Tom Hill in 1999.", None),
        ("Kohl et al. tested two pumps.", None),
        ("Supply: 2.7 V to 5.5 V, 60 min", None),
        ("Der Damm ist 3 km lang.", "de"),
        ("Die Halle hat zwei Tore.", "de"),
        ("La grève a commencé le 14 août.", "fr"),
        ("El puente mide treinta metros.", "es"),
        ("A ponte está aberta.", None),
        ("A greve começou em abril.", "pt"),
        ("Zakaz nie obejmuje kajaków.", "pl"),
        ("He won.", None),
        ("Kim finished last.", None),
        ("Jim's parcel weighs 20 kg.", None),
        ("Theo restored the portrait's frame.", None),
        ("Encore prices rose sharply.", None),
        ("Wir bauen Autos.", "de"),
        ("Le musée ouvre demain.", "fr"),
    ],
)
def test_one_word_of_another_language_tells_a_short_text_from_english(
    text: str, language: str | None
) -> None:
    assert detect_language(text) == language


@pytest.mark.parametrize(
    "rows",
    [
        [
            "| Plan | Fee | Disk |",
            "| Mini | 4 € | 5 GB |",
            "| Pro | 9 € | 50 GB |",
            "| Max | on demand | 1 TB |",
        ],
        ["| City | River |", "| Los Angeles | 1 |", "| Las Vegas | – |", "| San Marino | 2 |"],
        [
            "| Day | High | m | Low | m |",
            "| Mon | 00:48 | 5.6 | 07:02 | 0.7 |",
            "| Tue | 01:31 | 5.5 | 07:44 | 0.8 |",
        ],
        ["| Name | Ward |", "| Ben Mas | Ter |", "| Don Sin | Vor |", "| Ed Van | Bis |"],
    ],
)
def test_a_table_of_names_and_figures_is_in_no_language(rows: list[str]) -> None:
    assert detect_language("\n".join(rows)) is None


def test_a_table_with_sentences_is_in_their_language() -> None:
    table = "| Tarif | Speicher |\n|---|---|\n| Pro | Er ist für alle im Team und wird nicht geteilt |"
    assert detect_language(table) == "de"


def test_english_words_are_in_the_vocabulary_of_the_tokenizer_and_stop_words_of_no_other_language() -> None:
    words = load_english_words()
    others = frozenset[str]().union(*(load_stop_words(one) for one in _LATIN if one != "en"))
    assert all(len(tokenize(word)) == 1 for word in words)
    assert words & others <= load_homographs("en").words | load_stop_words("en")
