"""Watches a browser's pages for what goes wrong without showing: errors, blocked or missing files, a page too wide."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response, WebError, expect

# Chromium's own word for an answer of 400 or more; the answers themselves are looked at in `_answered`.
NETWORK_LINE = re.compile(r"Failed to load resource: the server responded with a status of \d+ .*")
LEFT_BEHIND = "net::ERR_ABORTED"  # the person went on before the answer was there
BLOCKED = "policy: "
"""How a page tells that the browser refused something of it by the Content-Security-Policy."""
PAGES = {"document", "xhr", "fetch"}
BY_HTMX = """
const look = () => {
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) console.error(`${location.pathname} is ${root.scrollWidth} px wide`);
  if (document.querySelectorAll("main").length > 1) console.error(`${location.pathname} has a page within it`);
};
addEventListener("load", look);
addEventListener("htmx:afterSettle", look);
addEventListener("securitypolicyviolation", (event) => {
  const { violatedDirective, blockedURI, sourceFile, lineNumber, columnNumber } = event;
  const at = event.target === document ? "" : ` at ${event.target.outerHTML?.slice(0, 200)}`;
  console.error(`policy: ${violatedDirective} ${blockedURI} by ${sourceFile}:${lineNumber}:${columnNumber}${at}`);
});
"""
UNDER_WAY = ".htmx-request"
"""Elements whose request htmx is waiting for."""
TOO_WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
SERVER_ERROR = 500
REFUSED = 400


class Watch:
    """All pages of a browser context. `problems` is what was seen so far."""

    def __init__(self, context: BrowserContext, *, scripts: bool) -> None:
        self.problems: list[str] = []
        self._expects_trouble = False
        self._context = context
        context.on("console", self._told)
        context.on("weberror", self._failed)
        context.on("requestfailed", self._unanswered)
        context.on("response", self._answered)
        if scripts:
            context.add_init_script(BY_HTMX)
        else:
            context.on("page", lambda page: page.on("load", self._loaded))

    def begin(self) -> None:
        """Forget what a test before saw and expected."""
        self.problems.clear()
        self._expects_trouble = False

    @contextmanager
    def expecting_trouble(self) -> Iterator[None]:
        """What goes wrong within is what the test is about."""
        self._expects_trouble = True
        yield
        for page in self._context.pages:
            expect(page.locator(UNDER_WAY)).to_have_count(0)  # a message that stood there before says nothing of it
            page.evaluate("0")  # what its scripts said until now comes before this answer
        self._expects_trouble = False

    def _note(self, problem: str) -> None:
        if not self._expects_trouble:
            self.problems.append(problem)

    def _told(self, message: ConsoleMessage) -> None:
        if message.text.startswith(BLOCKED):  # whatever else a test is about
            self.problems.append(message.text)
        elif message.type in {"error", "warning"} and not NETWORK_LINE.fullmatch(message.text):
            self._note(f"console: {message.text}")

    def _failed(self, error: WebError) -> None:
        self._note(f"script: {error.error.message}")

    def _unanswered(self, request: Request) -> None:
        if request.failure != LEFT_BEHIND:
            self._note(f"{request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        is_page = response.request.resource_type in PAGES
        if response.status == SERVER_ERROR or (response.status >= REFUSED and not is_page):
            self._note(f"{response.url}: {response.status}")

    def _loaded(self, page: Page) -> None:
        if page.evaluate(TOO_WIDE):
            self._note(f"{page.url} is too wide")
