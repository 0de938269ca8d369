"""A request as the contract writes it, and what it says comes back."""

from dataclasses import dataclass

from tests.service.conformance.kinds import Kind


@dataclass(frozen=True)
class Exchange:
    """`line` is the method and the target, `body` the JSON text that is sent, empty where none is.

    `answer` is None where the answer has no body.
    """

    line: str
    status: int
    answer: Kind | None = None
    body: str = ""

    @property
    def method(self) -> str:
        return self.line.partition(" ")[0]

    @property
    def path(self) -> str:
        return self.line.partition(" ")[2].partition("?")[0]


Exchanges = dict[str, Exchange]
"""By the name of the endpoint."""
