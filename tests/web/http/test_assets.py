"""Static files: few for a page, packed, kept for ever by browsers at addresses that change with them."""

import gzip
import os
import re
import time
from pathlib import Path

import pytest
from flask import Flask

from masthead.web.http.assets import init_app
from masthead.web.http.settings import ROOT, SettingsError
from scripts.assets import JOINED, LEFT_OUT, SCRIPTS, contents, main
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.transactions import transactions

STATIC = ROOT / "static"
FILE = re.compile(r'(?:href|src)="(/static/[^"#]+)')
STYLES = "/static/portal.css"
FOR_EVER = "public, max-age=31536000, immutable"
MAX_FILES = 7
MAX_BYTES = 100_000
PACKED = {"Accept-Encoding": "gzip, deflate, br"}


LAZY = re.compile(r'<img[^>]* loading="lazy"[^>]*>')


def files_of(visitor: Pages) -> list[str]:
    return sorted(set(FILE.findall(LAZY.sub("", visitor.get("/sign-in").html))))


def test_a_first_page_loads_little_and_keeps_it_for_ever(visitor: Pages) -> None:
    files = files_of(visitor)
    assert 4 < len(files) <= MAX_FILES
    assert sum(len(visitor.client.get(file, headers=PACKED).data) for file in files) < MAX_BYTES
    for file in files:
        assert visitor.get(file).headers["Cache-Control"] == FOR_EVER


@for_each("query", ["", "?v=", "?v=0123456789ab"])
def test_what_a_newer_portal_calls_for_is_not_kept(visitor: Pages, query: str) -> None:
    # While a portal is replaced, a page of the new one may ask the old one for its files.
    assert visitor.get(STYLES + query).headers["Cache-Control"] == "no-cache"


@for_each(
    "address",
    [
        "/static/nope.css?v=0123456789ab",
        "/static/",
        "/static/styles",
        "/static/../app.py",
        "/static/styles/../../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/portal.css%00",
        "/static/" + "x" * 300,
    ],
)
def test_what_is_not_there_is_not_kept(visitor: Pages, address: str) -> None:
    shown = visitor.get(address)
    assert (shown.status, shown.headers["Cache-Control"]) == (404, "no-store")


def test_parts_are_joined_in_their_order_and_none_is_left_out(visitor: Pages) -> None:
    for name, parts in JOINED.items():
        written = "\n".join((STATIC / part).read_text(encoding="utf-8") for part in parts).replace(
            LEFT_OUT.decode(), ""
        )
        served = visitor.get(f"/static/{name}").html
        assert (rules_of(served) == rules_of(written)) if name.endswith(".css") else (served == written)
    assert visitor.get("/static/portal.css").html.count("\n/*") == 0
    assert "/*!" in visitor.get("/static/bootstrap.css").html
    assert {path.stem for path in STATIC.glob("*.js")} == {*SCRIPTS, "cell_editors", "inbox", "reading", "values"}
    assert {f"styles/{path.name}" for path in STATIC.glob("styles/*")} == set(JOINED["portal.css"])


def rules_of(styles: str) -> str:
    return "".join(re.sub(r"/\*.*?\*/", "", styles, flags=re.DOTALL).split())


@for_each(
    "accepted, packs",
    [("gzip, deflate, br", True), ("*", True), ("identity", False), ("gzip;q=0", False), ("br", False), ("", False)],
)
def test_a_file_is_packed_for_who_can_unpack_it(visitor: Pages, accepted: str, *, packs: bool) -> None:
    plain = visitor.client.get(STYLES).data
    answer = visitor.client.get(STYLES, headers={"Accept-Encoding": accepted})
    assert answer.headers.get("Content-Encoding") == ("gzip" if packs else None)
    assert answer.mimetype == "text/css"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert (gzip.decompress(answer.data) if packs else answer.data) == plain
    assert int(answer.headers["Content-Length"]) == len(answer.data)


def test_who_has_a_file_is_told_so(visitor: Pages) -> None:
    tag = visitor.client.get(STYLES, headers=PACKED).headers["ETag"]
    again = visitor.client.get(STYLES, headers=PACKED | {"If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["Cache-Control"]) == (304, b"", "no-cache")
    assert visitor.get(STYLES, headers={"If-None-Match": tag}).status == 200  # not packed it is another file


def test_nobody_is_asked_whose_session_it_is(alice: Pages) -> None:
    with transactions() as asked:
        file = alice.client.get(STYLES)
    assert (file.status_code, asked) == (200, [])
    assert "Cookie" not in file.headers["Vary"]


def test_a_changed_file_has_another_address(
    portal: Flask, portal_for: PortalFor, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = portal_for()
    folder = tmp_path_factory.mktemp("other") / "static"  # the address begins with its name
    copy_static(folder, phone=b"/* more */")
    other.static_folder = str(folder)
    init_app(other)
    changed = set(files_of(Pages(other))) ^ set(files_of(Pages(portal)))
    assert {address.partition("?")[0] for address in changed} == {"/static/portal.css"}


def test_a_portal_says_when_a_file_has_changed_since_set_up(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    copy_static(tmp_path)
    app = Flask("masthead", static_folder=str(tmp_path))
    for age, is_told in ((60, False), (-60, True)):
        moment = time.time() - age
        os.utime(tmp_path / "styles" / "phone.css", (moment, moment))
        init_app(app)
        assert ("has changed" in capfd.readouterr().err) is is_told


def test_without_set_up_no_portal_starts(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="make run"):
        init_app(Flask("masthead", static_folder=str(tmp_path)))


def copy_static(folder: Path, **added: bytes) -> None:
    """The files of the portal, joined and packed; to the parts of these names something is added."""
    parts = {part for parts in JOINED.values() for part in parts}
    for part in parts | {"vendor/icons.svg", "vendor/htmx.min.js", "masthead.svg"}:
        target = folder / part
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((STATIC / part).read_bytes() + added.get(target.stem, b""))
        os.utime(target, (1, 1))
    main(folder)


def test_moving_an_element_does_not_restyle_all_beside_it() -> None:
    universal = re.compile(r"(?<![\w.#\])-])[a-z]+ *[+~] *(?:[^\s,{}+~>]* *> *)?\* *[,{]")
    assert universal.findall("p+*{} .list tr + tr > * {") == ["p+*{", "tr + tr > * {"]
    styles = "".join(content.decode() for name, content in contents(STATIC).items() if name.endswith(".css"))
    assert universal.findall(styles) == []
