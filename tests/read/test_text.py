"""Text files in the encodings that people still have."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.errors import SourceError
from ascribe.protocols import Extract, Limits
from ascribe.read.text import TextReader
from tests.read.extract_laws import check_extract

FRENCH = "Élève modèle, où êtes-vous allé cet été ? Ça coûte déjà très cher, et rien n'a été achevé."
GERMAN = "Die Straße überquert den Fluß; die Bäume sind größer geworden, aber niemand hört zu."
SPANISH = "El niño comió una manzana mañana; ¿por qué no vino aquí después de la reunión?"
ENGLISH = "It’s a “quoted” text – with dashes. The rest of it is plain English without anything else."
POLISH = "Zażółć gęślą jaźń. Wczoraj wieczorem poszedłem do sklepu, żeby kupić świeże bułki i mleko."
HUNGARIAN = "Tegnap este elmentem a boltba, hogy friss kenyeret vegyek. Az idő gyönyörű volt, a fű zöld."
RUSSIAN = "Вчера вечером я пошёл в магазин, чтобы купить свежий хлеб и молоко. Погода была хорошая."
GREEK = "Χθες το βράδυ πήγα στο μαγαζί για να αγοράσω ψωμί και γάλα. Ο καιρός ήταν καλός."
TURKISH = "Dün akşam taze ekmek ve süt almak için dükkâna gittim. Hava çok güzeldi, güneş ışığı vardı."
HEBREW = "אתמול בערב הלכתי לחנות כדי לקנות לחם טרי וחלב. מזג האוויר היה טוב."
ARABIC = "ذهبت مساء أمس إلى المتجر لشراء الخبز الطازج والحليب. كان الطقس جيدا."
JAPANESE = "昨日の夜、新しいパンと牛乳を買うために店に行きました。天気はとても良かったです。"
CHINESE = "昨天晚上我去商店买新鲜的面包和牛奶。天气非常好，街上有很多人。"
KOREAN = "어제 저녁에 신선한 빵과 우유를 사러 가게에 갔습니다. 날씨가 아주 좋았습니다."


def read(data: bytes) -> Extract:
    extract = TextReader().read(data, "a.txt", Limits())
    check_extract(extract)
    return extract


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        *((FRENCH, e) for e in ("cp1252", "latin-1", "mac_roman", "cp850")),
        *((GERMAN, e) for e in ("cp1252", "latin-1", "cp850")),
        (SPANISH, "cp1252"),
        (ENGLISH, "cp1252"),
        *((POLISH, e) for e in ("cp1250", "iso8859_2")),
        *((HUNGARIAN, e) for e in ("cp1250", "iso8859_2")),
        *((RUSSIAN, e) for e in ("cp1251", "koi8_r", "cp866", "iso8859_5")),
        *((GREEK, e) for e in ("cp1253", "iso8859_7")),
        (TURKISH, "cp1254"),
        (HEBREW, "cp1255"),
        (ARABIC, "cp1256"),
        *((JAPANESE, e) for e in ("shift_jis", "euc_jp", "iso2022_jp")),
        (CHINESE, "gb18030"),
        (KOREAN, "euc_kr"),
        *((ENGLISH, e) for e in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")),
        *((text + "\n", e) for text in (RUSSIAN, CHINESE, KOREAN) for e in ("utf-16-le", "utf-16-be")),
    ],
)
@pytest.mark.parametrize("copies", [1, 60])
def test_encodings_without_a_mark(text: str, encoding: str, copies: int):
    whole = "\r\n".join([text] * copies)
    assert read(whole.encode(encoding)).text == whole


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_the_mark_is_removed_and_nothing_else(mark: bytes, encoding: str):
    text = "  Ducks — Enten — 鴨.\r\n\tThey swim.\r\n"
    assert read(mark + text.encode(encoding)).text == text


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1))
def test_utf8_comes_back(text: str):
    if text[0] != "\ufeff":
        assert read(text.encode()).text == text


def test_a_few_broken_bytes_do_not_spoil_utf8():
    data = (FRENCH * 30).encode() + b" caf\xe9 " + (FRENCH * 30).encode()
    assert read(data).text == FRENCH * 30 + " caf\ufffd " + FRENCH * 30


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)) * 8,
        b"\x00" * 100,
        b"\x89PNG\r\n\x1a\n" + bytes(range(200)) * 3,
        b"text \x00 and zeros \x00\x01\x02",
        codecs.BOM_UTF16_LE + b"abc",
        b"\x01\x02\x03\x04 controls",
    ],
)
def test_what_is_not_text_is_refused(data: bytes):
    with pytest.raises(SourceError, match=r"a\.txt: .*UTF-8"):
        read(data)


def test_markdown_has_its_blocks():
    kinds = [kind for kind, _ in check_extract(read(b"# Ducks\n\nThey swim. They fly.\n\n- one\n- two\n"))]
    assert kinds == ["heading", "prose", "list_item", "list_item"]


def test_shared_latin1(shared_data: Path):
    data = (shared_data / "docs" / "entre_nous_latin1.txt").read_bytes()
    assert read(data).text == data.decode("latin-1")


def test_shared_utf16(shared_data: Path):
    data = (shared_data / "docs" / "war_and_peace_utf16le_bom.txt").read_bytes()
    assert read(data).text == data.decode("utf-16")
