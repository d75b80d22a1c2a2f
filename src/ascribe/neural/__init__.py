"""The built-in models: an encoder of texts and a reader of (evidence, claim) pairs, run by ONNX Runtime.

Nothing here is loaded by ``import ascribe``; a model is read from its file when it is first asked.
"""
