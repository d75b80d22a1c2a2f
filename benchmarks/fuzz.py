"""Feed every parser with texts and files that nobody would write; print a table of what came out.

Usage: ``python -m benchmarks.fuzz [--seconds N | --inputs N] [--seed N] [--parser NAME …]
[--engine atheris]``. Texts are drawn from the pieces of the grammars, files are damaged at random. A parser
must return or raise an error of Ascribe; anything else is a crash, and more than five processor seconds for
one input are a hang. Both are printed with the input, and the exit code is 1. The same seed gives the same
inputs. With ``--engine atheris`` (``pip install atheris``) one parser is fed by libFuzzer, guided by the
coverage of our code, for the seconds or inputs asked for.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from ascribe.errors import AscribeError

HANG_SECONDS = 5.0

WRITTEN = """
1/2 [1] [1]( [1, [^a]: [^1] [[1]] (1) 【1】 ⁽¹⁾ <sup>1</sup> <co:1> </co:1> cite 12 1,000 1.000 3.5 -4 ½
1e309 12345678901234567890123456789
99999999999999999999 0.000000001 10^12 ١٢ 百 九千 十二 twelve dozen half third million billion percent % ‰ €
$5 £ USD km m² °C kg/h Mbit
2021-03-04 04.03.2021 3␠March␠2021 31␠February Feb. 1871 1880s 20:17 25:99 yesterday century BC Q3
between from to and or not no never
only at␠least more␠than less␠than about of all most some if unless said␠that because before after sum
total rose fell by per each
10⁻⁵ 1e-5 1␠in␠10 No.␠B-12 the␠year␠before block␠C 3-1 kr ✗ rather␠than instead␠of except␠for all␠but
allegedly according␠to unclear␠whether used␠to offered␠to called␠on postponed replaced with unlike whereas
mean average double twice difference share rest remaining
The mill has sails is was were built Brandt Smith et␠al. (Lee,␠2020) Dr. e.g. U.S. i.e. No. p.␠8 ID:␠1
www.a.b http://x.y doi:10.1/2
a@b.c . ! ? … 。 ， ， ; : - – — & “ ” ‘ ’ ' " ( ) [ ] { } < > <!-- --> ` ``` $ $$ \\( \\[ * ** _ ~ ~~ # |
|-|-| |␠a␠|␠b␠| = + / \\ ^ @ † é ß ſ
ﬁ 漢 ひ 한 ท ا א 🙂 null true NaN Infinity {"a":1} DROP␠TABLE OR NEAR( " ' % ␠ ␠ ␠ ␠
"""
"""Pieces that can be seen, with ␠ for a blank."""

PIECES = (
    *(piece.replace("␠", " ") for piece in WRITTEN.split()),
    *(
        "\u00ad",
        "\u200b",
        "\u200d",
        "\u2060",
        "\ufeff",
        "\u202e",
        "\u2066",
        "\u0301",
        "\u0085",
        "\u2028",
        "\u00a0",
    ),
    *("\x00", "\x07", "\x1b]0;x\x07", "\x7f", "\ud800", "\udfff", "\U0010ffff", "\ufffe"),
    *(
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\t",
        "    ",
        "\n- ",
        "\n1. ",
        "\n# ",
        "\n> ",
        "\n```\n",
        "\n---\n",
        "\n| a | b |\n|---|---|\n",
    ),
    *("\ue200cite\ue202", "\ue201", " ", "  "),
)

TAGS = """
<p> </p> <div> </div> <table> <tr> <td> <th> </table> <ul> <li> </ul> <sup> <a␠href=#x> </a> <h1> </h1>
<pre> <script> </script> <!-- -->
<svg> <math> <template> <meta␠charset=x> <meta␠charset=utf-7> <title> <nav> <aside> <header> <br>
<ruby><rt> <select><option> <p␠hidden>
<div␠class=related> &amp; &#0; &#xD800; &nbsp; &notin <![CDATA[ ]]> <?xml␠version="1.0"?> <b
<i␠style="display:none"> <td␠rowspan=99999>
"""
MARKUP = (*(piece.replace("␠", " ") for piece in TAGS.split()), *PIECES)

CONFIG = (
    *(
        "generator",
        "name",
        "tier",
        "top",
        "where",
        "limits",
        "max_chars",
        "strictness",
        "rerank",
        "= ",
        "[",
        "]",
        "[[",
        "{",
        "}",
    ),
    *(
        '"',
        "'",
        ": ",
        "- ",
        "&a ",
        "*a ",
        "!!python/object ",
        "? ",
        "\n",
        "\n  ",
        "# ",
        "1",
        "-1",
        "1e999",
        "nan",
        "true",
        "x",
        '"""',
        "|",
        ">",
    ),
)

Parse = Callable[[str], object]


@dataclass
class Tally:
    """What became of the inputs of one parser."""

    inputs: int = 0
    refused: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)


