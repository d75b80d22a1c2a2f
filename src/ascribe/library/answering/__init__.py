"""From a question with its passages to a verified answer or an abstention.

request runs the steps: a generator drafts, the draft is verified, abstention decides what the level shows,
and redaction removes the sentences that fail.
"""
