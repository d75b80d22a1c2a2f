import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.discourse.participants import tells_of_another
from ascribe.verify.discourse.topics import read_tellings

MILLS = ("The north mill grinds rye.", "The south mill grinds wheat and sells fresh bread.")
SISTERS = ("Ada Lind taught physics.", "Her sister Berta kept bees and sold the honey.")
FLATS = ("Flat 2 faces the busy street.", "Flat 5 has a wide balcony, and a garden goes with it.")


@pytest.mark.parametrize(
    ("claim", "sentences", "expected"),
    [
        ("The north mill sells fresh bread.", MILLS, True),
        ("The south mill sells fresh bread.", MILLS, False),
        ("The north mill grinds rye.", MILLS, False),
        ("The north mill grinds rye, the south mill sells fresh bread.", MILLS, False),
        ("Ada Lind kept bees.", SISTERS, True),
        ("Berta kept bees.", SISTERS, False),
        ("Ada Lind had a sister who kept bees.", SISTERS, False),
        ("Flat 2 has a wide balcony.", FLATS, True),
        ("Flat 5 has a wide balcony.", FLATS, False),
        (
            "The baker saw a red bus.",
            ("The first witness, a baker, heard a bang.", "The second saw a red bus."),
            True,
        ),
        (
            "The Orvane is quiet and cheap.",
            ("The Orvane is fast.", "The Pelling is slow. It is quiet and cheap."),
            True,
        ),
        (  # the firm may be Orvane
            "Orvane sells paint and glue.",
            ("Orvane was founded in 1871.", "The firm sells paint and glue."),
            False,
        ),
        (
            "Die Nordmühle verkauft frisches Brot.",
            ("Die Nordmühle mahlt.", "Die Südmühle verkauft Brot."),
            False,
        ),
    ],
)
def test_what_is_told_of_another(claim, sentences, expected) -> None:
    language = "de" if claim.startswith("Die") else "en"
    assert tells_of_another(Text(claim, language), [Text(one, language) for one in sentences]) is expected


@pytest.mark.parametrize(
    ("sentences", "topics"),
    [
        (("Ada Lind taught physics.", "She wrote books."), ["ada lind", "ada lind"]),
        (SISTERS, ["ada lind", "berta sister", "berta sister"]),
        (("At Aldford there is a mill, but bread is baked elsewhere.",), ["aldford", "aldford"]),
        (("Patients with a cough usually rest.",), ["cough patient"]),
        (("Ada met Berta.", "Berta wrote, but the former painted."), ["ada", "berta", "ada"]),
    ],
)
def test_topics(sentences, topics) -> None:
    found = read_tellings([Text(one, "en") for one in sentences])
    assert [" ".join(sorted(one.topic)) for one in found] == topics
