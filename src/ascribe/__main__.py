"""``python -m ascribe`` is the command line."""

from ascribe.apps.cli import main

main()
