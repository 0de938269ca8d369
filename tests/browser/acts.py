"""What somebody does on a page before it is looked at, where it takes more than filling in a form."""

from playwright.sync_api import Locator, Page, expect

# Selects every option in turn, and names those that have too little room.
CUT_OPTIONS = """selects => selects.flatMap(select => [...select.options].filter(option => {
  select.value = option.value;
  const style = getComputedStyle(select);
  const context = document.createElement("canvas").getContext("2d");
  context.font = style.font;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return context.measureText(option.text).width > room + 1;
}).map(option => `${select.id}: ${option.text}`))"""


def toasts(page: Page) -> Locator:
    """Where a page tells what was done, and a screen reader hears it."""
    return page.locator("[role=status].toasts").filter(has=page.locator("[data-toast]")).last


def settled(page: Page) -> Page:
    """The page once htmx has put its parts in place: a moment after they are seen, the focus moves to the message."""
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)
    return page


def open_filters(page: Page) -> None:
    """Open the filters of a list where they are folded, as on a phone."""
    fold = page.locator(".filters-fold > summary")
    if fold.is_visible():
        fold.click()


def choose(page: Page, label: str, title: str) -> None:
    """Choose a thing that the page offers under its title: of a list, or where scripts run by searching for it."""
    picker = page.get_by_role("combobox", name=label, exact=True)
    if picker.evaluate("box => box.localName") == "select":
        picker.select_option(title)
        return
    picker.fill(title)
    page.get_by_role("listbox", name=label, exact=True).get_by_role("option").filter(has_text=title).first.click()
    expect(picker).to_have_value(title)


def forgetting_all(page: Page) -> None:
    """Begin as somebody who has seen nothing."""
    page.goto("/sessions")
    page.get_by_role("button", name="Clear names").click()
    # Whoever leaves before the answer takes back the call.
    expect(toasts(page).get_by_text("The names were cleared.")).to_be_visible()


def opening_menus(page: Page) -> None:
    """Open all of them; the organizations come from the portal then."""
    page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true })")
    expect(page.locator("#organizations-switcher").get_by_text("Organization 0001")).to_be_visible()


def choosing_sites(page: Page) -> None:
    """Tick all sites of the page, and ask who shall read them."""
    page.goto("/orgs/org_larkfield/sites")
    page.get_by_role("checkbox", name="Select all sites on this page").check()
    page.get_by_role("button", name="Who can read them…").click()


def opening_sites(page: Page) -> None:
    """Let everybody read all of them, without the name that it takes."""
    choosing_sites(page)
    page.get_by_role("radio", name="Public").check()
    page.get_by_role("button", name="Review changes").click()
    page.get_by_role("button", name="Apply the changes").click()
    expect(page.locator("[data-problems]")).to_be_visible()


def creating_bulk_change(page: Page) -> None:
    """Let nobody read them but with a secret link: a bulk change does it."""
    choosing_sites(page)
    page.get_by_role("radio", name="Share link").check()
    page.get_by_role("button", name="Review changes").click()
    page.get_by_role("button", name="Apply the changes").click()
    expect(page.get_by_role("heading", name="Done")).to_be_visible()


def listing_bulk_changes(page: Page) -> None:
    """Look at all bulk changes, once there is one."""
    creating_bulk_change(page)
    page.get_by_role("navigation", name="Breadcrumb").get_by_role("link", name="Bulk changes").click()
    expect(page.get_by_role("table")).to_be_visible()


def looking_at_a_step(page: Page) -> None:
    """Open the first step of a bulk change."""
    creating_bulk_change(page)
    page.get_by_text("Technical log").click()
    page.get_by_role("rowheader").first.get_by_role("link").click()
    expect(page.get_by_text("Change 1 of")).to_be_visible()
