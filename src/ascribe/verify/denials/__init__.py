"""What a text denies, with what force, what it asserts beside it, and what it leaves out."""
