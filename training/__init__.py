"""How the built-in models are made, from public data: see README.md."""
