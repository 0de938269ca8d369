"""Finds Chromium for the browser tests, or installs it."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from scripts import programs

HEADLESS = "chromium-headless-shell"
"""Chromium without windows, which needs half the processor time."""

NAMES = (HEADLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NPM_FOLDER = Path(__file__).with_name("npm-chromium")
NPM_RUNTIME = "22.x"  # makes the package also unpack libraries and fonts that a bare machine lacks
UNPACK = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()"
START = """#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">fonts/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""


def find(environment: Mapping[str, str]) -> Path | None:
    """Return the Chromium that MASTHEAD_CHROMIUM names, else the first one on the PATH."""
    if named := environment.get("MASTHEAD_CHROMIUM"):
        return Path(named)
    found = (shutil.which(name, path=environment.get("PATH")) for name in NAMES)
    return next((Path(path) for path in found if path), None)


def find_or_install() -> Path | None:
    """Return the configured Chromium, else a headless one (installed or Debian's), else any, else npm's.

    Returns None, after printing the reason, if all of these fail.
    """
    found = find(os.environ)
    if found and (found.name == HEADLESS or "MASTHEAD_CHROMIUM" in os.environ):
        return found
    return _from_debian() or found or _from_npm()


def _from_debian() -> Path | None:
    if not programs.may_install():
        return None
    print(f"Installing Debian's {HEADLESS}", flush=True)
    return find(os.environ) if programs.install(HEADLESS) else None


def _from_npm() -> Path | None:
    packages = NPM_FOLDER / "node_modules"
    start = packages / "start-chromium"
    if start.exists():
        return start
    print("Installing npm's Chromium", flush=True)
    # The package unpacks into the folder for temporary files.
    environment = {**os.environ, "TMPDIR": str(packages), "AWS_LAMBDA_JS_RUNTIME": NPM_RUNTIME}
    unpack = ["node", "--input-type=module", "--eval", UNPACK]
    if not (_succeeds(["npm", "ci", "--loglevel=error"], os.environ) and _succeeds(unpack, environment)):
        return None
    (packages / "fonts.conf").write_text(FONTS, encoding="utf-8")
    start.write_text(START, encoding="utf-8")
    start.chmod(0o755)
    return start


def _succeeds(command: list[str], environment: Mapping[str, str]) -> bool:
    return subprocess.run(command, cwd=NPM_FOLDER, env=environment, check=False).returncode == 0
