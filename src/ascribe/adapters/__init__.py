"""Ascribe as components of other frameworks, and readers for the messages of model providers."""
