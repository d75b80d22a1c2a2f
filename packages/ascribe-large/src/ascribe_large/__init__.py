"""Weights of the tier ``large`` of Ascribe: ``weights`` has the verifier, its combiner and their digests."""
