"""Takes the screenshots for docs/pictures/ and for the sign-in page, in a fresh demo world."""

import os
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from scripts import chromium
from scripts.check import ROOT, without_settings
from scripts.processes import print_line, run
from scripts.run import plan_programs

FOLDER = ROOT / "docs" / "pictures"
LARKFIELD = "/orgs/org_larkfield"
SITES = f"{LARKFIELD}/sites"


READING_TIMEOUT = 120_000
"""In milliseconds."""
LIST = """\
email,role
kofi@larkfield.example,owner
judith@larkfield.example,member
grace@larkfield.example,member
frank@larkfield,member
erin@larkfield..example,member
bob@larkfield.example,owner
"""


def wait_until_read(page: Page) -> None:
    """Wait until the background reading is done, so that pages show everything."""
    page.locator("#crawls-progress[data-crawl]").wait_for(state="detached", timeout=READING_TIMEOUT)


def review_list(page: Page) -> None:
    """Review a list of people with rows to correct."""
    page.get_by_label("Paste a list").fill(LIST)
    page.get_by_role("button", name="Review changes").click()
    page.get_by_role("heading", name="Review changes").wait_for()


def enforce(page: Page) -> None:
    """Start a trial enforcement of single sign-on."""
    page.get_by_label("I confirm all of this").check()
    page.get_by_role("button", name="Enforce single sign-on").click()
    page.get_by_role("button", name="Keep enforcement").wait_for()


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A screenshot, taken after `act`. `width` and `height` are in CSS pixels; `colors`, if set, limits the palette."""

    name: str
    path: str
    width: int = 1280
    height: int = 800
    scheme: Literal["light", "dark"] = "light"
    act: Callable[[Page], None] | None = None
    folder: Path = FOLDER
    scale: float = 1
    colors: int = 0


PICTURES = (
    PagePicture("structure", f"{SITES}/site_docs/structure"),
    PagePicture("single-sign-on", f"{LARKFIELD}/sso"),
    PagePicture("overview", LARKFIELD),
    PagePicture("phone-dark", SITES, width=375, scheme="dark"),
    PagePicture("imported-list", f"{LARKFIELD}/teams/team_operations/roster", act=review_list),
    # Last, because every page then asks whether to keep it.
    PagePicture("enforcement-trial", f"{LARKFIELD}/sso/enforce", act=enforce),
)
STRUCTURE = f"{SITES}/site_docs/structure"
SIGN_IN = (
    PagePicture("sign-in-light", STRUCTURE, folder=ROOT / "static", scale=0.75, colors=64),
    PagePicture("sign-in-dark", STRUCTURE, scheme="dark", folder=ROOT / "static", scale=0.75, colors=64),
)


def main(environment: Mapping[str, str]) -> int:
    """Take the screenshots. Return 0, or 1 if Chromium is missing."""
    browser = chromium.find_or_install()
    if browser is None:
        return 1
    with TemporaryDirectory() as instance:
        ports = {"PORT": str(_free_port(5000)), "SERVICE_PORT": str(_free_port(5001))}
        programs, _ = plan_programs({**without_settings(environment), **ports, "MASTHEAD_INSTANCE_PATH": instance})
        return run(programs, lambda: _take_pictures(browser, f"http://127.0.0.1:{ports['PORT']}"))


def _free_port(usual: int) -> int:
    """Return the usual port, which the pictures show, or a free one."""
    for wanted in (usual, 0):
        try:
            with socket.create_server(("127.0.0.1", wanted)) as listening:
                port: int = listening.getsockname()[1]
                return port
        except OSError:
            continue
    raise OSError("There is no free port")


def _take_pictures(executable: Path, url: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable)
        _take_picture(browser, url, PagePicture("overview", LARKFIELD, act=wait_until_read))
        for picture in (*SIGN_IN, *PICTURES):
            _take_picture(browser, url, picture)
            print_line(f"Took {picture.folder.relative_to(ROOT)}/{picture.name}.png")
    signal.raise_signal(signal.SIGTERM)  # makes `run` end the programs


def _take_picture(browser: Browser, url: str, picture: PagePicture) -> None:
    page = browser.new_page(
        base_url=url,
        viewport={"width": picture.width, "height": picture.height},
        color_scheme=picture.scheme,
        device_scale_factor=picture.scale,
        reduced_motion="reduce",
    )
    page.goto(f"/sign-in?next={picture.path}")
    page.get_by_role("button", name="Alice").click()
    page.wait_for_url(f"{url}{picture.path}")
    if picture.act is not None:
        picture.act(page)
    page.evaluate("window.scrollTo(0, 0)")
    page.evaluate("document.activeElement.blur()")
    page.mouse.move(0, 0)  # away from everything, so that no hover style applies
    taken = page.screenshot(path=picture.folder / f"{picture.name}.png")
    if picture.colors:
        small = Image.open(BytesIO(taken)).convert("RGB").quantize(picture.colors)
        small.save(picture.folder / f"{picture.name}.png", optimize=True)
    page.close()


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(os.environ))
