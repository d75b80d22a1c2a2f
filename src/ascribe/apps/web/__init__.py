"""The pages of ``ascribe serve``: check a reply, see the words on their page, ask, correct, export."""