def main() -> int:
    """Feed the parsers and print the table."""
    options = parse_options()
    parsers = build_parsers()
    chosen = {name: parsers[name] for name in options.parser or parsers}
    if options.engine == "atheris":
        return run_atheris(next(iter(chosen.values())), options)
    tallies = {name: Tally() for name in chosen}
    draws = {name: random.Random(f"{options.seed} {name}") for name in chosen}  # noqa: S311 - no secrecy
    end = time.monotonic() + options.seconds if options.seconds else float("inf")
    started = time.monotonic()
    # What is fast gets more inputs: each turn gives every parser the same time.
    for name in cycle(chosen):
        feed(tallies[name], chosen[name], draws[name], min(end, time.monotonic() + 2.0), options.inputs)
        counts = [tally.inputs for tally in tallies.values()]
        if time.monotonic() >= end or (options.inputs and min(counts) >= options.inputs):
            break
    print_table(tallies, time.monotonic() - started)
    return int(any(tally.faults for tally in tallies.values()))


def parse_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--inputs", type=int, default=0, help="for each parser")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parser", nargs="+", choices=list(build_parsers()))
    parser.add_argument("--engine", choices=("random", "atheris"), default="random")
    options = parser.parse_args()
    if not (options.seconds or options.inputs or options.engine == "atheris"):
        parser.error("give --seconds or --inputs")
    return options


def feed(tally: Tally, target: tuple[Parse, Draw], draw: random.Random, end: float, most: int) -> None:
    """Feed one parser until the time is over or it has had that many inputs."""
    parse, make = target
    while time.monotonic() < end and not (most and tally.inputs >= most):
        text = make(draw)
        began = time.process_time()
        try:
            parse(text)
        except AscribeError:
            tally.refused += 1
        except KeyboardInterrupt:
            raise
        except BaseException:
            tally.faults.append(f"{traceback.format_exc(limit=-2)}\n{text[:300]!r}")
        taken = time.process_time() - began
        if taken > HANG_SECONDS:
            tally.faults.append(f"{taken:.1f} s\n{text[:300]!r}")
        tally.inputs += 1
        tally.seconds += taken
        tally.slowest = max(tally.slowest, taken)


def print_table(tallies: dict[str, Tally], seconds: float) -> None:
    """Print one row for each parser, then the faults."""
    print("| parser | inputs | refused | faults | slowest |\n|---|--:|--:|--:|--:|")
    for name, tally in tallies.items():
        print(
            f"| {name} | {tally.inputs:,} | {tally.refused:,} | {len(tally.faults)} "
            f"| {1000 * tally.slowest:.0f} ms |"
        )
    whole = sum(tally.inputs for tally in tallies.values())
    faults = sum(len(tally.faults) for tally in tallies.values())
    print(
        f"| all | {whole:,} | {sum(t.refused for t in tallies.values()):,} | {faults} | |\n\n{seconds:.0f} s."
    )
    for name, tally in tallies.items():
        kinds = Counter(fault.rsplit("\n", 1)[0] for fault in tally.faults)
        for kind, count in kinds.most_common(5):
            example = next(fault for fault in tally.faults if fault.startswith(kind))
            print(f"\n{name}, {count} times: {example}")


# --- Inputs ---

Draw = Callable[[random.Random], str]


def draw_text(draw: random.Random) -> str:
    """Return a text of up to 40 pieces, some of them repeated."""
    return draw_pieces(draw, PIECES)


def draw_plain_text(draw: random.Random) -> str:
    """Return a text without half characters, for which replies and sources are refused."""
    return draw_text(draw).encode("utf-8", "replace").decode()


def draw_markup(draw: random.Random) -> str:
    """Return a page of up to 40 pieces."""
    return draw_pieces(draw, MARKUP)


def draw_config(draw: random.Random) -> str:
    """Return a configuration of up to 40 pieces."""
    return draw_pieces(draw, CONFIG)


def draw_pieces(draw: random.Random, pieces: tuple[str, ...]) -> str:
    """Return up to 40 pieces one behind the other, half of the time with blanks between them."""
    chosen: list[str] = []
    for _ in range(draw.randint(1, 40)):
        chosen += [draw.choice(pieces)] * (1 if draw.random() < 0.95 else draw.randint(2, 30))
    return draw.choice(("", " ")).join(chosen)


