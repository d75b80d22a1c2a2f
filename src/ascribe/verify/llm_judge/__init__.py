"""Tier ``llm``: an LLM as a judge.

``passages`` selects the text to judge by, ``prompt`` builds the messages and parses the answer, ``session``
sends the requests within a budget, and ``verifier`` builds the verdicts.
"""
