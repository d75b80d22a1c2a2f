"""Stage 4: verifiers, which give each claim a verdict."""