def damage(whole: bytes) -> Draw:
    """Return what draws the bytes with some of them changed, cut, doubled or moved, as one character each."""

    def draw_damaged(draw: random.Random) -> str:
        data = bytearray(whole)
        for _ in range(draw.randint(1, draw.choice((1, 2, 8)))):
            at, to = sorted(draw.randrange(len(data) + 1) for _ in range(2))
            match draw.randrange(5):
                case 0:
                    del data[at : min(to, at + 40)]
                case 1:
                    data[at:at] = data[at : min(to, at + 200)]
                case 2:
                    data[at:at] = draw.randbytes(draw.randint(1, 4))
                case 3 if at < len(data):
                    data[at] ^= 1 << draw.randrange(8)
                case _:
                    data[at:at] = str(draw.choice((0, -1, 2**31, 2**63, 1e308))).encode()
        return bytes(data).decode("latin-1")

    return draw_damaged


# --- Parsers ---


def build_parsers() -> dict[str, tuple[Parse, Draw]]:
    """Return name → the parser as a function of a text, and what draws its texts."""
    return {
        name: target for group in (text_parsers, file_parsers, record_parsers) for name, target in group()
    }


def text_parsers() -> Iterator[tuple[str, tuple[Parse, Draw]]]:
    """Yield the parsers of replies and of the words in them."""
    from ascribe import check
    from ascribe.citation_repair import repair
    from ascribe.read.blocks import split_blocks
    from ascribe.read.markers import parse_markers, safe_end, strip_markers
    from ascribe.read.replies import read_reply
    from ascribe.read.sentences import split_sentences
    from ascribe.verify.comparison import Text
    from ascribe.verify.quantities.calendar_dates import find_dates, find_year_ranges
    from ascribe.verify.quantities.extract import find_figures, find_numbers
    from ascribe.verify.quantities.measures import find_measures
    from ascribe.write.metadata import parse_issued, parse_names

    yield "sentences", (lambda text: split_sentences(text, "en"), draw_text)
    yield "markers", (lambda text: (parse_markers(text), strip_markers(text, 3), safe_end(text)), draw_text)
    yield "Markdown", (split_blocks, draw_text)
    yield "replies", (read_reply, draw_text)
    yield "numbers", (lambda text: find_numbers(text, "en"), draw_plain_text)
    yield "dates", (lambda text: (find_dates(text, "en"), find_year_ranges(text, "en")), draw_plain_text)
    yield (
        "units",
        (lambda text: (find_figures(Text(text, "en")), find_measures(Text(text, "en"))), draw_plain_text),
    )
    yield "names and years of works", (lambda text: (parse_names(text), parse_issued(text)), draw_text)
    yield (
        "checks by rules",
        (lambda text: check(text[:200], [text[100:] or "x"], tier="rules", language="en"), draw_text),
    )
    yield (
        "repairs",
        (lambda text: repair(text[:200], ["The mill has 12 sails."], tier="rules", language="en"), draw_text),
    )


def file_parsers() -> Iterator[tuple[str, tuple[Parse, Draw]]]:
    """Yield the readers of files."""
    from ascribe.protocols import Limits
    from ascribe.read.docx import DocxReader
    from ascribe.read.encodings import decode
    from ascribe.read.html import HtmlReader
    from ascribe.read.pdf import PdfReader

    limits = Limits(max_chars=100_000, max_bytes=1_000_000)

    def read(reader: type[HtmlReader | PdfReader | DocxReader]) -> Parse:
        made = reader()

        def parse(text: str) -> object:
            return guard(lambda: made.read(text.encode("latin-1"), "file", limits))

        return parse

    def read_page(text: str) -> object:
        return HtmlReader().read(text.encode("utf-8", "surrogatepass"), "page.html", limits)

    yield "HTML", (read_page, draw_markup)
    yield "PDF", (read(PdfReader), damage(build_pdf()))
    yield "DOCX", (read(DocxReader), draw_docx)
    yield (
        "encodings",
        (
            lambda text: decode(text.encode("latin-1"), "file"),
            damage("The mühle has ½ sails. \u6f22".encode()),
        ),
    )


def guard(run: Callable[[], object]) -> object:
    """Run a reader of damaged files as the reading of files does, which names any failure of a library."""
    from ascribe.errors import SourceError

    try:
        return run()
    except (AscribeError, RecursionError, MemoryError):
        raise
    except Exception as error:
        raise SourceError("file", f"{type(error).__name__}: {error}") from error


