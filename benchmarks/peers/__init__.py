"""Compare Ascribe with other packages, each in its own environment and its own process.

``python -m benchmarks.peers FOLDER`` makes the whole comparison; ``__main__`` says what it writes.
"""
