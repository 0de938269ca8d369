"""Flask's application, which builds each URL once."""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from flask import Flask, has_request_context, request
from werkzeug.routing import Rule


class LazyRule(Rule):
    """Compiles the functions that build a rule's URLs at their first call.

    Werkzeug compiles two for each rule from syntax trees, which took two thirds of `create_app`. Few are called.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002
        compile_now = super()._compile_builder

        @cache
        def compiled() -> Callable[..., tuple[str, str]]:
            return compile_now(append_unknown)

        def build(rule: Rule, /, **values: object) -> tuple[str, str]:
            return compiled()(rule, **values)

        return build


MAX_ADDRESSES = 4096
PLAIN = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}")
"""Ids that need no quoting."""


class PortalApp(Flask):
    """Remembers the URLs built last."""

    url_rule_class = LazyRule

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._built = lru_cache(MAX_ADDRESSES, typed=True)(self._build)

    def url_for(self, /, endpoint: str, **values: Any) -> str:
        """Build a URL, or return the remembered one: a page has some thirty, and each costs as much as a table row."""
        if has_request_context() and _is_cacheable_url(endpoint, values):
            return self._built(request.root_path, endpoint, **values)
        return super().url_for(endpoint, **values)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function: none of ours is a coroutine, and Flask asks twenty times a page."""
        return func

    def _build(self, _root: str, endpoint: str, **values: Any) -> str:
        return super().url_for(endpoint, **values)


def _is_cacheable_url(endpoint: str, values: dict[str, Any]) -> bool:
    # Not one with a host, which is that of the request, and not one that begins at the request's own blueprint.
    depends = endpoint[:1] == "." or values.get("_external") or values.get("_scheme")
    return not depends and all(map(_is_plain, values.values()))


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, int) or (isinstance(value, str) and bool(PLAIN.fullmatch(value)))
