"""URL rules that cost little until they are used."""

from collections.abc import Callable
from functools import cache

from werkzeug.routing import Rule


class LazyRule(Rule):
    """A rule that compiles the functions that build its URLs when they are first called.

    Werkzeug makes two of them for each rule, from syntax trees: two thirds of what `create_app` took. Few are called.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002
        compile_now = super()._compile_builder

        @cache
        def compiled() -> Callable[..., tuple[str, str]]:
            return compile_now(append_unknown)

        def build(rule: Rule, /, **values: object) -> tuple[str, str]:
            return compiled()(rule, **values)

        return build
