"""Tests of what the results of batch say."""
