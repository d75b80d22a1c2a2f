"""The one client for language models behind endpoints that speak OpenAI's chat completions.

waiting, events → transport, completion → arriving, request → connection → endpoint; json_text reads
what a model wrote.
"""

from ascribe.llm.client import ChatConnection, ChatEndpoint
from ascribe.llm.completion import Completion

__all__ = ["ChatConnection", "ChatEndpoint", "Completion"]
