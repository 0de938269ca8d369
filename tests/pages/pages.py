"""The browser of the tests: opens pages as a person would, and checks the rules of the house on each of them."""

from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Any
from urllib.parse import urlencode, urlsplit
from xml.etree.ElementTree import Element

from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from tests.pages import headers, rules
from tests.pages.document import Document, text_of
from tests.pages.filling import File, Files, Pairs, Value, controls_of, filled
from tests.pages.page import Page

MAX_REDIRECTS = 5
NO_BODY = {204, 304}


class Pages:
    """One browser, with its cookies. `page` is the one that it shows.

    `boosted` lets it ask as htmx does for a whole page. All that is opened is checked: see `rules` and `headers`.
    """

    def __init__(self, app: Flask, *, https: bool = False, boosted: bool = False, agent: str = "Tests") -> None:
        self.client = app.test_client()
        self.page: Page | None = None
        self.app = app
        self._https = https
        self._origin = "https://localhost" if https else "http://localhost"
        self._sent: dict[str, str] = {"User-Agent": agent, "Sec-Fetch-Site": "same-origin"}
        if boosted:
            self._sent |= {"HX-Request": "true", "HX-Boosted": "true"}

    def get(self, address: str, *, follow: bool = True, headers: Mapping[str, str] | None = None) -> Page:
        """Open an address; redirects are followed."""
        return self._open("GET", address, None, headers or {}, None, follow=follow)

    def post(
        self,
        address: str,
        values: Mapping[str, str] | Pairs,
        *,
        csrf: bool = True,
        follow: bool = True,
        headers: Mapping[str, str] | None = None,
        files: Files | None = None,
    ) -> Page:
        """Send values that no form need have; `csrf` adds this browser's own token to them.

        `files` are sent with them by the names of their inputs, in the encoding that can, also where there are none.
        """
        pairs = list(values.items()) if isinstance(values, Mapping) else values
        if csrf:
            pairs = [*pairs, ("csrf_token", self.csrf_token())]
        sent = {"Origin": self._origin, **(headers or {})}
        return self._open("POST", address, pairs, sent, files, follow=follow)

    def submit(
        self,
        action: str,
        values: Mapping[str, Value] | None = None,
        /,
        *,
        press: str | None = None,
        forged: Mapping[str, str] | None = None,
        follow: bool = True,
        **more: Value,
    ) -> Page:
        """Fill in the form of the page with this action, and send it; `forged` replaces hidden inputs."""
        given = {**(values or {}), **more}
        form = self.form(action, given, press)
        files = {name: value for name, value in given.items() if isinstance(value, File)}
        typed = {name: value for name, value in given.items() if name not in files}
        pairs = filled(self.shown.document, form, typed, press)
        pairs = [(name, (forged or {}).get(name, value)) for name, value in pairs]
        if form.get("method") == "get":
            return self.get(f"{action}?{urlencode(pairs)}", follow=follow)
        with_files = form.get("enctype") == "multipart/form-data"
        return self.post(
            form.get("action", action), pairs, csrf=False, follow=follow, files=files if with_files else None
        )

    def fill_in(
        self, action: str, values: Mapping[str, Value] | None = None, /, *, press: str | None = None, **more: Value
    ) -> Page:
        """Open the page that has a form for its own address, fill the form in, and send it."""
        self.get(action)
        return self.submit(action, {**(values or {}), **more}, press=press)

    def confirm(self, action: str, **more: Value) -> Page:
        """Save what is shown for review."""
        assert self.shown.h1 == "Review your changes", self.shown.h1
        return self.submit(action, more, press="Save changes")

    def save(self, action: str, values: Mapping[str, Value] | None = None, **more: Value) -> Page:
        """Submit, and save what is then shown for review."""
        shown = self.submit(action, {**(values or {}), **more})
        return self.confirm(action) if shown.h1 == "Review your changes" else shown

    def send_again(self, action: str) -> Page:
        """Send what a receipt shows once more."""
        return self.submit(action, press="Send again")

    def open_input(self, action: str) -> Page:
        """Open what a receipt shows in its form."""
        return self.submit(action, press="Open my input again")

    def form(self, action: str, given: Mapping[str, Value], press: str | None = None) -> Element:
        """The form of the page with this action that has these inputs and, if one is named, this button."""
        forms = [each for each in self.shown.forms_to(action) if given.keys() <= self._asked_for_in(each)]
        named = [each for each in forms if any(text_of(button) == press for button in each.iter("button"))]
        forms = named or forms
        assert forms, f"{self.shown.address} has no form to {action} with {sorted(given)}"
        return forms[0]

    def _asked_for_in(self, form: Element) -> set[str | None]:
        """The names of what a person can fill in."""
        found = controls_of(self.shown.document, form)
        return {control.get("name") for control in found if control.get("type") != "hidden"}

    def swap(self, address: str, target: str, sent: Mapping[str, str] | None = None) -> Page:
        """Let htmx put the answer in place of the element with the id `target`; the page with it is checked.

        With `sent` it posts these values.
        """
        shown = self.shown.document
        asked = {"HX-Request": "true", "HX-Target": target, "HX-Current-URL": self._origin + self.shown.address}
        pairs = None if sent is None else [*sent.items(), ("csrf_token", self.csrf_token())]
        response = self._send("GET" if sent is None else "POST", address, pairs, asked)
        part = Document(response.get_data(as_text=True), part=True)
        assert [each.get("id") for each in part.root] == [target]
        _all_well(f"#{target} of {address}", rules.broken(part, part=True))
        shown.put_in_place_of(shown.by_id[target], part)
        _all_well(f"{self.shown.address} with #{target} of {address}", rules.broken(shown))
        return Page(response)

    def csrf_token(self) -> str:
        """The token that the pages of this browser carry."""
        page = self.page or self.get("/sessions")  # which asks nothing of the API
        return page.document.with_attribute("name", "csrf_token")[0].attrib["value"]

    def sign_in(self, token: str) -> "Pages":
        """Sign in as a person does."""
        self.get("/sign-in")
        page = self.submit("/sign-in", token=token, follow=False)
        assert page.status == 303, page.problems
        self.page = None
        return self

    @property
    def shown(self) -> Page:
        """The page that is open."""
        assert self.page is not None, "open a page first"
        return self.page

    def _open(
        self,
        method: str,
        address: str,
        data: Pairs | None,
        extra: Mapping[str, str],
        files: Files | None,
        *,
        follow: bool,
    ) -> Page:
        came_from: tuple[str, ...] = ()
        response = self._send(method, address, data, extra, files)
        while follow and response.status_code in {301, 302, 303, 307, 308}:
            assert len(came_from) < MAX_REDIRECTS, f"{address} leads in a circle: {came_from}"
            came_from = (*came_from, address)
            address = response.headers["Location"].partition("#")[0]
            response = self._send("GET", address, None, {})
        page = Page(response, came_from)
        if response.mimetype == "text/html" and response.status_code not in {*NO_BODY, 303}:
            self._check(page)
            self.page = page
        return page

    def _send(
        self, method: str, address: str, data: Pairs | None, extra: Mapping[str, str], files: Files | None = None
    ) -> TestResponse:
        opened = [(name, (BytesIO(file.content), file.name)) for name, file in (files or {}).items()]
        fields: Any = MultiDict([*data, *opened]) if data is not None else None
        sent = {**self._sent, **extra}
        kind = None if files is None else "multipart/form-data"
        response = self.client.open(
            address,
            method=method,
            data=fields,
            headers=sent,
            base_url=self._origin,
            buffered=True,
            content_type=kind,
        )
        response.request.environ["wsgi.input"].close()  # with a large file in it, it is a file itself
        _all_well(f"{method} {address}", headers.broken(response, https=self._https))
        return response

    def _check(self, page: Page) -> None:
        adapter = self.app.create_url_adapter(None) or self.app.url_map.bind(urlsplit(self._origin).netloc)
        _all_well(f"{page.address} ({page.status})", rules.broken(page.document), rules.lost(page.document, adapter))


def _all_well(what: str, *problems: Iterable[str]) -> None:
    found = [problem for several in problems for problem in several]
    assert not found, f"{what}: {'; '.join(found)}"
