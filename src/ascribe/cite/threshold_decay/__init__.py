"""Citations by a threshold that falls until something is cited, after RAGFlow's ``insert_citations``.

pieces, question_words → similarity → decay.
"""

from ascribe.cite.threshold_decay.decay import ThresholdDecay

__all__ = ["ThresholdDecay"]
