"""The version of the package, in one place for the build, the settings of an answer and ``--version``."""

__version__ = "0.1.0"
