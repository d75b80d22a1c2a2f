"""Every figure of README and docs, made by a command."""
