import pytest

from ascribe.protocols import Claim
from ascribe.verify.checkable import find_uncheckable_reason


def reason(text: str, language: str = "en", kind="prose") -> str | None:
    return find_uncheckable_reason(Claim(text, 0, len(text), kind, text), language)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Hello there!", "en", "greeting"),
        ("Thank you for your question.", "en", "greeting"),
        ("I hope this helps!", "en", "greeting"),
        ("What else would you like to know?", "en", "question"),
        ("I could not find the answer in the documents.", "en", "refusal"),
        ("The sources do not mention when the bridge was built.", "en", "refusal"),
        ("There is no information about the price in the given texts.", "en", "refusal"),
        ("Here is a summary of the report:", "en", "meta"),
        ("Let me walk you through the steps.", "en", "meta"),
        ("Let me know if you need more!", "en", "offer"),
        ("Feel free to ask about the other bridges.", "en", "offer"),
        ("Please consult a lawyer before you sign.", "en", "advice"),
        ("Personally, I think the old bridge is prettier.", "en", "opinion"),
        ("---", "en", "no_content"),
        ("&nbsp;&mdash;", "en", "no_content"),
        ("[1] report.pdf, page 3", "en", "source_list"),
        ("- [2] The bridges of the Arle", "en", "source_list"),
        ("[^note]: Another report", "en", "source_list"),
        ("On the surface:", "en", "heading"),
        ("*4 of 5 statements supported.*", "en", "meta"),
        ("The wooden bridge has the following features:", "en", "heading"),
        ("Die alte Brücke hat folgende Merkmale:", "de", "heading"),
        ("Guten Tag!", "de", "greeting"),
        ("In den Quellen steht dazu nichts.", "de", "refusal"),
        ("Voici un résumé du rapport :", "fr", "meta"),
        ("Les documents ne donnent pas la date.", "fr", "refusal"),
        ("No puedo responder a esa pregunta.", "es", "refusal"),
        ("Non ho trovato la risposta.", "it", "refusal"),
        ("Espero que isto ajude!", "pt", "greeting"),
        ("В документах нет ответа.", "ru", "refusal"),
        ("资料中没有提到这一点。", "zh", "refusal"),
        ("資料には記載がありません。", "ja", "refusal"),
        ("لم أجد الجواب.", "ar", "refusal"),
        ("दस्तावेज़ में इसका उत्तर नहीं है।", "hi", "refusal"),
    ],
)
def test_nothing_to_check(text, language, expected) -> None:
    assert reason(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The bridge is 30 m long.", "en"),
        ("Yes.", "en"),
        ("30 m.", "en"),
        ("[1] shows that the bridge is 30 m long.", "en"),
        ("Hello, the bridge over the river is 30 m long and made of oak.", "en"),
        ("The sources do not give the price, but the bridge was built by Anna Kohl in 1901.", "en"),
        ("The bridge does not have a roof.", "en"),
        ("The committee thanked the builders and paid them in gold coins.", "en"),
        ("Here are the facts: the bridge was built of oak in 1901.", "en"),
        ("The bridge that the town sold to the duke in 1901 has the following features:", "en"),
        ("Die Brücke wurde 1901 gebaut.", "de"),
        ("这座桥长30米。", "zh"),
        ("Broen er 30 m lang.", "da"),
    ],
)
def test_facts_are_checked(text, language) -> None:
    assert reason(text, language) is None


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("heading", "heading"),
        ("table_header", "table_header"),
        ("code", "code"),
        ("source_entry", "source_list"),
    ],
)
def test_kinds_that_state_nothing(kind, expected) -> None:
    assert reason("The bridge is 30 m long", kind=kind) == expected
