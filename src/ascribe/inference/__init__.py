"""Models: the built-in ONNX encoder and NLI model, and Hugging Face models from the hub or a folder.

``import ascribe`` loads nothing of this package; a model is read from its file on first use. Hugging Face
models need the extra ``hf``.
"""

from __future__ import annotations
