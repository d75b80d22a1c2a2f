"""Bytes → text, whatever encoding they are in.

code_pages → decoding.
"""

from ascribe.read.encodings.decoding import decode

__all__ = ["decode"]
