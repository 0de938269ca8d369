"""`{% cache %}`: a block is written once for what it is made of, and refuses what cannot be compared."""

from collections.abc import Iterator

import pytest
from flask import Flask, render_template_string
from jinja2 import DictLoader

from masthead.web.frame.fragment_cache import CacheTag, cache_key
from masthead.web.http import paths
from tests.loops import for_each


@pytest.fixture
def app() -> Iterator[Flask]:
    app = Flask("cached")
    app.jinja_loader = DictLoader({})
    paths.init_app(app)
    app.jinja_env.add_extension(CacheTag)
    with app.test_request_context():
        yield app


@pytest.mark.usefixtures("app")
def test_a_block_is_written_once_for_the_same_values() -> None:
    written: list[str] = []

    def note(name: str) -> str:
        written.append(name)
        return ""

    def shown(name: str, more: object) -> str:
        text = "{% cache name, more %}<b>{{ name }}</b>{{ note(name) }}{% endcache %}{{ name }}"
        return render_template_string(text, name=name, more=more, note=note)

    for _ in range(2):
        assert shown("<a>", {"x": [1]}) == "<b>&lt;a&gt;</b>&lt;a&gt;"
    assert shown("b", {"x": [1]}) == "<b>b</b>b"
    shown("b", {"x": [2]})
    shown("b", {"y": [1]})
    assert written == ["<a>", "b", "b", "b"]


@for_each("one, other", [(True, 1), ("1", 1), (None, ""), ([1], [[1]]), ({"a": 1}, {"a": 2})])
def test_values_that_differ_are_not_the_same(one: object, other: object) -> None:
    assert cache_key(one) != cache_key(other)


@for_each("value", [object(), {1}, [object()], {"a": object()}])
def test_what_may_change_later_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="cannot be compared"):
        cache_key(value)
