"""Why a claim has no support: exact reasons, differences, the part and the words that fail."""
