"""Windows of a real browser, each signed in as one of the demo people, and watched for what goes wrong in it."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, StorageState

from tests.browser.watch import TOO_WIDE, Watch

DESK, PHONE = 1280, 375
HEIGHT = 800
PATIENCE = 20_000  # ms; a machine that is busy is no failure
States = dict[tuple[str, str], StorageState]


class Windows:
    """Opens windows; `end` closes them and answers what went wrong in them.

    `states` keeps, for each portal and person, what a real sign-in left in the browser: one is enough.
    """

    def __init__(self, browser: Browser, url: str, states: States) -> None:
        self.url = url
        self._browser = browser
        self._states = states
        self._open: list[tuple[BrowserContext, Watch]] = []

    def open(self, person: str | None = None, *, scripts: bool = True, width: int = DESK, **options: Any) -> Page:  # noqa: ANN401 - Playwright's own
        """An empty page; `person` is the name on a button of the sign-in page, None a visitor."""
        context = self._browser.new_context(
            base_url=self.url,
            java_script_enabled=scripts,
            viewport={"width": width, "height": HEIGHT},
            storage_state=self._state_of(person) if person else None,
            **options,
        )
        context.set_default_timeout(PATIENCE)
        self._open.append((context, Watch(context, scripts=scripts)))
        return context.new_page()

    @contextmanager
    def expecting_trouble(self) -> Iterator[None]:
        """What goes wrong within is what the test is about."""
        with ExitStack() as stack:
            for _, watch in self._open:
                stack.enter_context(watch.expecting_trouble())
            yield

    def end(self) -> list[str]:
        """Close all windows. What went wrong in them; the last page of each has to fit a phone too."""
        problems = []
        for context, watch in self._open:
            for page in context.pages:
                page.wait_for_load_state()
                page.set_viewport_size({"width": PHONE, "height": HEIGHT})
                if page.evaluate(TOO_WIDE):
                    problems.append(f"{page.url} does not fit a phone")
            problems += watch.problems
            context.close()
        self._open.clear()
        return problems

    def _state_of(self, person: str) -> StorageState:
        known = (self.url, person)
        if known not in self._states:
            context = self._browser.new_context(base_url=self.url, java_script_enabled=False)
            page = context.new_page()
            page.goto("/sign-in?next=/sessions")  # a page that reads nothing that a test may add to
            page.get_by_role("button", name=person).click()
            page.wait_for_url("/sessions")
            self._states[known] = context.storage_state()
            context.close()
        return self._states[known]
