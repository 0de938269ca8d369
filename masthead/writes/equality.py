"""When two values of the API are the same to a person."""

import re
from typing import Any

from pydantic import MISSING

PEM = "-----BEGIN CERTIFICATE-----"
AROUND = re.compile(r"-----(BEGIN|END) CERTIFICATE-----|\s")


def same(one: Any, other: Any) -> bool:  # noqa: ANN401 - JSON
    """Whether two values are the same to a person: what is absent, null or empty is nothing.

    So are certificates that differ in their line breaks, or in the lines around them.
    """
    nothing = (None, "", MISSING)
    if one == other or (_is_in(one, nothing) and _is_in(other, nothing)):
        return True
    return isinstance(one, str) and isinstance(other, str) and PEM in one + other and _bare(one) == _bare(other)


def _bare(certificate: str) -> str:
    return AROUND.sub("", certificate)


def _is_in(value: Any, values: tuple[Any, ...]) -> bool:  # noqa: ANN401 - JSON
    return any(value is each or (each == "" and value == "") for each in values)
