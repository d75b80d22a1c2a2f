"""From a question with its passages to a verified answer or an abstention.

request runs the steps: a generator drafts (drafting), the draft is verified, and abstention decides what the
level shows. streaming shows the verified sentences while the draft is being written.
"""
