"""The citations of a reply: its markers, their sentences and documents, and whether they are right.

marked_reply finds markers and their sentences, evidence verifies, decisions decides, judgement gives the
findings that ``check`` reports.
"""
