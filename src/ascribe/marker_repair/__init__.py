"""Markers that a reply has already, set right: which stay, which point elsewhere, which are missing.

places, keys, evidence → site → plan: additions, decisions → wording, insertion → editing → repairing.
"""

from ascribe.marker_repair.repairing import repair

__all__ = ["repair"]
