"""Messages of Anthropic's API: its citations in, ours out, and documents as blocks of a request.

Nothing has to be installed: objects of the package ``anthropic`` and the plain JSON of the API are both
taken, and what goes out is plain JSON, as the package's typed dicts have it.
"""

from ascribe.adapters.anthropic.reading import read_message
from ascribe.adapters.anthropic.writing import content_blocks, document_blocks

__all__ = ["content_blocks", "document_blocks", "read_message"]
