"""Stage 3: which source sentences to cite for a claim."""
