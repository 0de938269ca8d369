"""The structure of the demo sites, as tests of one or two people draft and apply changes of it."""

from collections.abc import Mapping
from typing import Any

from tests.bulk_changes import BULK_CHANGES
from tests.pages.filling import Value
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "org_larkfield"
HELP = f"/orgs/{ORG}/sites/site_help/structure"
DOCS = f"/orgs/{ORG}/sites/site_docs/structure"
REVIEW = f"{DOCS}/review"
API = f"/v1/orgs/{ORG}/sites"
GROUPS = f"{API}/site_docs/section-groups"
SPACES = f"{API}/site_help/site-spaces"
HELP_SPACES = ["sitespace_help_start", "sitespace_help_guide", "sitespace_help_releases"]
START, GUIDE, RELEASES = HELP_SPACES
QUICK, WAREHOUSE, REFERENCE = "sitespace_docs_start", "sitespace_docs_warehouse", "sitespace_docs_api"
SHIPPING_GUIDE, PARTNERS = "sitespace_docs_guide", "sitespace_docs_partners"
SHIPPING, API_SECTION = "section_guide", "section_api"
PRODUCT, DEVELOPERS = "group_product", "group_developers"
LENA = "demo-lena"
BOTH_CHANGED = "Your draft and the site changed the same thing"
SITE_CHANGED = "The structure changed since you began your draft"
PAGE_IS_OLDER = "This structure changed since you opened the page"
USE = "Use these choices"
CHOICES_USED = ["Your draft includes your choices. Nothing is applied yet."]


def rows(page: Page, line: str) -> list[str]:
    """The items of one line, in their order."""
    (found,) = page.document.with_attribute("data-line", line)
    return [each.attrib["data-item"] for each in found if "data-item" in each.attrib]


def order(page: Page) -> list[str]:
    """The spaces in the tree, as they stand."""
    return [each.get("data-item", "") for each in page.document.with_attribute("data-kind", "space")]


def hidden(page: Page, name: str) -> dict[str, str]:
    """What a hidden input of the page sends along, to say what the page shows."""
    return {name: page.document.with_attribute("name", name)[0].attrib["value"]}


def draft(pages: Pages, site: str = DOCS, /, **fields: str) -> Page:
    """Open a site and send what a button of its page does."""
    pages.get(site)
    return pages.post(site, fields)


def into(pages: Pages, item: str, section: str) -> Page:
    return draft(pages, do="move", item=item, where=f"into section:{section}")


def sent(pages: Pages, lines: dict[str, list[str]]) -> Page:
    """Send an order of the help centre as numbers of its rows."""
    return draft(pages, HELP, do="positions", **numbered(lines["section:"]))


def numbered(line: list[str]) -> dict[str, str]:
    return {f"at-0-{item}": str(number) for number, item in enumerate(line, 1)}


def placed(line: str, item: str, after: str = "") -> dict[str, str]:
    """What a script sends for a row that was put behind another one, or first."""
    return {"do": "place", "line": line, "item": item, "after": after}


def edit(
    pages: Pages,
    item: str,
    typed: Mapping[str, Value] | None = None,
    /,
    *,
    press: str = "Save to draft",
    **more: Value,
) -> Page:
    """Fill in the sheet of a space or group of either site, and send it."""
    site = HELP if item in HELP_SPACES else DOCS
    pages.get(f"{site}/item/{item}")
    return pages.submit(site, {**(typed or {}), **more}, press=press)


def add_group(pages: Pages, title: str, **typed: Value) -> Page:
    pages.get(f"{DOCS}/add?what=group")
    return pages.submit(DOCS, typed, title=title, press="Add group")


def started(pages: Pages, site: str = DOCS, **typed: Value) -> Page:
    """The page after the draft was applied, before anything is carried on."""
    (button,) = [each for each in pages.get(f"{site}/review").buttons if each.startswith("Apply")]
    return pages.submit(f"{site}/review", typed, press=button)


