"""Markers that a reply has already, set right: which stay, which point elsewhere, which are missing.

places, keys, evidence → decisions → wording, edits → repairing.
"""

from ascribe.marker_repair.repairing import repair

__all__ = ["repair"]
