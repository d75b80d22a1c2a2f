"""The references of an answer as W3C Web Annotations in JSON-LD, and the way back."""

from ascribe.write.annotations.reading import read_annotations
from ascribe.write.annotations.writer import AnnotationsWriter

__all__ = ["AnnotationsWriter", "read_annotations"]
