import pytest
from tests.verdicts import get_verdict

from ascribe.verify.comparison import Text
from ascribe.verify.rules.arrangement import compare_arrangement
from ascribe.verify.rules.placed_words import holds_each_part

REARRANGED = [
    ("en", "Rents are higher in Brask than in Orle.", "Rents are higher in Orle than in Brask."),
    ("en", "Fewer guests chose tea than coffee.", "Fewer guests chose coffee than tea."),
    ("en", "Ada is the mother of Ben.", "Ben is the mother of Ada."),
    ("en", "Mr. Holm sued the city of Orle.", "The city of Orle sued Mr. Holm."),
    ("en", "The firm moved from Orle to Brask.", "The firm moved from Brask to Orle."),
    ("en", "The patch fixes the bug added in 2.1.", "The patch adds the bug fixed in 2.1."),
    ("en", "Errors were rarer with method A than with method B.", "Errors were rarer with B than with A."),
    ("de", "Anna ist älter als Ben.", "Ben ist älter als Anna."),
    ("de", "Nordwerk übernahm die Firma Keller.", "Keller übernahm die Firma Nordwerk."),
    ("de", "Holm folgte 2004 auf Moser.", "Moser folgte 2004 auf Holm."),
    ("fr", "Anne est plus âgée que Luc.", "Luc est plus âgé qu'Anne."),
    ("es", "La empresa se trasladó de Orle a Brask.", "La empresa se trasladó de Brask a Orle."),
    ("it", "Anna è più vecchia di Luca.", "Luca è più vecchia di Anna."),
    ("zh", "北方公司收购了凯乐公司。", "凯乐公司收购了北方公司。"),
]

JOINED = [
    ("en", "Dr. Weber led the study and Dr. Said analysed the data.", "Dr. Said led the study."),
    ("de", "Maria Lenz malte die Wand und Paul Gerber baute das Dach.", "Paul Gerber malte die Wand."),
    (
        "es",
        "La entrada cuesta 6 euros para adultos y es libre para niños.",
        "La entrada es libre para adultos.",
    ),
    ("ja", "田中は館長で、鈴木は学芸員である。", "鈴木は館長である。"),
    ("en", "The limit is 50 km/h in towns and 100 km/h outside.", "The limit is 100 km/h in towns."),
    ("en", "The pool opens at 8 on weekdays and at 10 on Sundays.", "The pool opens at 8 on Sundays."),
    ("en", "The policy covers theft but excludes floods.", "The policy covers floods."),
    ("en", "The number of pupils rose from 300 to 400.", "The number of pupils rose to 300."),
    ("de", "Kinder unter 6 fahren frei, Kinder ab 6 zahlen die Hälfte.", "Kinder unter 6 zahlen die Hälfte."),
    ("it", "L'ingresso è gratuito sotto i 12 anni.", "L'ingresso è gratuito sopra i 12 anni."),
]

SURELY_JOINED = [
    (
        "fr",
        "Les chiens sont admis au jardin mais pas dans la maison.",
        "Les chiens sont admis dans la maison.",
    ),
    ("en", "He was expected to win the race, but Ida Holm won it.", "Ida Holm was expected to win the race."),
]

SAME = [
    ("en", "The mill was built in 1871 and has 12 sails.", "The mill has 12 sails."),
    ("en", "In 1871, Anna Kohl built the mill and the barn.", "Anna Kohl built the mill in 1871."),
    ("en", "Orvane was bought by Pelling.", "Pelling bought Orvane."),
    (
        "en",
        "The storm damaged the roof of the sports hall.",
        "The sports hall's roof was damaged by the storm.",
    ),
    (
        "en",
        "The nurse calls the doctor if the patient coughs.",
        "If the patient coughs, the nurse calls the doctor.",
    ),
    (
        "en",
        "The eastern route is longer than the western one.",
        "The western route is shorter than the eastern one.",
    ),
    ("en", "All three keys are needed to open the vault.", "The vault needs all three keys."),
    ("en", "Leeds and York have trams.", "Leeds has trams."),
    (
        "en",
        "The valve must be closed before the pump is started.",
        "Close the valve before starting the pump.",
    ),
    ("en", "The jury read 250 entries and rejected 50 of them.", "The jury rejected 50 of the entries."),
    ("en", "The home team took 14 corners and the visiting team 3.", "The visiting team took 3 corners."),
    ("en", "Remediate it within thirty (30) days.", "It is remediated within 30 days."),
    ("en", "The lecture lasts 1 hour and 30 minutes.", "The lecture lasts 1 hour and 30 minutes."),
    ("de", "Die Mühle brannte im März 1887 ab.", "Im März 1887 brannte die Mühle ab."),
    ("de", "Der Gemeinderat lehnte den Antrag ab.", "Den Antrag lehnte der Gemeinderat ab."),
    ("de", "Der Turm wurde 1704 errichtet und 1811 abgerissen.", "1811 wurde der Turm abgerissen."),
    ("fr", "Tous les élèves doivent porter un casque.", "Les élèves doivent tous porter un casque."),
    ("fr", "La société a racheté l'atelier en 2016.", "L'atelier a été racheté par la société en 2016."),
]


def find_reasons(language: str, source: str, claim: str) -> list[str]:
    found = compare_arrangement(Text.read(claim, language), Text.read(source, language))
    assert all(one.finding == "missing" for one in found)
    return [one.reason for one in found]


@pytest.mark.parametrize(("language", "source", "claim"), [*REARRANGED, *SURELY_JOINED])
def test_words_that_change_places_are_rearranged(language: str, source: str, claim: str) -> None:
    assert find_reasons(language, source, claim) == ["rearranged"]


@pytest.mark.parametrize(("language", "source", "claim"), JOINED)
def test_words_of_two_parts_are_joined(language: str, source: str, claim: str) -> None:
    assert find_reasons(language, source, claim) == ["joined"]


@pytest.mark.parametrize(("language", "source", "claim"), SAME)
def test_a_restatement_may_move_what_belongs_together(language: str, source: str, claim: str) -> None:
    assert find_reasons(language, source, claim) == []


@pytest.mark.parametrize(("language", "source", "claim"), [*REARRANGED, *SURELY_JOINED, *JOINED])
def test_no_level_of_the_rules_supports_either(language: str, source: str, claim: str) -> None:
    verdict = get_verdict(claim, [source], tier="rules", strictness="loose", language=language)
    assert verdict.status != "supported"


def test_another_sentence_may_have_the_words_as_they_are() -> None:
    source = "Ben is older than Anna was.\nAnna is older than Ben."
    assert find_reasons("en", source, "Anna is older than Ben.") == []


@pytest.mark.parametrize("languages", [("de", "tr"), ("tr", "de"), ("en", "tr")])
def test_texts_in_languages_without_an_entry_are_not_compared(languages: tuple[str, str]) -> None:
    claim, evidence = (Text("Luther schrieb 1520, Wittenberg druckte.", language) for language in languages)
    assert holds_each_part(claim, [evidence, evidence])
