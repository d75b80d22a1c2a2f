"""What the results of ``batch`` say: two runs compared, and one page over many replies."""

from ascribe.batch_results.comparison import Comparison, compare

__all__ = ["Comparison", "compare"]
