"""What an English sentence is made of: verb forms, noun phrases, segments, subjects, words by their role."""
