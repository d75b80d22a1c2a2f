"""What the results of ``batch`` say: two runs compared, and one page over many replies.

tables of answers and of sentences → counts → figures with intervals → ``Comparison`` or page.
"""

from ascribe.batch_results.comparison import Comparison, compare
from ascribe.batch_results.page import render_page
from ascribe.batch_results.summary import Summary, summarize

__all__ = ["Comparison", "Summary", "compare", "render_page", "summarize"]
