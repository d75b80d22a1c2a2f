"""Windows of sentences that a model reads for a claim: which, and whether what it says of them counts."""
