"""What a sentence without support and the nearest passage differ in: the reason, named by kind."""

from ascribe.verify.differences.naming import named

__all__ = ["named"]
