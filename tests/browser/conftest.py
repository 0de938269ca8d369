"""Chromium, the portal that it reaches over HTTP, and the people of the demo world in it."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, StorageState, expect

from scripts import chromium
from tests.browser.served import Served
from tests.browser.windows import PATIENCE, PHONE, States, Windows
from web.person.portal import portal_of

expect.set_options(timeout=PATIENCE)
HERE = Path(__file__).parent


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
def states() -> States:
    """What signing in left in the browser, by portal and person."""
    return {}


@pytest.fixture
def windows(browser: Browser, served: Served, states: States, portal: Flask) -> Iterator[Windows]:
    """Opens windows on the portal, with the demo world as it was in the beginning."""
    assert portal is served.app
    for each in [each for each in states if each[0] == served.url and not _is_signed_in(portal, states[each])]:
        del states[each]  # a test ended that session: whoever opens a window signs in again
    windows = Windows(browser, served.url, states)
    yield windows
    assert windows.end() == []


def _is_signed_in(portal: Flask, state: StorageState) -> bool:
    """Whether the session that a sign-in left in the browser is still there."""
    cookies = [str(each["value"]) for each in state["cookies"] if each["name"] == "masthead"]
    return any(portal_of(portal).store.sessions.load(each) for each in cookies)


@pytest.fixture
def page(windows: Windows) -> Page:
    """Alice at her desk."""
    return windows.open("Alice")


@pytest.fixture
def plain_page(windows: Windows) -> Page:
    """Alice on a phone that runs no scripts."""
    return windows.open("Alice", scripts=False, width=PHONE)


@pytest.fixture(params=["page", "plain_page"])
def each_page(request: pytest.FixtureRequest) -> Page:
    """Alice, with scripts and without."""
    page: Page = request.getfixturevalue(request.param)
    return page


@pytest.fixture(params=["with scripts", "without scripts"])
def each_visitor(request: pytest.FixtureRequest, windows: Windows) -> Page:
    """Somebody who has not signed in, with scripts and without."""
    if request.param == "with scripts":
        return windows.open()
    return windows.open(scripts=False, width=PHONE)


@pytest.fixture(params=["with scripts", "without scripts"])
def somebody(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """Somebody who has not signed in, at the portal of the `company` of the test's file; with scripts and without."""
    windows = Windows(browser, request.getfixturevalue("company").portal.url, {})
    yield windows.open() if request.param == "with scripts" else windows.open(scripts=False, width=PHONE)
    assert windows.end() == []
