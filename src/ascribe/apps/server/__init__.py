"""The HTTP service: ``create_app`` builds it, ``ascribe serve`` runs it.

settings holds every limit; app assembles the routes of the ``*_routes`` files; work runs checks in a bounded
pool; reading parses uploaded files in a process of its own; history keeps checks and their files.
"""
