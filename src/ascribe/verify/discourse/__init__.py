"""What sentences say together: which thing each tells of, and what "it" or an answer takes from another."""
