"""Questions and answers without a verb as statements."""

from __future__ import annotations

import pytest

from ascribe.verify.clauses.questions import is_yes_or_no, write_statement


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        ("When was the mill built?", "In 1871.", "The mill was built in 1871."),
        ("When was the mill built?", "1871", "The mill was built in 1871."),
        ("Hi! I read it. Do you know when the mill was built?", "In 1871.", "The mill was built in 1871."),
        ("In which year was the mill built?", "1871.", "The mill was built in 1871."),
        ("When did the Pact of Ulm take effect?", "In 1958.", "The Pact of Ulm did take effect in 1958."),
        ("When will the bridge be opened?", "In May 2027.", "The bridge will be opened in May 2027."),
        ("When is the museum open?", "On Sundays.", "The museum is open on Sundays."),
        ("Where did Anna Kohl live?", "Ulm.", "Anna Kohl did live in Ulm."),
        ("Where's the key?", "In the office.", "The key is in the office."),
        ("Why was it closed?", "Because of the flood.", "It was closed because of the flood."),
        ("Who built the mill?", "Anna Kohl.", "Anna Kohl built the mill."),
        ("Who was the mill built by?", "By Anna Kohl.", "The mill was built by Anna Kohl."),
        ("Who is the mayor of Ulm?", "Anna Kohl.", "The mayor of Ulm is Anna Kohl."),
        ("Who has the key?", "The porter.", "The porter has the key."),
        ("Which company owns the mill?", "Norvik Marine.", "Norvik Marine owns the mill."),
        ("What did Anna Kohl build in 1871?", "A mill.", "Anna Kohl did build a mill in 1871."),
        ("What percentage of patients recovered?", "40 %.", "40 % of patients recovered."),
        ("How many visitors came in May?", "About 40.", "About 40 visitors came in May."),
        ("How many visitors came in May?", "40 people.", "40 people came in May."),
        ("How many rooms are there?", "40.", "There are 40 rooms."),
        ("How high is the tower?", "40 m.", "The tower is 40 m high."),
        ("By how much did sales rise?", "5 %.", "Sales did rise by 5 %."),
        ("Was the mill built in 1871?", "Yes.", "The mill was built in 1871."),
        ("Was the mill built in 1871?", "No, it was not.", "The mill was not built in 1871."),
        ("Is the service reliable?", "No.", "The service is not reliable."),
        ("Is the mill in Ulm?", "Yes, it is.", "The mill is in Ulm."),
        ("Can visitors park in the yard?", "No.", "Visitors can not park in the yard."),
        ("Does the drug cause headaches?", "No.", "The drug does not cause headaches."),
        ("How many sails has it?", "Four.", "It has four sails."),
        ("How many sails has the mill?", "4", "The mill has 4 sails."),
        ("How many sails had the old mill?", "Four.", "The old mill had four sails."),
        ("How many rooms have the two houses?", "12.", "The two houses have 12 rooms."),
        ("How much money has the club?", "400 euros.", "The club has 400 euros."),
        ("How many mills have sails?", "Four.", "Four mills have sails."),
        ("How many has it?", "Four.", "It has four."),
        ("How many mills has Kohl built?", "Four.", "Kohl has built four mills."),
        ("What has she written?", "A novel.", "She has written a novel."),
        ("Which ship had Norr commanded?", "The Runa.", "Norr had commanded the Runa."),
        ("Which mill has four sails?", "The north mill.", "The north mill has four sails."),
        ("Who has it?", "Anna Kohl.", "Anna Kohl has it."),
        ("Has it four sails?", "Yes.", "It has four sails."),
        ("Has it four sails?", "No.", "It does not have four sails."),
        ("Has the mill been sold?", "Yes.", "The mill has been sold."),
        ("Has the mill been sold?", "No.", "The mill has not been sold."),
        ("Since when has hunting been forbidden?", "1973.", "Hunting has been forbidden since 1973."),
        ("How tall is it?", "40 m.", "It is 40 m tall."),
        ("How far is it from Ulm to Holm?", "40 km.", "It is 40 km from Ulm to Holm."),
        ("How often does the bus run?", "Twice a day.", "The bus does run twice a day."),
        ("Which of the mills burned down?", "The north mill.", "The north mill burned down."),
        ("Which of the mills did Kohl buy?", "The north mill.", "Kohl did buy the north mill."),
        ("In which year did the mill burn?", "1871.", "The mill did burn in 1871."),
        ("Of what is the hull made?", "Oak.", "The hull is made of Oak."),
        ("At what depth does it lie?", "18 m.", "It does lie at 18 m."),
        ("Until when is it open?", "6 pm.", "It is open until 6 pm."),
        ("Why was it closed?", "Due to fire.", "It was closed due to fire."),
        ("Why was it closed?", "To save money.", "It was closed to save money."),
        ("How did they travel?", "By ship.", "They did travel by ship."),
        ("Is that mill open?", "Yes.", "That mill is open."),
        ("Where did they come from?", "Ulm.", "They did come from Ulm."),
    ],
)  # fmt: skip
def test_the_answer_takes_the_place_of_the_question_word(question, answer, statement) -> None:
    assert write_statement(question, answer) == statement


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Tell me about the mill.", "A mill."),
        ("When and where was she born?", "In Ulm."),
        ("When was the mill built?", "Yes."),
        ("Was the mill built in 1871?", "In 1875."),
        ("Does the warranty cover water damage?", "No."),  # "cover", "water" or "damage" is the verb
        ("Did anyone die?", "No."),
        ("Isn't the mill old?", "Yes."),
        ("Is the mill old?", "Yes, it was not."),
        ("Why was the mill closed?", "Fire."),  # "The mill was closed fire."
        ("Why was the mill closed?", "It was too old."),
        ("Why did the mill close?", "Lack of money."),
        ("How was it built?", "Stone."),
        ("Where is the key?", "The office."),
        ("How old was Anna when she died?", "80."),
        ("Was Anna 80 when she died?", "Yes."),
        ("Where did she live before she moved?", "Ulm."),
        ("Whose mill burned down?", "Anna Kohl."),
        ("Whose idea was the bridge?", "The mayor's."),
        ("Whose mill did Kohl buy?", "The mayor's."),
        ("Is the mill not open?", "Yes."),
        ("Is the mill not open?", "No."),
        ("Does the mill never close?", "Yes."),
        ("Is the mill, which has 12 sails, in Ulm?", "Yes."),
        ("Where is the mill, which has 12 sails?", "In Ulm."),
        ("Was the mill that Kohl built sold?", "Yes."),
        ("When?", "In 1871."),
        ("?", "In 1871."),
        ("Is?", "Yes."),
        ("When was the mill built?", "."),
    ],
)
def test_what_is_not_understood_gives_no_statement(question, answer) -> None:
    assert write_statement(question, answer) is None


def test_yes_and_no_are_told_from_words_that_begin_so() -> None:
    assert is_yes_or_no("No, it did not.")
    assert not is_yes_or_no("Norvik Marine.")
    assert not is_yes_or_no("Yes, in 1871.")
