"""Browser names from User-Agent headers, to tell a person's sessions apart."""

from masthead.i18n import N_, gettext

# Each names itself after those that it wants to be taken for, so the first that is found counts.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", N_("an iPhone")),
    ("iPad", N_("an iPad")),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def browser_name(header: str) -> str:
    """Name the browser: `Firefox on Windows`; unknown headers are returned as they are."""
    browser = next((name for mark, name in BROWSERS if mark in header), None)
    system = next((name for mark, name in SYSTEMS if mark in header), None)
    if browser is None:
        return header or gettext("Unknown browser")
    return gettext("%(browser)s on %(system)s", browser=browser, system=gettext(system)) if system else browser