def record_parsers() -> Iterator[tuple[str, tuple[Parse, Draw]]]:
    """Yield the parsers of records, answers of models, configurations and questions."""
    import ascribe
    from ascribe.library.config import read_config
    from ascribe.llm.completion import Completion, parse_completion
    from ascribe.llm.json_answer import UnusableAnswerError, parse_json
    from ascribe.llm.transport import EventReader

    answer = ascribe.check("The mill has 12 sails [1].", ["The mill has 12 sails."], tier="rules").to_json()
    folder = Path(tempfile.mkdtemp(prefix="fuzz"))
    library = ascribe.Library(":memory:", encode=False)
    library.add([{"id": "a", "text": "The mill has 12 sails.", "metadata": {"year": 1871}}])

    def read_toml(text: str) -> object:
        path = folder / "config.toml"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return read_config(path)

    def read_yaml(text: str) -> object:
        path = folder / "config.yaml"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return read_config(path)

    def read_model(text: str) -> object:
        try:
            return parse_json(text)
        except UnusableAnswerError as error:
            raise AscribeError(str(error)) from error

    said = (
        b'{"choices":[{"message":{"content":"yes"},"finish_reason":"stop",'
        b'"logprobs":{"content":[{"logprob":-0.1}]}}]}'
    )

    def read_completion(text: str) -> Completion:
        return parse_completion(text.encode("latin-1"), "http://x")

    yield (
        "JSON of answers",
        (lambda text: ascribe.Answer.from_json(text.encode("latin-1")).to_json(), damage(answer.encode())),
    )
    yield "TOML", (read_toml, draw_config)
    yield "YAML", (read_yaml, draw_config)
    yield (
        "JSON of models",
        (read_model, damage(b'```json\n{"verdict": "supported", "quotes": [{"passage": 1}]}\n```')),
    )
    yield "completions", (read_completion, damage(said))
    yield (
        "streams",
        (
            lambda text: EventReader().add(text.encode("latin-1"), last=True),
            damage(b"data: {}\r\n\r\ndata: x\n\n"),
        ),
    )
    yield "questions", (library.search, draw_text)
    yield (
        "filters",
        (lambda text: library.search("mill", where={text[:9]: text, "year": [1871, text]}), draw_text),
    )
    yield "document ids", (library.remove, draw_text)


def build_pdf() -> bytes:
    """Return a small PDF with text, a drawing and a date."""
    content = b"BT /F1 12 Tf 72 700 Td (The old mill on the Arle has 12 sails.) Tj ET 72 690 100 1 re f"
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        (
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
            b"/Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>"
        ),
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    out = b"%PDF-1.7\n" + b"".join(b"%d 0 obj\n%b\nendobj\n" % (n, one) for n, one in enumerate(objects, 1))
    return out + b"trailer << /Size 6 /Root 1 0 R >>\n%%EOF"


def draw_docx(draw: random.Random) -> str:
    """Return a Word file that is damaged, or one with a damaged part."""
    if draw.random() < 0.3:
        return damage(build_docx())(draw)
    return build_docx(lambda part: damage(part)(draw).encode("latin-1")).decode("latin-1")


def build_docx(change: Callable[[bytes], bytes] = bytes) -> bytes:
    """Return a small Word file without compression, whose text part went through the change."""
    kind = "http://schemas.openxmlformats.org"
    main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    packed = "application/vnd.openxmlformats-package.relationships+xml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{kind}/package/2006/content-types"><Default Extension="rels" '
        f'ContentType="{packed}"/><Override PartName="/word/document.xml" ContentType="{main}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{kind}/package/2006/relationships"><Relationship Id="r" '
        f'Type="{kind}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>'
        "</Relationships>",
        "word/document.xml": f'<w:document xmlns:w="{kind}/wordprocessingml/2006/main">'
        "<w:body><w:p><w:r><w:t>"
        "The mill has 12 sails.</w:t></w:r></w:p>"
        "<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl></w:body></w:document>",
    }
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_STORED) as archive:
        for name, text in parts.items():
            data = text.encode()
            archive.writestr(zipfile.ZipInfo(name), change(data) if name == "word/document.xml" else data)
    return held.getvalue()


LONGEST_GUIDED = 2_000
"""Bytes of the longest input that libFuzzer tries."""


def run_atheris(target: tuple[Parse, Draw], options: argparse.Namespace) -> int:
    """Feed one parser by libFuzzer until it fails, or for the seconds or inputs asked for."""
    import atheris

    parse, _ = target
    atheris.instrument_all()

    def test_one_input(data: bytes) -> None:
        try:
            parse(atheris.FuzzedDataProvider(data).ConsumeUnicode(len(data)))
        except (AscribeError, UnicodeEncodeError):
            return

    limits = [f"-max_len={LONGEST_GUIDED}", f"-timeout={HANG_SECONDS:.0f}", f"-seed={options.seed}"]
    limits += [f"-max_total_time={options.seconds:.0f}"] if options.seconds else []
    limits += [f"-runs={options.inputs}"] if options.inputs else []
    atheris.Setup([sys.argv[0], *limits], test_one_input)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
