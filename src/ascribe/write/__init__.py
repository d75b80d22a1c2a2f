"""Stage 5: an answer as text, with the span of everything that was added."""
