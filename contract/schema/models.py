"""Finds the models in a type annotation."""

from collections.abc import Iterator
from typing import Any, get_args

from pydantic import BaseModel


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:  # noqa: ANN401 - any annotation
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inside in get_args(annotation):
        yield from models_in(inside)
