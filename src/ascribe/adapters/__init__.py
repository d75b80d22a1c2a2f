"""Ascribe as components of other frameworks and evaluation tools, and readers for providers' messages."""
