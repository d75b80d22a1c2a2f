"""A file that says how questions are asked: TOML or YAML → ``Config`` → the options of ``Library.ask``.

parsing reads the file, schema holds it against the record, wiring makes the generator that it describes.
"""

from ascribe.library.config.record import Config, GeneratorConfig
from ascribe.library.config.schema import config_of, read_config

__all__ = ["Config", "GeneratorConfig", "config_of", "read_config"]
