"""Open a Word file; damaged and oversized ones are refused."""

from __future__ import annotations

from io import BytesIO
from typing import Any
from zipfile import ZipFile, ZipInfo

from ascribe.errors import SourceError
from ascribe.protocols import Limits
from ascribe.read.docx.elements import find_child

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MAX_TAGS = 5_000_000
"""Most tags in all parts: each takes a hundred times the memory of its bytes in the file."""

_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_SAVE_AGAIN_HINT = "open it in a word processor and save it as a Word document (.docx)"


def open_package(data: bytes, name: str, limits: Limits) -> Any:
    """Open the document with python-docx.

    Raises:
        SourceError: the file is not a Word file, has a password, is damaged, or is too large when unpacked.
    """
    from docx import Document

    _check_format(data, name)
    _check_unpacked_size(data, name, limits)
    try:
        package = Document(BytesIO(data))
    except MemoryError:
        raise
    except (
        Exception
    ) as error:  # zipfile, zlib, lxml and python-docx raise many kinds of errors on a damaged file
        raise SourceError(
            name, f"the Word file is damaged or in another format; {_SAVE_AGAIN_HINT}."
        ) from error
    if find_child(package.element, "body") is None:
        raise SourceError(name, f"the Word file is damaged (it has no body); {_SAVE_AGAIN_HINT}.")
    return package


def parse_part(blob: bytes, name: str) -> Any:
    """Parse the XML of one part.

    Raises:
        SourceError: the part is not well-formed.
    """
    from docx.oxml import parse_xml

    try:
        return parse_xml(blob)
    except SyntaxError as error:
        raise SourceError(name, f"a part of the Word file is damaged; {_SAVE_AGAIN_HINT}.") from error


def _check_format(data: bytes, name: str) -> None:
    if data.startswith(_OLE):
        locked = _ENCRYPTED in data
        raise SourceError(
            name,
            "the Word file has a password; remove the password in a word processor and save it again."
            if locked
            else f"this is a Word file in the old format (.doc); {_SAVE_AGAIN_HINT}.",
        )
    if not data.startswith(b"PK"):
        raise SourceError(name, f"this is not a Word file; {_SAVE_AGAIN_HINT}.")


def _check_unpacked_size(data: bytes, name: str, limits: Limits) -> None:
    tags = 0
    try:
        with ZipFile(BytesIO(data)) as archive:
            # zipfile stops at the size stated in the directory, so the sum is the maximum unpacked size.
            size = sum(member.file_size for member in archive.infolist())
            if size <= limits.max_bytes:
                tags = sum(_count_tags(archive, one) for one in archive.infolist() if _is_xml(one.filename))
    except Exception as error:  # zipfile raises five kinds of errors on a damaged directory
        raise SourceError(name, f"the Word file is damaged; {_SAVE_AGAIN_HINT}.") from error
    if size > limits.max_bytes:
        raise SourceError(
            name,
            f"the Word file unpacks to {size:,} bytes, more than the limit of {limits.max_bytes:,}; "
            "split it, or raise the limit with Limits(max_bytes=…).",
        )
    if tags > _MAX_TAGS:
        raise SourceError(
            name, f"the Word file has {tags:,} tags, more than the limit of {_MAX_TAGS:,}; split it."
        )


def _is_xml(member: str) -> bool:
    return member.lower().endswith((".xml", ".rels"))


def _count_tags(archive: ZipFile, member: ZipInfo) -> int:
    count = 0
    with archive.open(member) as part:
        while piece := part.read(1 << 20):
            count += piece.count(b"<")
    return count
