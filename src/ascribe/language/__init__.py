"""Words of a language: tokens, stems, stop words, and what language a text is in. Stages build on it."""
