"""The states that each page can be in: who looks, at what, in which world, after doing what."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.browser import acts, worlds
from tests.browser import adaptive_states as adaptive
from tests.browser.settings_acts import changing_the_hostname, clashing, reviewing_the_hostname
from tests.world import RunningService

ORGANIZATION = "/orgs/org_larkfield"
SETTINGS, SITES, INVITE = f"{ORGANIZATION}/settings", f"{ORGANIZATION}/sites", f"{ORGANIZATION}/invites/inv_welcome"
DOCS = f"{SITES}/site_docs"
KNOWN, VIEWS, FILE = f"{ORGANIZATION}/known", f"{ORGANIZATION}/views", f"{ORGANIZATION}/file"


@dataclass(frozen=True)
class State:
    """`person` opens `path` in a world, and does something there."""

    path: str
    person: str | None = "Alice"
    world: Callable[[RunningService], None] = worlds.as_it_is
    act: Callable[[Page], None] = lambda _: None


def sending(button: str, **typed: str) -> Callable[[Page], None]:
    """Fill inputs by their ids and press a button; the page comes back with what is wrong."""

    def act(page: Page) -> None:
        for name, text in typed.items():
            page.locator(f"#{name}").fill(text)
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.locator("[data-problems]")).to_be_visible()

    return act


def choosing_admin(page: Page) -> None:
    """Ask for full administration for all who join, without the word that it takes."""
    page.get_by_role("radio", name="Admin").check()
    sending("Save access", emailDomains="gmail.com\nno domain\nhttp://larkfield.example")(page)


def reviewing(page: Page) -> None:
    """Let more people read a site, which is shown before it is sent; open the request."""
    page.get_by_role("radio", name="Share link").check()
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", name="Review your changes")).to_be_visible()
    page.get_by_text("Technical log").click()


def coming_back(page: Page) -> None:
    """Send something wrong, and open the page anew: what was typed is offered."""
    sending("Save changes", title="")(page)
    page.goto(f"{DOCS}/edit")
    expect(page.get_by_role("button", name="Show what I typed")).to_be_visible()


def renaming(page: Page) -> None:
    """Save a new title; the next page offers to undo it."""
    page.goto(f"{DOCS}/edit")
    page.locator("#title").fill("Larkfield Guide")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()


def keeping_a_draft(page: Page) -> None:
    """Send something wrong in two forms; both are among the drafts."""
    sending("Save changes", title="")(page)
    page.goto(f"{SETTINGS}")
    sending("Save profile", title="x")(page)
    page.goto("/drafts")
    expect(page.get_by_role("button", name="Open")).to_have_count(2)


def renaming_and_then(*steps: str) -> Callable[[Page], None]:
    """Save a new title, and follow these links from the site's history on."""

    def act(page: Page) -> None:
        renaming(page)
        for step in ("History", *steps):
            page.get_by_role("link", name=step, exact=True).first.click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()

    return act


def renaming_and_selecting(page: Page) -> None:
    """Save a new title, and ask to undo that with others."""
    renaming(page)
    page.goto(f"{ORGANIZATION}/journal/chosen?entry=1")
    expect(page.get_by_role("button", name="Undo these changes")).to_be_visible()


def renaming_and_its_receipt(page: Page) -> None:
    """Save a new title, and open the receipt of that."""
    renaming(page)
    page.goto(f"{ORGANIZATION}/journal/1/receipt")


def looking_inside(page: Page) -> None:
    """Wait for what comes after the overview was shown."""
    expect(page.get_by_text("6 of 7 sites", exact=False)).to_be_visible()


def renaming_and_looking(page: Page) -> None:
    """Make a change, and look at the overview, which tells and draws it."""
    renaming(page)
    page.goto(ORGANIZATION)
    page.get_by_text("Changes by day as a table").click()
    expect(page.get_by_role("table").get_by_text("Changes", exact=True)).to_be_visible()


def seeing_and_then(path: str) -> Callable[[Page], None]:
    """Look at a site, which tells of much else, and then at the directory."""

    def act(page: Page) -> None:
        page.goto(DOCS)
        page.goto(path)
        expect(page.get_by_text("of Larkfield Docs").first).to_be_visible()

    return act


