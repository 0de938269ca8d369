"""Finds the Chromium that the browser tests drive, and installs one where there is none."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NPM_FOLDER = Path(__file__).with_name("npm-chromium")
# The package unpacks its browser below the folder for temporary files, and answers where.
UNPACK = "import chromium from '@sparticuz/chromium'; console.log(await chromium.executablePath())"


def find(environment: Mapping[str, str]) -> Path | None:
    """The Chromium that MASTHEAD_CHROMIUM names, else the first one on the PATH."""
    if named := environment.get("MASTHEAD_CHROMIUM"):
        return Path(named)
    found = (shutil.which(name, path=environment.get("PATH")) for name in NAMES)
    return next((Path(path) for path in found if path), None)


def find_or_install() -> Path | None:
    """A Chromium of this machine, else Debian's if we may install it, else npm's. None: see what was printed."""
    return find(os.environ) or _from_debian() or _from_npm()


def _from_debian() -> Path | None:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    print("Installing Debian's Chromium", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        if not _succeeds(["apt-get", "-qq", *command], environment):
            return None
    return find(os.environ)


def _from_npm() -> Path | None:
    packages = NPM_FOLDER / "node_modules"
    if not (packages / ".ready").exists():
        print("Installing npm's Chromium", flush=True)
        if not _succeeds(["npm", "ci", "--ignore-scripts", "--loglevel=error"], os.environ):
            return None
        (packages / ".ready").touch()
    command = ["node", "--input-type=module", "--eval", UNPACK]
    environment = {**os.environ, "TMPDIR": str(packages)}
    unpacked = subprocess.run(command, cwd=NPM_FOLDER, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    return Path(unpacked.stdout.strip()) if unpacked.returncode == 0 else None


def _succeeds(command: list[str], environment: Mapping[str, str]) -> bool:
    return subprocess.run(command, cwd=NPM_FOLDER, env=environment, check=False).returncode == 0
