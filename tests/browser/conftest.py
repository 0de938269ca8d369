"""Chromium, the portal that it reaches over HTTP, and the people of the demo world in it."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from masthead.web.person.portal import get_portal
from scripts import chromium
from tests.browser.served import Served
from tests.browser.windows import PATIENCE, PHONE, TOKENS, Contexts, Reset, Windows, WindowsOn
from tests.portals import forget_changes, forget_known
from tests.world import RunningService

expect.set_options(timeout=PATIENCE)
HERE = Path(__file__).parent
EVERYTHING = ("/",)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What fails in the browser is tried once more: see ADR 61."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The options of pytest-playwright, with the Chromium of this machine."""
    found = chromium.find(os.environ)
    assert found, "There is no Chromium: `make test` installs one, MASTHEAD_CHROMIUM names one"
    return {**browser_type_launch_args, "executable_path": str(found)}


@pytest.fixture(scope="session")
def served(portal_of_all: Flask) -> Iterator[Served]:
    """The portal of this process, for the browser."""
    served = Served(portal_of_all)
    yield served
    served.stop()


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    """The contexts of the browser of this process."""
    return Contexts(browser)


@pytest.fixture
def windows(contexts: Contexts, served: Served, portal: Flask) -> Iterator[Windows]:
    """Opens windows on the portal, with the demo world as it was in the beginning."""
    assert portal is served.app
    windows = Windows(contexts, served)
    yield windows
    assert windows.end() == []


@pytest.fixture
def reset(portal: Flask, service: RunningService) -> Reset:
    """Brings back the demo world as it was, with nothing known of it."""

    def begin() -> None:
        service.reset()
        store = get_portal(portal).store
        for token in TOKENS.values():
            store.responses.forget(store.keys.owner_of(token), EVERYTHING)
        forget_known(portal)
        forget_changes(portal)

    return begin


@pytest.fixture
def anew(windows: Windows, reset: Reset) -> Reset:
    """For a test that does the same in several ways: closes all windows, and resets."""

    def begin() -> None:
        assert windows.end() == []
        reset()

    return begin


@pytest.fixture
def windows_on(contexts: Contexts, served: Served) -> Iterator[WindowsOn]:
    """Opens windows on a portal of the test's own, which answers in place of the usual one."""
    usual, opened = served.app, []

    def on(app: Flask) -> Windows:
        served.app = app
        opened.append(Windows(contexts, served))
        return opened[-1]

    yield on
    problems = [problem for windows in opened for problem in windows.end()]
    served.app = usual
    assert problems == []


@pytest.fixture
def page(windows: Windows) -> Page:
    """Alice at her desk."""
    return windows.open("Alice")


@pytest.fixture
def plain_page(windows: Windows) -> Page:
    """Alice on a phone that runs no scripts."""
    return windows.open("Alice", scripts=False, width=PHONE)