def opening_the_palette(page: Page) -> None:
    """Search in the dialog."""
    page.keyboard.press("ControlOrMeta+k")
    page.keyboard.type("ware")
    expect(page.get_by_role("option").filter(has_text="Warehouse operations").first).to_be_visible()


def forgetting_and_then(path: str) -> Callable[[Page], None]:
    """Forget all, and look."""

    def act(page: Page) -> None:
        acts.forgetting_all(page)
        page.goto(path)
        expect(page.get_by_text("Nothing here yet")).to_be_visible()

    return act


def saving_a_view(page: Page) -> None:
    """Save a list under a name, and open the menu of that."""
    page.locator("#name").fill("Live sites")
    page.get_by_role("button", name="Save view").click()
    expect(page.get_by_text("The view Live sites was saved.")).to_be_visible()
    page.goto(VIEWS)
    page.locator("td.actions summary").click()
    expect(page.get_by_role("button", name="Delete")).to_be_visible()


def reviewing_a_file(page: Page) -> None:
    """Paste a file that changes, creates, lacks and asks for what can't be done."""
    sites = "[{id: site_docs, visibility: unlisted, type: premium}, {title: New}]"
    page.locator("#text").fill(f"masthead: 1\nsettings: {{title: Larkfield}}\nsites: {sites}\n")
    page.get_by_role("button", name="Review changes").click()
    expect(page.get_by_role("checkbox", name="Also delete or remove")).to_be_visible()


RENAMED = "Alice renamed the site Larkfield Docs to Larkfield Guide"

