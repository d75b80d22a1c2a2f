import pytest

from ascribe.verify.comparison import Text
from ascribe.verify.rules.negation import compare_negation


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "expected"),
    [
        ("It did not improve.", "It improved.", "en", ["clash"]),
        ("It improved.", "It did not improve.", "en", ["clash"]),
        ("It did not improve.", "It never improved.", "en", ["agree"]),
        ("It didn't improve.", "It failed to improve.", "en", ["agree"]),
        ("It improved.", "It improved at once.", "en", []),
        ("The hall opened.", "The hall opened but the roof was not painted.", "en", []),
        ("It is not only old but large.", "It is old and large.", "en", []),
        ("It cost no more than 5 euros.", "It cost 5 euros.", "en", []),
        ("It did not rain.", "The sun shone.", "en", ["missing"]),
        ("The ship sank.", "The ship did not sink.", "en", ["clash"]),
        ("It did not open.", "It did not fail to open.", "en", ["clash"]),
        ("It opened.", "Rain did not stop it from opening.", "en", []),
        ("It opened.", "Rain stopped it from opening.", "en", ["clash"]),
        ("He could not lift it.", "It was too heavy to lift.", "en", ["agree"]),
        ("Entry is charged.", "Entry is free of charge.", "en", ["clash"]),
        ("Entry is free of charge.", "Entry is free of charge.", "en", ["agree"]),
        ("Ben did not come, but Anna did.", "Neither Ben nor Anna came.", "en", ["agree", "missing"]),
        ("It was closed in May.", "It was never closed except in May.", "en", ["missing"]),
        ("It is nowhere open.", "It is open.", "en", ["clash"]),
        ("It hardly improved.", "It improved.", "en", ["clash"]),
        ("Order B-12 was issued.", "Order No. B-12 was issued.", "en", []),
        ("It is at 10 Downing Street.", "It is at No 10 Downing Street.", "en", []),
        ("There is a 12-step plan.", "There is no 12-step plan.", "en", ["clash"]),
        ("Used for a door.", "Not used for a door, but used for guests.", "en", ["missing"]),
        ("Used for guests.", "Not used for a door, but used for guests.", "en", []),
        ("Most hens swim.", "Some ducks swim far, but most hens do not swim.", "en", ["missing"]),
        ("Most hens swim.", "Small hens swim far, but most hens do not swim.", "en", ["missing"]),
        ("Ben took the job.", "Anna took the job, and Ben never took it.", "en", ["missing"]),
        ("Anna took the job.", "Anna took the job, and Ben never took it.", "en", []),
        (
            "It painted the 1911 hall.",
            "It got halls, painted red, and the 1911 hall, which it did not paint.",
            "en",
            ["missing"],
        ),
        ("In winter it is open.", "In winter it is not open; in summer it is open.", "en", ["missing"]),
        ("Basic has no wifi.", "Wifi | Basic: no | Plus: yes", "en", ["agree"]),
        ("No lamp was lit.", "Not all lamps were lit.", "en", ["missing"]),
        ("Not all lamps were lit.", "No lamp was lit.", "en", ["agree"]),
        ("You must not pay.", "You need not pay.", "en", ["missing"]),
        ("You need not pay.", "You must not pay.", "en", ["missing"]),
        ("You don't have to pay.", "You need not pay.", "en", ["agree"]),
        ("Do not pay.", "You must not pay.", "en", ["agree"]),
        ("Tea does no harm.", "There is no evidence that tea does harm.", "en", ["missing"]),
        ("Oil the chain.", "Never do the following: oil the chain", "en", ["missing"]),
        ("Never oil the chain.", "Never do the following: oil the chain", "en", ["agree"]),
        ("You may bring glass.", "Not allowed at the pool: glass, food", "en", ["missing"]),
        ("Food is not allowed.", "Not allowed at the pool: glass, food", "en", ["agree"]),
        ("Never do this: oil the chain", "Never oil the chain.", "en", ["agree"]),
        ("He was ill.", "He did not come: he was ill.", "en", []),
        ("Check the fuse.", "If it does not start: check the fuse", "en", []),
        ("Use the gym.", "Guests who are not members may: use the gym", "en", []),
        ("Glas ist erlaubt.", "Nicht erlaubt: Glas", "de", ["clash"]),
        ("Er ist nicht gekommen.", "Er ist gekommen.", "de", ["clash"]),
        ("Man darf nicht zahlen.", "Man muss nicht zahlen.", "de", ["missing"]),
        ("Kein Gast zahlte.", "Nicht alle Gäste zahlten.", "de", ["missing"]),
        ("Il ne doit pas payer.", "Il n'est pas obligé de payer.", "fr", ["missing"]),
        ("No debe pagar.", "No tiene que pagar.", "es", ["missing"]),
        ("Non deve pagare.", "Non occorre pagare.", "it", ["missing"]),
        ("Il ne travaille plus.", "Il travaille ici.", "fr", ["clash"]),
        ("No funciona.", "Funciona bien.", "es", ["clash"]),
        ("Han kom inte.", "Han kom.", "sv", []),
    ],
)
def test_findings(claim, evidence, language, expected) -> None:
    found = compare_negation(Text(claim, language), Text(evidence, language))
    assert [c.finding for c in found] == expected
    assert all(c.reason == "negation_mismatch" for c in found if c.finding == "clash")


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The contract was renewed.", "The contract was not renewed and the staff stayed until 1993."),
        ("The museum will open.", "The museum will not open until further notice."),
        (
            "Smoking is allowed in the hall.",
            "Smoking is not allowed in the hall until the inspection is over.",
        ),
        ("The siege did not last until 1648.", "The siege lasted to 1648."),
        ("The siege lasted through 1648.", "The siege did not last until 1648."),
        ("The shop was open in 1990.", "The shop was not open in 1990 until noon."),
        ("The engine was replaced in 1993.", "The engine was not replaced until 1993."),
    ],
)
def test_a_negation_with_until_neither_confirms_nor_contradicts(claim: str, evidence: str) -> None:
    found = compare_negation(Text(claim, "en"), Text(evidence, "en"))
    assert {c.finding for c in found} == {"missing"}


@pytest.mark.parametrize(
    ("claim", "evidence", "reason"),
    [
        (
            "The stain did no damage to the bridge.",
            "The stain on the bridge is harmless.",
            "negation_not_found",
        ),
        ("The figures do not cover farms.", "The figures exclude agriculture.", "negation_not_found"),
        ("Nobody may use the east gate.", "The east gate is unused.", "negation_not_found"),
        ("The stain did no damage to the bridge.", "The stain on the bridge is red.", "negation_unclear"),
        ("Nobody may use the unit.", "The unit under the roof is old.", "negation_unclear"),
        (
            "Both lockers cost nothing.",
            "Small ones are free, large ones cost 2 euros.",
            "negation_unclear",
        ),
        ("The locker costs nothing.", "The locker is free of charge.", "negation_not_found"),
        (
            "The lamp no longer works.",
            "The lamp is old but still used. It will be removed.",
            "negation_unclear",
        ),
    ],
)
def test_a_denial_may_be_told_in_other_words_only_where_some_word_denies(
    claim: str, evidence: str, reason: str
) -> None:
    found = compare_negation(Text.read(claim), Text.read(evidence))
    assert [one.reason for one in found] == [reason]
