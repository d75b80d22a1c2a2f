"""Check many replies from a table or a folder: ``batch``, which a kill does not harm."""

from ascribe.batches.run import BatchSummary, batch

__all__ = ["BatchSummary", "batch"]
