"""Finds nginx and Caddy for the tests of the examples for them, and unpacks Debian's where there are none."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from scripts import debian

UNPACKED = Path(__file__).resolve().parent.parent / ".venv" / "proxies"
PLACES = ("usr/sbin", "usr/bin")


def missing(name: str) -> str:
    """What to do where there is none."""
    return (
        f"{name} is missing: install it (on Debian and Ubuntu: apt-get install {name}), or name it in {_setting(name)}."
    )


def find(name: str, environment: Mapping[str, str], unpacked: Path = UNPACKED) -> Path | None:
    """The program that MASTHEAD_NGINX or MASTHEAD_CADDY names, else that of the PATH, else the unpacked one."""
    if named := environment.get(_setting(name)):
        return Path(named)
    if on_path := shutil.which(name, path=environment.get("PATH")):
        return Path(on_path)
    return next((file for place in PLACES if (file := unpacked / place / name).exists()), None)


def find_or_install(name: str) -> Path | None:
    """The program of this machine, else Debian's. None: what is missing was printed."""
    found = find(name, os.environ) or _from_debian(name)
    if found is None:
        print(missing(name))
    return found


def _from_debian(name: str) -> Path | None:
    """Unpacked and not installed: it would begin to serve on this machine, which nobody asked for."""
    print(f"Unpacking Debian's {name}", flush=True)
    package = debian.download(name, UNPACKED)
    if package is None:
        return None
    subprocess.run(["dpkg-deb", "--extract", package, UNPACKED], check=True)  # noqa: S607 - Debian's own
    package.unlink()
    return find(name, os.environ)


def _setting(name: str) -> str:
    return f"MASTHEAD_{name.upper()}"
