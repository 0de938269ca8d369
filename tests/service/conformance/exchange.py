"""A request as the contract writes it, and the endpoint that says what comes back."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from contract import ENDPOINTS
from contract.schema.endpoint import Endpoint


@dataclass(frozen=True)
class Exchange:
    """`line` is the method and the target, `body` the JSON text that is sent, empty where none is."""

    line: str
    status: int
    body: str = ""

    @property
    def method(self) -> str:
        return self.line.partition(" ")[0]

    @property
    def path(self) -> str:
        return self.line.partition(" ")[2].partition("?")[0]

    @cached_property
    def endpoint(self) -> Endpoint[Any]:
        """What it asks for: `versions/latest` before `versions/{versionId}`."""
        fitting = [each for each in ENDPOINTS if each.method == self.method and self._fits(each)]
        return min(fitting, key=lambda each: len(each.path_params))

    def _fits(self, endpoint: Endpoint[Any]) -> bool:
        return re.fullmatch(re.sub(r"{\w+}", "[^/]+", endpoint.path), self.path) is not None


Exchanges = dict[str, Exchange]
"""By the name of the endpoint."""
