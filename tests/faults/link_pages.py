"""An API with a space of many pages, some of whose links are broken; pages may vanish while they are read."""

import json
import re
from collections import Counter
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.faults import faults
from tests.faults.hostile import Fault, Talk

PAGES = re.compile(r"/v1/spaces/(?P<space>[^/]+)(?:/change-requests/(?P<request>[^/]+))?/content/pages")
LINKS = re.compile(
    r"/v1/spaces/(?P<space>[^/]+)(?:/change-requests/(?P<request>[^/]+))?/content/page/(?P<page>[^/]+)/links"
)
EVERY = 10
"""One page in so many links to what is gone."""


def page_id(number: int) -> str:
    return f"page_{number:05}"


class LinkPages:
    """Answers for the content of spaces: `count` pages each; `links` are those of a page, by its id, where it has some.

    `asked` counts what was asked for each page; `gone` are pages that vanished, `garbled` those with an
    answer that nobody can read; `refused` are spaces whose pages may not be listed; `requests` are the links of change
    requests, by number; `before` happens before each answer.
    """

    def __init__(self, count: int = 10) -> None:
        self.count = count
        self.asked: Counter[str] = Counter()
        self.gone: set[str] = set()
        self.garbled: set[str] = set()
        self.refused: set[str] = set()
        self.links: dict[str, list[dict[str, Any]]] = {}
        self.requests: dict[str, dict[str, list[dict[str, Any]]]] = {}
        self.app_address = "https://app.example/p"
        self.before: list[Fault] = []

    def answers(self, talk: Talk) -> bool | None:
        """Answer what is about content; None for any other request."""
        path = talk.asked.path
        lists, links = PAGES.fullmatch(path), LINKS.fullmatch(path)
        if not lists and not links:
            return None
        if self.before:
            return self.before.pop(0)(talk)
        if lists:
            is_refused = lists["space"] in self.refused
            return (faults.answer(403) if is_refused else _json({"pages": self._tree()}))(talk)
        assert links
        self.asked[links["page"]] += 1
        if links["page"] in self.gone:
            return faults.answer(404, b'{"error": {"message": "Not found", "code": 404}}')(talk)
        if links["page"] in self.garbled:
            return faults.answer(body=b"garbage")(talk)
        return _json(self._links(links["page"], links["request"] or "", talk.asked.target))(talk)

    def fault(self, talk: Talk) -> bool:
        """The same, alone."""
        answered = self.answers(talk)
        return talk.pass_on() if answered is None else answered

    def _tree(self) -> list[dict[str, Any]]:
        """Chapters of a hundred pages, each below the first of them."""
        pages = [self._page(number) for number in range(self.count)]
        chapters = pages[::100]
        for first, chapter in zip(range(0, self.count, 100), chapters, strict=True):
            chapter["pages"] = pages[first + 1 : first + 100]
        return chapters

    def _page(self, number: int) -> dict[str, Any]:
        own = page_id(number)
        app = {"app": f"{self.app_address}/{own}"}
        return {"id": own, "title": f"Page {number}", "type": "document", "path": f"pages/{own}", "urls": app}

    def _links(self, page: str, request: str, target: str) -> dict[str, Any]:
        own = self.requests.get(request, self.links)
        links = own.get(page, [broken("page", "gone")] if int(page[-1:] or 0) % EVERY == 0 else [])
        number = int(parse_qs(urlsplit(target).query).get("page", ["0"])[0])
        limit = 2
        more = {"next": {"page": str(number + 1)}} if len(links) > (number + 1) * limit else {}
        items = links[number * limit : (number + 1) * limit]
        stats = {"total": len(links) + 3, "broken": {"total": len(links), "changeRequest": 0}}
        return {"items": items, "count": len(links), "stats": stats, **more}


def broken(kind: str, id_: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - as JSON has them
    """A broken link to something, or to an address."""
    reference = {"kind": kind, **({"url": id_} if kind == "url" else {kind: id_}), **more}
    return {"status": "broken", "relation": "reference", "targetReference": reference, "locationReferences": []}


def _json(told: Any) -> Fault:  # noqa: ANN401 - JSON
    return faults.answer(body=json.dumps(told).encode())
