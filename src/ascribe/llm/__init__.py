"""Client for language models behind OpenAI-compatible chat-completions endpoints.

``transport`` posts, ``completion`` builds requests and parses responses, ``client`` connects and repeats, and
``json_answer`` asks for JSON until the answer can be used.
"""

from ascribe.llm.client import ChatConnection, ChatEndpoint
from ascribe.llm.completion import Completion

__all__ = ["ChatConnection", "ChatEndpoint", "Completion"]