def run(pages: Pages, page: Page) -> Page:
    """The bulk change, as far as it goes by itself."""
    for _ in range(8):
        if "Continue" not in page.buttons:
            break
        page = pages.submit(page.path, press="Continue")
    return page


def on_board(pages: Pages, site: str = DOCS) -> Page:
    """Press the button of the board that applies what it lists."""
    (button,) = pages.shown.document.with_attribute("formaction", f"{site}/review")
    return pages.post(f"{site}/review", hidden(pages.shown, "form_key") | {"reviewed": button.attrib["value"]})


def applied_on(pages: Pages, site: str) -> Page:
    """The bulk change of the draft, as far as it goes by itself."""
    return run(pages, started(pages, site))


def begin_undo(pages: Pages, number: int = 1) -> Page:
    """The page of the undo of a bulk change, which was not started."""
    pages.get(f"{BULK_CHANGES}/{number}")
    return pages.submit(f"{BULK_CHANGES}/{number}", press="Undo bulk change")


def undone(pages: Pages, number: int = 1) -> Page:
    page = begin_undo(pages, number)
    if "Apply the changes" not in page.buttons:
        return page
    return run(pages, pages.submit(page.path, press="Apply the changes"))


def review_left(pages: Pages, site: str = HELP, number: int = 1) -> Page:
    """The draft of what a bulk change did not bring about."""
    pages.get(f"{BULK_CHANGES}/{number}")
    return pages.submit(f"{site}/again", press="Review remaining changes")


def with_path(pages: Pages, item: str, path: str) -> Page:
    edit(pages, item, path=path)
    return applied_on(pages, HELP if item in HELP_SPACES else DOCS)


def call(service: RunningService, method: str, address: str, body: dict[str, Any] | None = None) -> Any:  # noqa: ANN401 - JSON
    """What somebody does through the API; `address` begins with the site."""
    answer = ask(service, ALICE, method, f"{API}/{address}", body)
    assert answer.status_code < 300, answer.get_data(as_text=True)
    return answer.get_json(silent=True)


def set_path(service: RunningService, item: str, path: str) -> None:
    site = "site_help" if item in HELP_SPACES else "site_docs"
    call(service, "PATCH", f"{site}/site-spaces/{item}", {"path": path})


def remove(service: RunningService, item: str) -> None:
    site = "site_help" if item in HELP_SPACES else "site_docs"
    call(service, "DELETE", f"{site}/site-spaces/{item}")


def name_group(service: RunningService, group: str, title: str) -> None:
    call(service, "PATCH", f"site_docs/section-groups/{group}", {"title": title})


def new_group(service: RunningService, title: str, **more: str) -> str:
    return str(call(service, "POST", "site_docs/section-groups", {"title": title} | more)["id"])


def move(service: RunningService, space: str, after: str, site: str = "site_docs") -> None:
    body = {"position": {"after": {"type": "site-space", "siteSpace": after}}}
    call(service, "POST", f"{site}/site-spaces/{space}/move", body)


def look(pages: Pages) -> Page:
    """What the page is told when its window is looked at again."""
    (place,) = pages.shown.document.with_attribute("id", "structure-changes")
    address = str(place.get("hx-get"))
    if place.get("hx-include") == "#structure-pane [name=draft_shown]":
        address += f"&draft_shown={hidden(pages.shown, 'draft_shown')['draft_shown']}"
    return pages.swap(address, "structure-changes")


def both_rename(pages: Pages, service: RunningService) -> None:
    """Both rename a group, so that the page asks which title stays."""
    edit(pages, PRODUCT, title="Mine")
    name_group(service, PRODUCT, "Theirs")


def answered(pages: Pages) -> Page:
    """The page once that question is answered."""
    pages.get(DOCS)
    page = pages.submit(DOCS, {f"choice name:{PRODUCT}": "mine"}, press=USE)
    assert page.toasts == CHOICES_USED
    assert "The group Theirs is renamed to Mine" in page.main
    return page
