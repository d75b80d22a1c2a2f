"""OpenAI's Responses and Chat Completions APIs: read annotations; write answers and sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ascribe.adapters.fields import MessageField
from ascribe.adapters.supported_text import find_supporting
from ascribe.compat.provider_citations import CitedReply, NativeCitation
from ascribe.errors import InputError
from ascribe.read import read_sources
from ascribe.records import Answer, Document
from ascribe.records.offsets import OffsetUnit, from_code_points, to_code_points
from ascribe.write.evidence import get_reply, locate_sentences

_TRACKING = re.compile(r"[?&]utm_source=(?:openai|chatgpt\.com)(?=&|$)")
"""The parameter that OpenAI adds to cited addresses."""


def read_message(message: Any, *, offset_unit: OffsetUnit = "code_point") -> CitedReply:
    """Join the output texts, as ``response.output_text`` does, with each annotation as a citation.

    File search results in the response become the sources, one for each file.

    Args:
        message: a ``Response``, an output message or an output text; a ``ChatCompletion`` (its first choice
            is used) or a chat message; or the JSON of any of them.
        offset_unit: the unit of the offsets, which OpenAI does not document. An error for an offset that is
            invalid in this unit names the field.

    Raises:
        InputError: a field is missing or has the wrong type, or an offset is invalid; the message gives its
            path.

    Example:
        >>> text = "It was built in 1871."
        >>> cited = {"type": "file_citation", "file_id": "f-1", "filename": "bridge.txt", "index": 20}
        >>> read_message({"type": "output_text", "text": text, "annotations": [cited]}).citations[0].keys
        ('f-1', 'bridge.txt')
    """
    root = MessageField(message)
    text = ""
    citations: list[NativeCitation] = []
    for words, annotated in _iterate_parts(root):
        for annotation in annotated:
            citations += _parse_citations(annotation, words, len(text), offset_unit)
        text += words
    return CitedReply(text, tuple(citations), tuple(_collect_searched_files(root)))


def _iterate_parts(root: MessageField) -> Iterator[tuple[str, list[MessageField]]]:
    """Yield each text of the message with its annotations."""
    choices = root.items("choices")
    message = choices[0].get("message") if choices else root
    if isinstance(message.get("output").value, list | tuple):
        for item in message.items("output"):
            if item.get("type").value == "message":
                yield from _iterate_parts(item)
    elif message.get("type").value == "output_text":
        yield message.text("text"), message.items("annotations")
    elif isinstance(message.get("content").value, list | tuple):
        for part in message.items("content"):
            if part.get("type").value in ("output_text", "text"):
                yield part.text("text"), part.items("annotations")
    else:
        yield message.text("content"), message.items("annotations")


def _parse_citations(
    annotation: MessageField, text: str, shift: int, unit: OffsetUnit
) -> Iterator[NativeCitation]:
    """Yield the citation of an annotation; none for the path of a generated file, which cites nothing."""
    kind = annotation.text("type")
    if kind == "file_path":
        return
    nested = annotation.get(kind)  # in chat completions, the fields are one level deeper
    fields = annotation if nested.value is None else nested
    if fields.get("index").value is not None:
        start = end = _parse_offset(fields, "index", text, unit)
    else:
        fields.range("start_index", "end_index")
        start, end = (
            _parse_offset(fields, "start_index", text, unit),
            _parse_offset(fields, "end_index", text, unit),
        )
    # The end is documented as the last character, but the API sends one past it; a link shows which.
    ends = [last for last in (end, end + 1) if _is_whole_mark(text[start:last])]
    is_mark = start == end or bool(ends) or _is_mark(text[start:end])
    end = ends[0] if ends and start < end else end
    yield NativeCitation(start + shift, end + shift, _collect_keys(fields), is_mark, field=annotation.path)


def _is_whole_mark(text: str) -> bool:
    """Return True for a mark whose brackets are all closed."""
    pairs = (("(", ")"), ("[", "]"), ("【", "】"), ("\ue200", "\ue201"))
    return _is_mark(text) and all(text.count(opening) == text.count(closing) for opening, closing in pairs)


def _is_mark(text: str) -> bool:
    """Return True for a link, also in brackets, or another mark: OpenAI's models annotate these.

    Other services annotate the words that the citation supports.
    """
    text = text.strip().rstrip(".,;")
    if text.startswith(("[", "([")):
        return text.endswith(("]", ")"))
    return text.startswith(("【", "\ue200", "http://", "https://", "(http"))


def _parse_offset(fields: MessageField, name: str, text: str, unit: OffsetUnit) -> int:
    try:
        return to_code_points(text, fields.number(name), unit)
    except InputError as error:
        raise InputError(f"{fields.get(name).path}: {error}") from None


def _collect_keys(fields: MessageField) -> tuple[str, ...]:
    url = fields.optional_text("url")
    plain = _TRACKING.sub("", url)
    names = (fields.optional_text("file_id"), fields.optional_text("filename"), url, plain)
    return tuple(dict.fromkeys(name for name in names if name))


def _collect_searched_files(root: MessageField) -> Iterator[dict[str, Any]]:
    """Yield the search results of each file; a response has them only if the request included them."""
    found: dict[str, list[MessageField]] = {}
    for item in root.items("output") if isinstance(root.get("output").value, list | tuple) else []:
        if item.get("type").value == "file_search_call":
            for result in item.items("results"):
                if result.optional_text("text").strip():
                    found.setdefault(result.text("file_id"), []).append(result)
    for file_id, results in found.items():
        texts = dict.fromkeys(result.text("text") for result in results)
        metadata = {"filename": results[0].optional_text("filename")}
        yield {"id": file_id, "text": "\n\n".join(texts), "metadata": metadata}


def output_text(answer: Answer, *, offset_unit: OffsetUnit = "code_point") -> dict[str, Any]:
    """Return the unchanged reply as ``output_text``, annotated with the sources of supported sentences.

    A source with an address (``url`` in its metadata) becomes a ``url_citation`` that spans the sentence. Any
    other becomes a ``file_citation`` at its end, with ``file_id`` and ``filename`` of the metadata or the id.

    Args:
        answer: an answer of ``check``.
        offset_unit: the unit of the offsets in the reply.
    """
    reply = get_reply(answer)
    annotations = []
    for start, end, document in _iterate_cited(answer):
        bounds = from_code_points(reply, start, offset_unit), from_code_points(reply, end, offset_unit)
        annotations.append(_build_annotation(document, *bounds))
    return {"type": "output_text", "text": reply, "annotations": annotations}


def _iterate_cited(answer: Answer) -> Iterator[tuple[int, int, Document]]:
    for index, place in enumerate(locate_sentences(answer)):
        positions = dict.fromkeys(r.document_position for r in find_supporting(answer, index))
        if place is not None:
            yield from ((*place, answer.documents[position - 1]) for position in positions)


def _build_annotation(document: Document, start: int, end: int) -> dict[str, Any]:
    url, title = _get_metadata_text(document, "url"), _get_metadata_text(document, "title")
    if url:
        where = {"start_index": start, "end_index": end}
        return {"type": "url_citation", **where, "url": url, "title": title or document.doc_id}
    file = {
        "file_id": _get_metadata_text(document, "file_id") or document.doc_id,
        "filename": _get_metadata_text(document, "filename") or document.source_path.name,
    }
    return {"type": "file_citation", **file, "index": end}


def input_blocks(sources: Any) -> list[dict[str, Any]]:
    """Return the sources as input texts, each after its number, so that a reply can cite it as ``[1]``.

    OpenAI annotates only results of its own tools, not texts sent with the input. A reply to these texts has
    markers if the prompt requests them; ``check`` and ``repair`` read such markers.

    Args:
        sources: as for ``check``.

    Raises:
        InputError: a source cannot be used; the message names it.
    """
    return [
        {
            "type": "input_text",
            "text": f"[{number}] {_get_metadata_text(document, 'title') or document.doc_id}\n\n{text}",
        }
        for number, document in enumerate(read_sources(sources), 1)
        for text in [document.full_text or ""]
    ]


def _get_metadata_text(document: Document, name: str) -> str:
    value = document.metadata.get(name)
    return value.strip() if isinstance(value, str) else ""
