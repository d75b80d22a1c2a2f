"""Repair the citation markers of a reply: keep, move, add or remove them, each with a reason.

marked_reply finds markers and their sentences, evidence verifies, decisions plans, marker_forms and editing
write.
"""

from ascribe.citation_repair.editing import repair

__all__ = ["repair"]
