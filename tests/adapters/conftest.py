"""Frameworks send nothing anywhere while they are tested."""

import os

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"
os.environ["LANGSMITH_TRACING"] = "false"
os.environ["DEEPEVAL_TELEMETRY_OPT_OUT"] = "1"
os.environ["DEEPEVAL_UPDATE_WARNING_OPT_IN"] = "0"
os.environ["RAGAS_DO_NOT_TRACK"] = "true"
os.environ["MLFLOW_DISABLE_TELEMETRY"] = "true"
