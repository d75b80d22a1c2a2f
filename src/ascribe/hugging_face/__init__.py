"""Models of the Hugging Face hub and of folders in its format; they need the extra ``hf``.

source, labels → loading → windows → pairs; sentences. Nothing here is loaded by ``import ascribe``.
"""
