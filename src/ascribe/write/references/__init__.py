"""Lists of references: markup → own, csl; bibtex, csl_json, ris → layout."""
