"""The entry point of ``python -m ascribe``: the command line."""

from ascribe.apps.cli import main

main()
