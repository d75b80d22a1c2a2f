"""Stage 2: numbers for claims against source sentences."""
