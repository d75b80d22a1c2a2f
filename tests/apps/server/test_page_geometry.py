"""Where the points of a box are in the picture of its page, also where the page is rotated or cropped."""

import io

import pytest

from tests.apps.server.running import Client

pytestmark = pytest.mark.serve

BOX = (100.0, 650.0, 240.0, 680.0)


def draw_page(rotation: int, crop: tuple[float, float, float, float] | None) -> bytes:
    """A page of 400 by 800 points with one black rectangle, ``BOX``, and grey text."""
    import pypdfium2
    from reportlab.pdfgen.canvas import Canvas

    drawn = io.BytesIO()
    canvas = Canvas(drawn, pagesize=(400, 800))
    left, bottom, right, top = BOX
    canvas.rect(left, bottom, right - left, top - bottom, stroke=0, fill=1)
    canvas.setFillGray(0.8)
    canvas.drawString(50, 200, "A page with text.")
    canvas.save()
    pdf = pypdfium2.PdfDocument(drawn.getvalue())
    page = pdf[0]
    page.set_rotation(rotation)
    if crop:
        page.set_cropbox(*crop)
    saved = io.BytesIO()
    pdf.save(saved)
    return saved.getvalue()


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (50.0, 150.0, 350.0, 780.0)], ids=["whole", "cropped"])
def test_the_matrix_leads_to_the_black_pixels(client: Client, rotation: int, crop: None) -> None:
    import numpy as np
    import pypdfium2

    data = draw_page(rotation, crop)
    made = client.post("/v1/documents", files=[("files", (f"page-{rotation}-{bool(crop)}.pdf", data))])
    digest = made.json()["documents"][0]["digest"]
    got = client.get(f"/v1/files/{digest}/pages/1.json")
    assert "private" in got.headers["cache-control"]
    measured = got.json()
    assert measured["pages"] == 1
    a, b, c, d, e, f = measured["matrix"]
    left, bottom, right, top = BOX
    ends = [(a * x + c * y + e, b * x + d * y + f) for x, y in ((left, bottom), (right, top))]

    bitmap = pypdfium2.PdfDocument(data)[0].render(scale=2, grayscale=True)
    pixels = np.array(bitmap.to_numpy()).reshape(bitmap.height, bitmap.width)
    assert bitmap.width == pytest.approx(2 * measured["width"], abs=1)
    black = pixels < 100
    rows, columns = np.flatnonzero(black.any(axis=1)), np.flatnonzero(black.any(axis=0))
    (x0, x1), (y0, y1) = (sorted(side) for side in zip(*ends, strict=True))
    assert x0 * bitmap.width == pytest.approx(columns[0], abs=2)
    assert x1 * bitmap.width == pytest.approx(columns[-1] + 1, abs=2)
    assert y0 * bitmap.height == pytest.approx(rows[0], abs=2)
    assert y1 * bitmap.height == pytest.approx(rows[-1] + 1, abs=2)


def test_a_page_or_file_that_is_not_there(client: Client, pdf: bytes) -> None:
    made = client.post("/v1/documents", files=[("files", ("there.pdf", pdf))])
    digest = made.json()["documents"][0]["digest"]
    for address in (f"{digest}/pages/999.json", f"{'0' * 64}/pages/1.json"):
        got = client.get(f"/v1/files/{address}")
        assert (got.status_code, got.json()["error"]["code"]) == (404, "not_found")
