"""The programs that people run: the command line and the diagnosis behind ``ascribe doctor``."""
