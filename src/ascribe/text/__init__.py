"""Text processing that every stage builds on: words, stems, normalization, language detection and word
lists."""
