"""Reference formatters: the list of references for a reply, as text or as chunks."""
