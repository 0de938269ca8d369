"""The API's requests and responses, declared once for both programs."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contract.endpoints import BY_NAME, ENDPOINTS, READS

__all__ = ["BY_NAME", "ENDPOINTS", "READS"]


def __getattr__(name: str) -> object:
    # A command that reads one kind of object starts without the models of all others.
    if name not in __all__:
        raise AttributeError(name)
    from contract import endpoints  # noqa: PLC0415 - see above

    return vars(endpoints)[name]
