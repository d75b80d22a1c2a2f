"""A draft → an answer that shows what is supported, or a refusal that says why.

asking: drafted, checked, then removing takes out what fails and refusing decides, by the level asked for.
"""
