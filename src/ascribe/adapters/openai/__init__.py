"""Messages of OpenAI's Responses and chat completions: its annotations in, ours out.

Nothing has to be installed: objects of the package ``openai`` and the plain JSON of the API are both taken,
and what goes out is plain JSON, as the package's typed dicts have it. Other services use the same forms.
"""

from ascribe.adapters.openai.reading import read_message
from ascribe.adapters.openai.writing import input_blocks, output_text

__all__ = ["input_blocks", "output_text", "read_message"]
