"""What a person does on pages of the portal, one thing each."""

from collections.abc import Callable

from tests.pages.page import Page
from tests.pages.pages import Pages

ORG = "/orgs/org_larkfield"
Doing = Callable[[Pages], Page]


def opened(*addresses: str) -> Doing:
    """Open one after the other."""
    return lambda alice: [alice.get(address) for address in addresses][-1]


def sent(address: str, action: str = "", **values: str) -> Doing:
    def doing(alice: Pages) -> Page:
        alice.get(address)
        return alice.submit(action or address, dict(values))

    return doing


def pressed(address: str, action: str, button: str) -> Doing:
    def doing(alice: Pages) -> Page:
        alice.get(address)
        return alice.submit(action, press=button)

    return doing


def confirmed(address: str, action: str, button: str, confirm: str) -> Doing:
    """Press the button of a row, and the one of the page that asks."""

    def doing(alice: Pages) -> Page:
        alice.get(address)
        alice.submit(action, press=button)
        return alice.submit(action, press=confirm)

    return doing


def arranged(site: str, path: str, press: str, **values: str) -> Doing:
    """Do one thing in a draft of the structure, and apply it."""

    def doing(alice: Pages) -> Page:
        structure = f"{ORG}/sites/{site}/structure"
        alice.get(structure + path)
        alice.submit(structure, {name.replace("_", "-"): value for name, value in values.items()}, press=press)
        alice.get(f"{structure}/review")
        shown = alice.submit(f"{structure}/review", press="Apply")
        while "Continue" in shown.buttons:
            shown = alice.submit(shown.path, press="Continue")
        return shown

    return doing
