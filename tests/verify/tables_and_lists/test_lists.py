"""Items of lists mean what their leads say of them, and each item tells of its own thing."""

from __future__ import annotations

import pytest

import ascribe

POOL = (
    "Visitors may bring:\n\n- towels\n- snorkels\n\nThe following are not allowed in the pool:\n\n- glass\n"
)
PLAN = (
    "Advantages of the bus lane:\n\n- shorter trips\n- fewer crashes\n\n"
    "Disadvantages of the bus lane:\n\n- lost parking\n- high costs of paint\n"
)
INN = "# Heron Inn\n\n- **Heated pool:** no\n- **Free parking:** yes\n"
JSON = '{"name": "Heron Inn", "heated_pool": false, "free_parking": true}'
CARE = "Never do the following:\n\n- oil the chain\n- store the bike outdoors\n"

RENTAL = (
    "Rental per day:\n\n- **Canoe:** 20 €\n- **Life jacket:** included\n- **Bicycle**\n"
    "  - adults: 15 €\n  - children: 9 €\n- **Shuttle bus:** 6 €\n"
)

STEPS = "1. Drain the boiler.\n2. Open the cover.\n3. Clean the burner.\n"
LED_STEPS = "To service it:\n\n1. Drain the boiler\n2. Open the cover\n"


def judge(claim: str, source: str, tier: str) -> str:
    """Return the status of the last checked sentence of a reply."""
    verdicts = [one.verdict for one in ascribe.check(claim, source, tier=tier).sentences]
    return [one.status for one in verdicts if one is not None and one.status != "not_checkable"][-1]


TRUE = [
    ("**Not allowed:**\n\n- Glass", POOL),
    ("Glass is not allowed in the pool.", POOL),
    ("- ❌ Glass", POOL),
    ("- ✅ Snorkels", POOL),
    ("Lost parking is a disadvantage of the bus lane.", PLAN),
    ("**Cons:**\n- Lost parking", PLAN),
    ("The Heron Inn has no heated pool.", INN),
    ("- **Heated pool:** no", INN),
    ("The Heron Inn has free parking.", INN),
    ("The Heron Inn has no heated pool.", JSON),
    ("Never oil the chain.", CARE),
    ("A canoe costs 20 €.", RENTAL),
    ("A life jacket is included.", RENTAL),
    ("A bicycle for children costs 9 €.", RENTAL),
    ("A canoe costs 20 € and the shuttle bus 6 €.", RENTAL),
]
FALSE = [
    ("**Not allowed:**\n\n- Snorkels", POOL),
    ("### Prohibited\n\n- Snorkels", POOL),
    ("### Allowed\n\n- Glass", POOL),
    ("- ❌ Snorkels", POOL),
    ("- ✅ Glass", POOL),
    ("- **Snorkels:** not allowed", POOL),
    ("Visitors may bring glass.", POOL),
    ("Lost parking is an advantage of the bus lane.", PLAN),
    ("**Pros:**\n- Lost parking", PLAN),
    ("The Heron Inn has a heated pool.", INN),
    ("- **Heated pool:** yes", INN),
    ("The Heron Inn has no free parking.", INN),
    ("The Heron Inn has a heated pool.", JSON),
    ("Oil the chain.", CARE),
    ("You should store the bike outdoors.", CARE),
    ("A canoe costs 15 €.", RENTAL),
    ("The shuttle bus is included.", RENTAL),
    ("A bicycle for children costs 15 €.", RENTAL),
    ("- Shuttle bus: 20 €", RENTAL),
    ("First open the cover, then drain the boiler.", STEPS),
    ("Clean the burner, then open the cover.", STEPS),
    ("First open the cover, then drain the boiler.", LED_STEPS),
    ("A canoe costs 6 € and the shuttle bus 20 €.", RENTAL),
]


UNDENIED = [
    ("First drain the boiler, then open the cover.", STEPS),
    ("First drain the boiler, then open the cover.", LED_STEPS),
]


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(("claim", "source"), TRUE + UNDENIED)
def test_what_a_list_says_is_not_denied(claim: str, source: str, tier: str) -> None:
    assert judge(claim, source, tier) in ("supported", "unknown")


@pytest.mark.parametrize(("claim", "source"), TRUE)
def test_what_a_list_says_is_supported(claim: str, source: str) -> None:
    assert judge(claim, source, "builtin") == "supported"


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize(("claim", "source"), FALSE)
def test_the_contrary_of_a_list_is_not_supported(claim: str, source: str, tier: str) -> None:
    assert judge(claim, source, tier) != "supported"


def test_a_heading_that_names_a_topic_is_no_part_of_its_items() -> None:
    assert judge("### Overview\n\n- Dogs travel free", "Dogs travel free.", "builtin") == "supported"


MONTHLY = (
    "# Monthly\n\n- scan the operating system\n- back up the database\n\n# Yearly\n\n- test the plan\n",
    "**Monthly**\n\n- scan the operating system\n- back up the database\n\n**Yearly**\n\n- test the plan\n",
)


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize("source", MONTHLY)
@pytest.mark.parametrize(
    ("claim", "is_true"),
    [
        ("The operating system is scanned every month.", True),
        ("The operating system is scanned yearly.", False),
        ("The plan is tested every year.", True),
        ("The plan is tested every month.", False),
    ],
)
def test_item_without_a_lead_belongs_to_its_heading(
    claim: str, source: str, tier: str, *, is_true: bool
) -> None:
    status = judge(claim, source, tier)
    assert status == "supported" if is_true else status in ("unknown", "contradicted", "unsupported")
