"""Where a sentence is cut into statements, and where it is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.protocols import Claim
from ascribe.read.replies import read_reply
from ascribe.verify.clauses import split_parts, split_statements

WORDS = (
    "the mill", "Anna Kohl", "it", "was built", "has", "opened", "sold", "and", "but", "while", "although",
    "which", "who", "whose", "if", "said that", "in 1871", "12 sails", "of oak", "not", "making", "a museum",
    ",", ";", "(", ")", '"', ".", "und", "während", "但", "；", "、", "old", "\n", "&amp;", "**",
    "[1]", "ı", "\u200b",
)  # fmt: skip


def found(text: str, language: str | None = "en") -> tuple[Claim, ...]:
    return split_statements(Claim(text, 0, len(text), "prose", text), language)


def cut(text: str, language: str | None = "en") -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.content) for one in found(text, language)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The mill was built in 1871 and Lorne opened in 1999.",
            [
                ("The mill was built in 1871", "The mill was built in 1871."),
                ("Lorne opened in 1999", "Lorne opened in 1999."),
            ],
        ),
        (
            "The mill was built in 1871 and has 12 sails.",
            [
                ("The mill was built in 1871", "The mill was built in 1871."),
                ("has 12 sails", "The mill has 12 sails."),
            ],
        ),
        (
            "In 1871, the mill was sold to Anna Kohl and became a school.",
            [
                ("In 1871, the mill was sold to Anna Kohl", "In 1871, the mill was sold to Anna Kohl."),
                ("became a school", "The mill became a school."),
            ],
        ),
        (
            "The shop opens at 8 and closes at 6.",
            [
                ("The shop opens at 8", "The shop opens at 8."),
                ("closes at 6", "The shop closes at 6."),
            ],
        ),
        (
            "Plan A costs 30 euros, whereas plan B costs 50 euros.",
            [
                ("Plan A costs 30 euros", "Plan A costs 30 euros."),
                ("whereas plan B costs 50 euros", "Plan B costs 50 euros."),
            ],
        ),
        (
            "The bridge was closed in 1990, but the tunnel opened in 1999.",
            [
                ("The bridge was closed in 1990", "The bridge was closed in 1990."),
                ("the tunnel opened in 1999", "The tunnel opened in 1999."),
            ],
        ),
        (
            "The mill has 12 sails; it was built in 1871.",
            [
                ("The mill has 12 sails", "The mill has 12 sails."),
                ("it was built in 1871", "It was built in 1871."),
            ],
        ),
        (
            "The mill opened in 1871, while the barn was burned down in 1890.",
            [
                ("The mill opened in 1871", "The mill opened in 1871."),
                ("while the barn was burned down in 1890", "The barn was burned down in 1890."),
            ],
        ),
        (
            "Although it opened in 1999, the museum has 12 rooms.",
            [
                ("Although it opened in 1999", "It opened in 1999."),
                ("the museum has 12 rooms", "The museum has 12 rooms."),
            ],
        ),
        (
            "The mill, which was built in 1871, has 12 sails.",
            [
                ("which was built in 1871", "The mill was built in 1871."),
                ("has 12 sails", "The mill has 12 sails."),
            ],
        ),
        (
            "It was drawn by Ann Gray, whose brother owned the old mill.",
            [
                ("It was drawn by Ann Gray", "It was drawn by Ann Gray."),
                ("whose brother owned the old mill", "Ann Gray's brother owned the old mill."),
            ],
        ),
        (
            "The mill, built in 1871 by Anna Kohl, has 12 sails and stands on the Arle.",
            [
                ("built in 1871 by Anna Kohl", "The mill was built in 1871 by Anna Kohl."),
                ("has 12 sails", "The mill has 12 sails."),
                ("stands on the Arle", "The mill stands on the Arle."),
            ],
        ),
        (
            "The tower was finished in 1990, making it the tallest building in Norway.",
            [
                ("The tower was finished in 1990", "The tower was finished in 1990."),
                (
                    "making it the tallest building in Norway",
                    "The tower making it the tallest building in Norway.",
                ),
            ],
        ),
    ],
)  # fmt: skip
def test_statements_are_slices_and_carry_their_subject(text, expected) -> None:
    assert cut(text) == expected


def list_coordinates(text: str) -> list[tuple[str, str]]:
    found = split_parts(Claim(text, 0, len(text), "prose", text), "en")
    return [(text[one.start : one.end], one.content) for one in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Fires broke out in 1900, 1924 and 1931.",
            [
                ("Fires broke out in 1900", "Fires broke out in 1900."),
                ("1924", "Fires broke out in 1924."),
                ("1931", "Fires broke out in 1931."),
            ],
        ),
        (
            "Refunds take 30 days and exchanges 60 days.",
            [
                ("Refunds take 30 days", "Refunds take 30 days."),
                ("exchanges 60 days", "Exchanges take 60 days."),
            ],
        ),
        (
            "The bridge was built in 1932, and the tunnel in 1950.",
            [
                ("The bridge was built in 1932", "The bridge was built in 1932."),
                ("the tunnel in 1950", "The tunnel was built in 1950."),
            ],
        ),
        (
            "Ada Kohl, a baker from Leeds, won the race.",
            [
                ("a baker from Leeds", "Ada Kohl is a baker from Leeds."),
                ("won the race", "Ada Kohl won the race."),
            ],
        ),
        (
            "The race was won by Ada Kohl, a baker from Leeds.",
            [
                ("The race was won by Ada Kohl", "The race was won by Ada Kohl."),
                ("a baker from Leeds", "Ada Kohl is a baker from Leeds."),
            ],
        ),
        (
            "The mill was built in 1871 and sold rye, oats, and wheat.",
            [
                ("The mill was built in 1871", "The mill was built in 1871."),
                ("sold rye", "The mill sold rye."),
                ("oats", "The mill sold oats."),
                ("wheat", "The mill sold wheat."),
            ],
        ),
    ],
)  # fmt: skip
def test_coordinates_are_slices_and_carry_their_predicate(text, expected) -> None:
    assert list_coordinates(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The line runs between Leeds, York and Hull.",
        "The kit contains both a lamp and a rope.",
        "Ada and Ben together paid 30 euros and 20 dollars.",
        "The two plans cost 30 euros and 50 euros respectively.",
        "The shop does not sell bread and milk.",
        "The shop sells bread, milk or cheese.",
        "You may bring bread and milk.",
        "If it rains, the shop sells bread and milk.",
        "Three fires broke out in 1900, 1924 and 1931.",
        "The costs of rent, heating and light total 30 euros and 50 cents.",
        "Ada, Ben and Carl met in Leeds.",
        "The shop has 30 chairs and 5 tables and 2 lamps.",
        "Ada said that the shop sells bread and milk.",
        "The mill was sold to Anna in 1871 and the barn in 1890.",
        "Prices rose from 30 euros to 50 euros and 20 cents.",
        "and",
        "",
    ],
)
def test_coordinates_that_may_mean_something_only_together_are_not_cut(text) -> None:
    assert list_coordinates(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "The mill was built in 1871.",
        "The mill was designed and built by Anna Kohl.",
        "It has old and restored mills.",
        "He met Anna, Ben and Carla in Lorne.",
        "The line between Paris and London was opened in 1994.",
        "He visited the bridge and the tunnel opened in 1999.",
        "If it rains, the mill is closed and the guests get a refund.",
        "The mill closes in May and the barn opens in June unless it rains.",
        "Anna said that the mill was built in 1871 and has 12 sails.",
        "The mill was built in 1871 and the barn has 12 windows, Anna said.",
        "According to Anna, the mill was built in 1871 and has 12 sails.",
        "The sign read “It was built in 1871 and it has 12 sails”.",
        "She did not win the prize in 1990 and left for Paris.",
        "The firm that owns the mill and runs the dam was sold.",
        "It has three parts: oak; pine; ash.",
        "",
        "and",
        "; ;",
    ],
)
def test_what_is_not_surely_several_statements_is_one(text) -> None:
    assert cut(text) == []


def test_a_report_is_never_cut_and_what_stands_before_it_is() -> None:
    text = "The mill was built in 1871, and Anna Kohl said that it is old and has 12 sails."
    assert [own for own, _ in cut(text)] == [
        "The mill was built in 1871",
        "Anna Kohl said that it is old and has 12 sails",
    ]


@pytest.mark.parametrize(
    ("text", "language", "count"),
    [
        ("Die Mühle wurde 1871 gebaut; der Stall hat zwölf Fenster.", "de", 2),
        ("Die Mühle wurde 1871 gebaut, während der Stall zwölf Fenster hat.", "de", 2),
        ("Die Mühle wurde 1871 gebaut und hat zwölf Flügel.", "de", 0),
        ("Wenn es regnet, ist die Mühle zu; der Stall bleibt offen.", "de", 0),
        ("Le moulin fut construit en 1871, tandis que la grange brûla en 1890.", "fr", 2),
        ("这座磨坊建于1871年；谷仓有十二扇窗户。", "zh", 2),
        ("Mlyn stoji u rijeke.", "hr", 0),
    ],
)
def test_other_languages_are_cut_where_sure(text, language, count) -> None:
    assert len(found(text, language)) == count


def test_headings_tables_and_code_are_not_cut() -> None:
    text = "The mill was built in 1871 and has 12 sails."
    for kind in ("heading", "table_row", "table_header", "code"):
        assert split_statements(Claim(text, 0, len(text), kind, text), "en") == ()


def check_laws(reply: str, language: str | None) -> None:
    for claim in read_reply(reply, language).claims:
        for split in (split_statements, split_parts):
            position, found = claim.start, split(claim, language)
            assert len(found) != 1
            for one in found:
                assert position <= one.start < one.end <= claim.end
                own = claim.content[one.start - claim.start : one.end - claim.start]
                assert own == own.strip()
                assert own.split()[-1] in one.content
                position = one.end


@given(st.lists(st.sampled_from(WORDS), max_size=25), st.sampled_from(["en", "de", "zh", None, "xx"]))
def test_statements_stand_in_order_and_share_no_character(chosen, language) -> None:
    check_laws(" ".join(chosen), language)


@given(st.text(max_size=80), st.sampled_from(["en", "fr", "ja", None]))
def test_any_text_can_be_cut(text, language) -> None:
    check_laws(text, language)


@given(st.lists(st.sampled_from(WORDS), max_size=12), st.integers(0, 50))
def test_the_place_of_a_sentence_moves_its_statements_along(chosen, offset) -> None:
    text = " ".join(chosen)
    here = found(text)
    there = split_statements(Claim(text, offset, offset + len(text), "prose", text), "en")
    assert [(one.start + offset, one.content) for one in here] == [(one.start, one.content) for one in there]
