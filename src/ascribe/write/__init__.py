"""Stage 5: writers that render an answer as text, with the span of everything they insert."""
