"""Windows of a real browser, each signed in as one of the demo people, and watched for what goes wrong in it."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal
from weakref import WeakKeyDictionary

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page

from blueprints.account import DEMO_PEOPLE
from masthead.web.person.portal import get_portal
from tests.browser.served import EMPTY, Served
from tests.browser.watch import TOO_WIDE, Watch
from tests.portals import session_of

DESK, PHONE = 1280, 375
HEIGHT = 800
PATIENCE = 20_000  # ms; a machine that is busy is no failure
TOKENS = {person.name: person.token for person in DEMO_PEOPLE}
Cookie = tuple[str, str]
Reset = Callable[[], None]
"""Brings back the demo world as it was, with nothing known of it."""
WindowsOn = Callable[[Flask], "Windows"]
"""Makes the windows on a portal of the test's own."""


@dataclass
class Contexts:
    """The contexts of a browser, which are used again: a page finds its scripts and styles in their caches."""

    browser: Browser
    _idle: dict[tuple[str, bool], list[tuple[BrowserContext, Watch]]] = field(default_factory=lambda: defaultdict(list))
    _sessions: WeakKeyDictionary[Flask, dict[str, Cookie]] = field(default_factory=WeakKeyDictionary)

    def take(self, url: str, *, scripts: bool) -> tuple[BrowserContext, Watch]:
        """A context without cookies and permissions, and without pages or with an empty one."""
        idle = self._idle[url, scripts]
        context, watch = idle.pop() if idle else self.create(url, scripts=scripts)
        watch.begin()
        return context, watch

    def create(self, url: str, *, scripts: bool, **options: Any) -> tuple[BrowserContext, Watch]:  # noqa: ANN401 - Playwright's own
        """A new context with these options."""
        context = self.browser.new_context(base_url=url, java_script_enabled=scripts, **options)
        context.set_default_timeout(PATIENCE)
        return context, Watch(context, scripts=scripts)

    def give_back(
        self, url: str, context: BrowserContext, watch: Watch, *, scripts: bool, keep_a_page: bool = False
    ) -> None:
        """Leave nothing in it but its cache, and with `keep_a_page` an empty page in its process."""
        kept = context.pages[:1] if keep_a_page else []
        for page in context.pages[len(kept) :]:
            page.close()
        for page in kept:
            page.goto(EMPTY)
            page.emulate_media(color_scheme="null", reduced_motion="null")
        context.unroute_all()
        context.set_offline(offline=False)
        context.clear_permissions()
        context.clear_cookies()
        self._idle[url, scripts].append((context, watch))

    def session_of(self, app: Flask, person: str) -> Cookie:
        """The cookie of a session of this person, which is used again until a test ends it."""
        sessions = self._sessions.setdefault(app, {})
        if person not in sessions or not get_portal(app).store.sessions.load(sessions[person][1]):
            sessions[person] = session_of(app, TOKENS[person])
        return sessions[person]


@dataclass
class _Window:
    context: BrowserContext
    watch: Watch
    scripts: bool
    is_used_again: bool


class Windows:
    """Opens windows on a portal; `end` closes them and answers what went wrong in them."""

    def __init__(self, contexts: Contexts, served: Served) -> None:
        self.url = served.url
        self._contexts = contexts
        self._served = served
        self._open: list[_Window] = []

    def open(
        self,
        person: str | None = None,
        *,
        scripts: bool = True,
        width: int = DESK,
        reduced_motion: Literal["no-preference", "reduce"] | None = None,
        color_scheme: Literal["light", "dark"] | None = None,
        own: bool = False,
        clock: bool = False,
        **options: Any,  # noqa: ANN401 - Playwright's own
    ) -> Page:
        """An empty page; `person` is the name on a button of the sign-in page, None a visitor.

        With `clock`, its time passes when the test says so. That and all `options` are those of a context of its own,
        as is what a test does to a context that cannot be taken back: `own` says so.
        """
        if own or clock or options:
            window = _Window(*self._contexts.create(self.url, scripts=scripts, **options), scripts, is_used_again=False)
        else:
            window = _Window(*self._contexts.take(self.url, scripts=scripts), scripts, is_used_again=True)
        self._open.append(window)
        if person:
            name, value = self._contexts.session_of(self._served.app, person)
            window.context.add_cookies(
                [{"name": name, "value": value, "url": self.url, "httpOnly": True, "sameSite": "Lax"}]
            )
        page = window.context.pages[0] if window.context.pages else window.context.new_page()
        page.set_viewport_size({"width": width, "height": HEIGHT})
        if reduced_motion or color_scheme:
            page.emulate_media(reduced_motion=reduced_motion, color_scheme=color_scheme)
        if clock:
            page.clock.install()
        return page

    @contextmanager
    def expecting_trouble(self) -> Iterator[None]:
        """What goes wrong within is what the test is about."""
        with ExitStack() as stack:
            for window in self._open:
                stack.enter_context(window.watch.expecting_trouble())
            yield

    def end(self, *, keep_a_page: bool = False) -> list[str]:
        """Close all windows. What went wrong in them; the last page of each has to fit a phone too.

        With `keep_a_page`, whoever opens the next window gets the first page of one of these, with nothing in it.
        """
        problems = []
        for window in self._open:
            for page in window.context.pages:
                page.wait_for_load_state()
                page.set_viewport_size({"width": PHONE, "height": HEIGHT})
                if page.evaluate(TOO_WIDE):
                    problems.append(f"{page.url} does not fit a phone")
            problems += window.watch.problems
            if window.is_used_again:
                self._contexts.give_back(
                    self.url, window.context, window.watch, scripts=window.scripts, keep_a_page=keep_a_page
                )
            else:
                window.context.close()
        self._open.clear()
        return problems
