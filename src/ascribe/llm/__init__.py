"""Client for language models behind OpenAI-compatible chat-completions endpoints.

transport posts, request builds bodies, completion parses answers, client connects and retries.
"""

from ascribe.llm.client import ChatConnection, ChatEndpoint
from ascribe.llm.completion import Completion

__all__ = ["ChatConnection", "ChatEndpoint", "Completion"]
