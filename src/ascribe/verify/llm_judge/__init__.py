"""Tier ``llm``: an LLM judge.

``passages`` selects what it reads, ``prompt`` builds the messages and parses the answer, ``session``
sends them within a budget, ``verifier`` makes the verdicts.
"""
