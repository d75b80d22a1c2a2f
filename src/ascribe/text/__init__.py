"""Text processing for every stage: words, stems, normalization, language detection and word lists."""
