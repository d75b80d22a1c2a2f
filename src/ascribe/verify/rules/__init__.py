"""The typed rules, one file each, one shape."""
