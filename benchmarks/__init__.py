"""Benchmarks: the commands that measure every figure of README and docs."""
