"""The demo world: a company with its people, spaces and sites, and a second, unrelated organization."""

from functools import cache
from pathlib import Path
from typing import Any

from pydantic_core import from_json

HERE = Path(__file__).parent


@cache
def read_data(name: str) -> Any:  # noqa: ANN401 - whatever JSON the file holds
    """Read a data file. The result is cached, so don't change it."""
    return from_json((HERE / f"{name}.json").read_bytes())
