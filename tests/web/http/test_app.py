"""Addresses are built once, and are those that Flask builds."""

from collections.abc import Callable
from types import CodeType

from flask import Flask, g, url_for
from werkzeug.routing import Map, Rule

from masthead.web.http import paths
from masthead.web.http.paths import LazyRule, PortalApp
from tests.loops import for_each
from tests.web.http.test_paths import ODD


def made(kind: type[Flask]) -> Flask:
    app = kind("made")
    paths.init_app(app)
    app.add_url_rule("/o/<one>", "show", lambda one: one)
    app.add_url_rule("/n/<int:number>", "number", str)
    return app


@for_each(
    "endpoint, values",
    [
        ("show", {"one": "org_a.B-9"}),
        ("show", {"one": "a", "page": 2, "_anchor": "there"}),
        ("show", {"one": "a", "page": "2"}),
        ("show", {"one": "a", "page": True}),
        ("show", {"one": "a", "page": 1}),
        ("show", {"one": "a", "page": None}),
        ("show", {"one": "a", "many": ["b", "c"]}),
        ("show", {"one": "a", "_external": True}),
        ("number", {"number": 7}),
        *(("show", {"one": each}) for each in ODD),
    ],
)
@for_each("root", ["", "/below"])
def test_an_address_is_that_of_flask_each_time(endpoint: str, values: dict[str, object], root: str) -> None:
    ours, flasks = made(PortalApp), made(Flask)
    for app_root in ("", "/other", root, root):
        with ours.test_request_context(base_url=f"http://localhost{app_root}"):
            mine, mine_noted = url_for(endpoint, **values), g.get("unopenable")  # type: ignore[arg-type]
        with flasks.test_request_context(base_url=f"http://localhost{app_root}"):
            assert (mine, mine_noted) == (url_for(endpoint, **values), g.get("unopenable"))  # type: ignore[arg-type]


def test_an_address_with_a_host_has_that_of_its_own_request() -> None:
    app, found = made(PortalApp), []
    for host in ("one.example", "two.example"):
        with app.test_request_context(base_url=f"http://{host}"):
            found.append(url_for("show", one="a", _external=True))
    assert found == ["http://one.example/o/a", "http://two.example/o/a"]


def test_an_address_is_built_once() -> None:
    app, built = made(PortalApp), []
    app.url_defaults(lambda endpoint, _: built.append(endpoint))
    for _ in range(3):
        with app.test_request_context():
            url_for("show", one="a")
    assert built == ["show"]


def test_a_rule_is_compiled_when_its_first_address_is_built() -> None:
    compiled: list[str] = []

    class NotedRule(LazyRule):
        @staticmethod
        def _get_func_code(code: CodeType, name: str) -> Callable[..., tuple[str, str]]:
            compiled.append(name)
            return Rule._get_func_code(code, name)  # noqa: SLF001 - nothing else tells that Werkzeug compiles one

    addresses = Map([NotedRule(f"/{number}/<one>", endpoint=str(number)) for number in range(3)]).bind("localhost")
    assert addresses.match("/1/a") == ("1", {"one": "a"})
    assert not compiled
    assert [addresses.build("1", {"one": one, "rule": "q"}) for one in "ab"] == ["/1/a?rule=q", "/1/b?rule=q"]
    assert len(compiled) == 1
