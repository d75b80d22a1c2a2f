"""Tier ``llm``: an LLM as a judge.

``passages`` selects the text to judge by, ``session`` builds the prompt, parses the answers and
sends the requests within a budget, and ``verifier`` builds the verdicts.
"""
