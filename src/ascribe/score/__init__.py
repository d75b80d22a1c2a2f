"""Stage 2: scorers that rate each source sentence as evidence for each claim."""
