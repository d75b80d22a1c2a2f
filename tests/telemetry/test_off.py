"""Without OpenTelemetry, or without being asked, nothing of it is imported and every result is the same."""

import os
import subprocess
import sys

import pytest

from ascribe import telemetry
from ascribe.errors import MissingExtraError
from ascribe.install_command import build_install_command

CHECK = """
import sys
import ascribe
answer = ascribe.check("The mill has 12 sails.", ["The mill has 12 sails."], tier="rules")
ascribe.ask("How many sails has the mill?", ["The mill has 12 sails."], tier="rules")
print(answer.sentences[0].verdict.status, "opentelemetry" in sys.modules)
"""


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {key: value for key, value in os.environ.items() if key != telemetry.SWITCH}
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**inherited, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_checks_and_questions_do_not_import_it() -> None:
    assert run(CHECK).stdout == "supported False\n"


def test_zero_keeps_it_off_even_where_the_application_uses_it() -> None:
    code = "import sys, types; sys.modules['opentelemetry.trace'] = types.ModuleType('empty')\n" + CHECK
    assert run(code, ASCRIBE_TELEMETRY="0").stdout == "supported False\n"


@pytest.mark.parametrize(
    "logs", ["", "package._logs = types.SimpleNamespace(LogRecord=type('LogRecord', (), {}))"]
)
def test_an_older_release_in_the_application_is_no_reason_to_fail(logs: str) -> None:
    code = f"""
import sys, types
package = types.ModuleType("opentelemetry")
package.trace = types.ModuleType("opentelemetry.trace")
{logs}
sys.modules |= {{"opentelemetry": package, "opentelemetry.trace": package.trace}}
import ascribe
from ascribe import telemetry
answer = ascribe.check("The mill has 12 sails.", ["The mill has 12 sails."], tier="rules")
print(answer.sentences[0].verdict.status, telemetry.is_active())
"""
    assert run(code).stdout == "supported False\n"


def test_asking_for_it_without_the_package_says_what_to_install() -> None:
    code = "import sys; sys.modules['opentelemetry'] = None\n" + CHECK
    done = run(code, ASCRIBE_TELEMETRY="1")
    assert done.returncode == 1
    assert build_install_command("telemetry") in done.stderr


def test_enabling_it_without_the_package_says_what_to_install(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(MissingExtraError, match="telemetry"):
        telemetry.enable()
    assert not telemetry.is_active()
