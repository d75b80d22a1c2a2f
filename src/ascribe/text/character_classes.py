"""Classes of characters: ranges for regular expressions, and signs with a meaning of their own.

The ranges cover combining marks, invisible characters, superscripts, and scripts without spaces.
"""

MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f"
    "\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u0900-\u0903"
    "\u093a-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc-\u09d7\u09e2\u09e3\u0a01-\u0a03\u0a3c-\u0a51"
    "\u0a70\u0a71\u0a81-\u0a83\u0abc-\u0acd\u0b01-\u0b03\u0b3c-\u0b57\u0b82\u0bbe-\u0bd7\u0c00-\u0c04\u0c3c-\u0c56"
    "\u0c81-\u0c83\u0cbc-\u0cd6\u0d00-\u0d03\u0d3b-\u0d4d\u0d57\u0d81-\u0d83\u0dca-\u0ddf\u0df2\u0df3"
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f71-\u0f84\u0f8d-\u0fbc\u102b-\u103e"
    "\u1056-\u1059\u105e-\u1060\u1071-\u1074\u1082-\u108d\u17b4-\u17d3\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff"
    "\u3099\u309a\ufe20-\ufe2f\uff9e\uff9f"
)
"""Characters that combine with the letter before them; Python's ``\\w`` does not match them."""

INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff"
"""Soft hyphen, zero-width characters, direction marks and variation selectors."""

EMOJI = "\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff"
"""Emoji, arrows and dingbats, with what joins and varies them."""

RAISED = "²³¹⁰⁴-⁹"
"""Superscript digits: a note number after a word or stop, an exponent after a number or unit."""

RAISED_TO_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
PLAIN_TO_RAISED = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
"""Digits as superscripts, with the signs of an exponent."""

SENTENCE_ENDS = (".", "!", "?", "。", "！", "？")

UNSPACED = (
    "\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6\u0edc-\u0edf"
    "\u1000-\u102a\u103f\u1050-\u1055\u1780-\u17b3\u2e80-\u2fd5"
    "\u3005-\u3007\u3021-\u3029\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003ffff"
)
"""Thai, Lao, Burmese, Khmer, Han and kana: scripts without spaces between words."""

HANGUL = "\u1100-\u11ff\ua960-\ua97f\u3130-\u318e\uac00-\ud7ff"
"""Korean script: written with spaces, but with particles attached to the word."""

VOWEL_SIGNS = "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0652\u0670"
"""Vowel points of Hebrew and Arabic, and the Arabic elongation stroke: most printed text has none."""

DIVIDED_LETTERS = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u03ff\u0400-\u04ff"
"""Latin, Greek and Cyrillic: scripts with hyphenation at line ends and with letter-spaced words."""
