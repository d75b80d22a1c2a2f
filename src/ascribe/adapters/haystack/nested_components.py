"""Components inside a component's parameters, stored and loaded with it."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from haystack.core.serialization import component_to_dict, default_from_dict, default_to_dict
from haystack.utils.deserialization import deserialize_component_inplace


def store(component: Any, parameters: Mapping[str, Any], nested: str) -> dict[str, Any]:
    """Serialize a component whose parameter ``nested`` is a component or None."""
    inner = parameters[nested]
    data = None if inner is None else component_to_dict(inner, nested)
    stored: dict[str, Any] = default_to_dict(component, **{**parameters, nested: data})
    return stored


def load(kind: Any, data: dict[str, Any], nested: str) -> Any:
    """Create a component of a kind from the data of ``store``, which stay unchanged."""
    parameters = deepcopy(data.get("init_parameters", {}))  # Haystack 2 fills what it is given
    if parameters.get(nested) is not None:
        deserialize_component_inplace(parameters, key=nested)
    return default_from_dict(kind, {**data, "init_parameters": parameters})


def warm_up(component: Any) -> None:
    """Warm up a component that can be."""
    if hasattr(component, "warm_up"):
        component.warm_up()
