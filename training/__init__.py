"""Training of the built-in models, from public and written data; see README.md."""
