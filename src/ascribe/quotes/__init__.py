"""Quotes that find their place again after their document was read anew or slightly changed."""

from ascribe.quotes.finding import FoundQuote, find_quote
from ascribe.quotes.selecting import TextQuote, select_quote

__all__ = ["FoundQuote", "TextQuote", "find_quote", "select_quote"]
