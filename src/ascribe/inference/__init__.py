"""Models: the built-in ONNX encoder and NLI model, and models of the Hugging Face hub or of folders in its
format.

Nothing here is loaded by ``import ascribe``; a model is read from its file when it is first used. Hugging
Face models need the extra ``hf``.
"""

from __future__ import annotations
