"""Sources as works: names, dates → metadata; labels → cited."""
