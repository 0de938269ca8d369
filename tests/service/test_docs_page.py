"""The page of the API document, in a browser."""

import os
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from scripts import chromium
from service.endpoints import GROUPS
from tests.world import ALICE, RunningService

PATIENCE = 20_000
"""Milliseconds for a machine that is busy."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": str(chromium.find(os.environ))}


@pytest.mark.exhaustive
def test_a_person_tries_an_endpoint_under_the_strict_policy(world: RunningService, browser: Browser) -> None:
    page = browser.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text))
    page.on("pageerror", lambda error: complaints.append(error.message))
    page.goto(f"{world.url}/docs")
    operations = page.locator(".opblock")
    expect(operations).to_have_count(sum(len(group.endpoints) for group in GROUPS), timeout=PATIENCE)
    page.locator("button.authorize").first.click()
    page.get_by_label("Value").fill(ALICE)
    page.get_by_role("button", name="Apply credentials").click()
    page.get_by_role("button", name="Close").click()
    page.locator("#operations-Organizations-listOrganizations").click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Execute").click()
    expect(page.locator(".live-responses-table")).to_contain_text("Larkfield Freight", timeout=PATIENCE)
    page.close()
    assert complaints == []
