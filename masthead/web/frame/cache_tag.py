"""The tag `{% cache a, b %}…{% endcache %}`: what it holds is written once for the same values of `a` and `b`.

All that the block shows has to be among them. `tests/house/test_kept_parts.py` looks for what is not.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from flask import Flask
from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Undefined

from masthead.web.frame.fragment_cache import Html, kept_block

PLAIN = (str, int, float, type(None))


class CacheTag(Extension):
    """Jinja's extension for it."""

    tags = {"cache"}  # noqa: RUF012 - as Jinja declares it

    def parse(self, parser: Parser) -> nodes.Node:
        """A call of `_cached` with the block as its caller."""
        line = next(parser.stream).lineno
        values = [parser.parse_expression()]
        while parser.stream.skip_if("comma"):
            values.append(parser.parse_expression())
        block = parser.parse_statements(("name:endcache",), drop_needle=True)
        arguments: list[nodes.Expr] = [nodes.Const(f"{parser.name}:{line}"), nodes.List(values)]
        return nodes.CallBlock(self.call_method("_cached", arguments), [], [], block).set_lineno(line)

    def _cached(self, place: str, values: list[Any], caller: Callable[[], str]) -> Html:
        return kept_block((place, frozen(values)), caller)


def frozen(value: object) -> Hashable:
    """A value as a key. Raises TypeError for what may change later, or is not compared by what it says."""
    if isinstance(value, Undefined):
        return Undefined
    if isinstance(value, PLAIN):
        return (type(value), value)
    if isinstance(value, Mapping):
        return tuple((name, frozen(each)) for name, each in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(frozen, value))
    raise TypeError(f"{type(value).__name__} cannot be compared")


def init_app(app: Flask) -> None:
    """Let the templates of the app use it."""
    app.jinja_env.add_extension(CacheTag)
