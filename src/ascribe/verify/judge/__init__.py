"""A language model as judge: what it is shown, what it is asked, and what of its answer can be checked.

passages → prompt; quotes → finding → quoted; budget → asking; and the table. ``judge_tier`` makes verdicts.
"""