PAGES = {
    "sign-in": State("/sign-in", None),
    "organizations, one": State("/orgs"),
    "organizations, many": State("/orgs", world=worlds.many_organizations),
    "organizations, menus": State("/orgs", world=worlds.many_organizations, act=acts.opening_menus),
    "domain": State("/orgs/of-domain"),
    "domain, found": State("/orgs/of-domain?domain=larkfield.example"),
    "overview": State(ORGANIZATION, act=looking_inside),
    "overview, no site": State(ORGANIZATION, world=worlds.no_site),
    "overview, later parts": State(f"{ORGANIZATION}/today"),
    "overview, changes": State(ORGANIZATION, act=renaming_and_looking),
    "overview, trouble": State(ORGANIZATION, world=worlds.trouble),
    "settings": State(SETTINGS),
    "settings, reader": State(SETTINGS, "Bob"),
    "settings, trouble": State(SETTINGS, world=worlds.trouble),
    "settings, wrong access": State(SETTINGS, act=choosing_admin),
    "settings, after a change": State(SETTINGS, act=changing_the_hostname),
    "settings, reviewing": State(SETTINGS, act=reviewing_the_hostname),
    "settings, clash": State(SETTINGS, act=clashing),
    "settings, a part": State(f"{SETTINGS}/access"),
    "invite links": State(f"{ORGANIZATION}/invites"),
    "invite link": State(INVITE),
    "invite link, deleting": State(f"{INVITE}/delete"),
    "sites": State(SITES),
    "sites, none": State(SITES, world=worlds.no_site),
    "sites, many": State(SITES, world=worlds.many_sites),
    "sites, long title": State(SITES, world=worlds.longest_titles),
    "sites, nothing matches": State(f"{SITES}?title=zebra&published=false&space=space_api"),
    "site with sections": State(DOCS),
    "site with spaces": State(f"{SITES}/site_help"),
    "site, not published": State(f"{SITES}/site_incidents", "Charlie"),
    "site, long title": State(DOCS, world=worlds.longest_titles),
    "new site": State(f"{SITES}/new"),
    "comparing": State(f"{SITES}/site_help/compare?site=site_docs"),
    "comparing, nothing chosen": State(f"{DOCS}/compare"),
    "comparing, not there": State(f"{DOCS}/compare?site=site_lost"),
    "comparing organizations, one": State(f"{ORGANIZATION}/file/compare"),
    "comparing organizations": State(
        f"{ORGANIZATION}/file/compare?organization=org_orchard", world=worlds.alice_of_both
    ),
    "new site like another": State(f"{DOCS}/copy", act=sending("Review changes", title="")),
    "editing": State(f"{DOCS}/edit"),
    "editing, wrong": State(f"{DOCS}/edit", act=sending("Save changes", title="", basename="-", proxy="x")),
    "deleting": State(f"{DOCS}/delete"),
    "deleting, wrong": State(f"{DOCS}/delete", act=sending("Delete site", confirm="Docs")),
    "coming back": State(f"{DOCS}/edit", act=coming_back),
    "reviewing": State(f"{DOCS}/edit", act=reviewing),
    "saved": State(f"{DOCS}/edit", act=renaming),
    "going anywhere": State(f"{ORGANIZATION}/search", act=seeing_and_then(f"{ORGANIZATION}/search?q=ware")),
    "going anywhere, nothing": State("/search?q=zebra"),
    "palette": State(DOCS, act=opening_the_palette),
    "directory": State(KNOWN, act=seeing_and_then(KNOWN)),
    "directory, nothing yet": State(KNOWN, act=forgetting_and_then(KNOWN)),
    "saved views, none": State(VIEWS),
    "saved views, saving": State(f"{VIEWS}?of={SITES}"),
    "saved views": State(f"{VIEWS}?of={SITES}", act=saving_a_view),
    "organization file": State(FILE),
    "organization file, errors": State(FILE, act=sending("Review changes", text="masthead: 2\nsites: none\n")),
    "organization file, review": State(FILE, act=reviewing_a_file),
    "organization file, expired": State(f"{FILE}/expired"),
    "organization file, no drift": State(f"{FILE}/applied"),
    "directory, choosing": State(f"{KNOWN}/options?kind=space", act=seeing_and_then(f"{KNOWN}/options?kind=space")),
    "adaptive content": State(f"{DOCS}/adaptive"),
    "adaptive content, no schema": State(f"{SITES}/site_help/adaptive"),
    "adaptive content, breaking": State(
        f"{DOCS}/adaptive", "Alice", worlds.odd_conditions, adaptive.breaking_conditions
    ),
    "adaptive content, wrong JSON": State(f"{DOCS}/adaptive", act=adaptive.writing_wrong_json),
    "adaptive content, both": State(f"{DOCS}/adaptive", act=adaptive.changing_both),
    "conditions": State(f"{DOCS}/conditions", world=worlds.odd_conditions),
    "condition": State(f"{DOCS}/conditions/sitespace_docs_partners", world=worlds.odd_conditions),
    "condition, typing": State(f"{DOCS}/conditions/sitespace_docs_start", act=adaptive.typing_a_condition),
    "audience, nobody": State(f"{DOCS}/audience"),
    "audience": State(f"{DOCS}/audience", "Alice", worlds.odd_conditions, adaptive.imagining),
    "visitor, new": State(f"{DOCS}/audience/visitors/new"),
    "visitor": State(f"{DOCS}/audience/visitors/1", act=adaptive.imagining_and_opening),
    "journal": State(f"{ORGANIZATION}/journal"),
    "history": State(f"{DOCS}/edit", act=renaming_and_then()),
    "journal, a change": State(f"{ORGANIZATION}/journal/1", act=renaming_and_then(RENAMED)),
    "journal, selected": State(f"{ORGANIZATION}/journal/chosen?entry=1", act=renaming_and_selecting),
    "journal, receipt": State(f"{ORGANIZATION}/journal/1/receipt", act=renaming_and_its_receipt),
    "journal, undoing": State(f"{ORGANIZATION}/journal/1/undo", act=renaming_and_then(RENAMED, "Undo")),
    "several sites, reviewing": State(f"{ORGANIZATION}/bulk", act=acts.opening_sites),
    "bulk_changes": State(f"{ORGANIZATION}/bulk-changes", act=acts.listing_bulk_changes),
    "bulk change": State(f"{ORGANIZATION}/bulk-changes/1", act=acts.creating_bulk_change),
    "bulk change, a step": State(f"{ORGANIZATION}/bulk-changes/1/steps/1", act=acts.looking_at_a_step),
    "account": State("/sessions"),
    "drafts": State(f"{DOCS}/edit", act=keeping_a_draft),
    "service": State("/status"),
}
REFUSALS = {
    "refused, no such page": State("/nowhere"),
    "refused, not for strangers": State(ORGANIZATION, "Dana"),
    "refused, another role": State(f"{ORGANIZATION}/sso", "Bob"),
}
