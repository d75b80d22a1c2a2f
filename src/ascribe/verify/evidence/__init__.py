"""Evidence for a claim: passages, the sets of them that are compared with it, and the checks of a set."""
