"""Opening a Word file: what can be wrong with it before a word of it is read."""

from __future__ import annotations

from io import BytesIO
from typing import Any
from zipfile import ZipFile

from ascribe.errors import SourceError
from ascribe.read.docx.names import child
from ascribe.stages import Limits

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_AGAIN = "open it in a word processor and save it as a Word document (.docx)"


def open_package(data: bytes, name: str, limits: Limits) -> Any:
    """The document as python-docx opens it.

    Raises:
        SourceError: not a Word file, locked by a password, damaged, or too large when unpacked.
    """
    from docx import Document

    _refuse_other_formats(data, name)
    _refuse_bomb(data, name, limits)
    try:
        package = Document(BytesIO(data))
    except Exception as error:  # whatever zipfile, zlib, lxml and python-docx stumble on in a damaged file
        raise SourceError(name, f"the Word file is damaged or of another kind; {_AGAIN}.") from error
    if child(package.element, "body") is None:
        raise SourceError(name, f"the Word file is damaged: it has no body; {_AGAIN}.")
    return package


def parse_part(blob: bytes, name: str) -> Any:
    """The XML of one part.

    Raises:
        SourceError: it is not well-formed.
    """
    from docx.oxml import parse_xml

    try:
        return parse_xml(blob)
    except SyntaxError as error:
        raise SourceError(name, f"a part of the Word file is damaged; {_AGAIN}.") from error


def _refuse_other_formats(data: bytes, name: str) -> None:
    if data.startswith(_OLE):
        locked = _ENCRYPTED in data
        raise SourceError(
            name,
            "it is locked by a password; take the password off in a word processor and save it again."
            if locked
            else f"it is a Word file of the old kind (.doc); {_AGAIN}.",
        )
    if not data.startswith(b"PK"):
        raise SourceError(name, f"this is not a Word file; {_AGAIN}.")


def _refuse_bomb(data: bytes, name: str, limits: Limits) -> None:
    try:
        with ZipFile(BytesIO(data)) as archive:
            # zipfile stops at the size that the directory states, so the sum is what can come out at most.
            size = sum(member.file_size for member in archive.infolist())
    except Exception as error:  # zipfile raises five kinds on a damaged directory
        raise SourceError(name, f"the Word file is damaged; {_AGAIN}.") from error
    if size > limits.max_bytes:
        raise SourceError(
            name,
            f"it unpacks to {size:,} bytes, more than the limit of {limits.max_bytes:,}; "
            "split it, or raise the limit with Limits(max_bytes=…).",
        )
