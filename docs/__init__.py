"""The documentation and the script that writes its generated pages."""
