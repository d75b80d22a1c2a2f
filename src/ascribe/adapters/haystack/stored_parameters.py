"""The parameters of a component as plain data, for pipelines that are saved and loaded."""

from typing import Any, Self

from haystack import default_from_dict, default_to_dict


class StoredParameters:
    """Serializes a component by the parameters that it was created with."""

    parameters: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Serialize the component to plain data."""
        stored: dict[str, Any] = default_to_dict(self, **self.parameters)
        return stored

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Create the component from the data of ``to_dict``."""
        made: Self = default_from_dict(cls, data)
        return made
