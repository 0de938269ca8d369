"""Finds nginx, Caddy and PgBouncer for the tests, and unpacks Debian's where there are none."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from scripts import debian

UNPACKED = Path(__file__).resolve().parent.parent / ".venv" / "proxies"
PLACES = ("usr/sbin", "usr/bin")
NEEDED = {"pgbouncer": ("libc-ares2",)}
"""The packages with libraries that others here have, by the program's name."""


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
    for each in (name, *NEEDED.get(name, ())):
        package = debian.download(each, UNPACKED)
        if package is None:
            return None
        subprocess.run(["dpkg-deb", "--extract", package, UNPACKED], check=True)  # noqa: S607 - Debian's own
        package.unlink()
    return find(name, os.environ)


def libraries(unpacked: Path = UNPACKED) -> str:
    """Where the libraries of what was unpacked are, for LD_LIBRARY_PATH; empty where nothing was."""
    return ":".join(str(each) for each in (unpacked / "usr" / "lib").glob("*-linux-*"))


def _setting(name: str) -> str:
    return f"MASTHEAD_{name.upper()}"
