"""Lines with a sign or a hard break are statements of their own, as the items of a list are."""

import pytest

from ascribe import check

SOURCE = "The lake of Arle is 12 m deep. The lake of Arle is 30 m wide."
RIGHT, WRONG = "The lake of Arle is 12 m deep", "The lake of Arle is 45 m wide"


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(
    "reply",
    [
        f"- {RIGHT}\n- {WRONG}",
        f"✅ {RIGHT}\n✅ {WRONG}",
        f"➡️ {RIGHT}\n\n➡️ {WRONG}",
        f"– {RIGHT}\n– {WRONG}",
        f"1️⃣ {RIGHT}\n2️⃣ {WRONG}",
        f"{RIGHT}<br>{WRONG}",
        f"{RIGHT}  \n{WRONG}",
        f"{RIGHT}\\\n{WRONG}",
    ],
)
def test_each_line_has_a_verdict(reply: str, tier: str) -> None:
    answer = check(reply, SOURCE, tier=tier, language="en")
    found = [sentence.verdict.status for sentence in answer.sentences if sentence.verdict]
    assert found == ["supported", "contradicted"]
