"""Repair the citation markers of a reply: keep, move, add or remove them, each with a reason.

``reply_citations`` finds the markers and decides about them; marker_forms and editing write.
"""

from ascribe.citation_repair.editing import repair

__all__ = ["repair"]
