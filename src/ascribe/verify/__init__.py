"""Stage 4: a verdict for each claim."""
