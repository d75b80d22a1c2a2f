"""One file per peer: how its package is called, in its own environment."""
