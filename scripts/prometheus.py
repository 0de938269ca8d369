"""Finds Prometheus for the tests of the metrics, and unpacks Debian's where there is none."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from scripts import debian

PROGRAMS = ("prometheus", "promtool")
UNPACKED = Path(__file__).resolve().parent.parent / ".venv" / "prometheus"
MISSING = (
    "Prometheus is missing: install it (on Debian and Ubuntu: apt-get install prometheus),"
    " or name the folder of prometheus and promtool in MASTHEAD_PROMETHEUS."
)


def find(environment: Mapping[str, str], unpacked: Path = UNPACKED) -> Path | None:
    """The folder that MASTHEAD_PROMETHEUS names, else that of the PATH's programs, else that of the unpacked ones."""
    if named := environment.get("MASTHEAD_PROMETHEUS"):
        return Path(named)
    on_path = shutil.which("promtool", path=environment.get("PATH"))
    folders = [Path(on_path).parent] if on_path else []
    folders.append(unpacked / "usr/bin")
    return next((folder for folder in folders if all((folder / name).exists() for name in PROGRAMS)), None)


def find_or_install() -> Path | None:
    """The programs of this machine, else Debian's. None: what is missing was printed."""
    found = find(os.environ) or _from_debian()
    if found is None:
        print(MISSING)
    return found


def _from_debian() -> Path | None:
    """Unpacked and not installed: it would begin to serve on this machine, which nobody asked for."""
    print("Unpacking Debian's Prometheus", flush=True)
    package = debian.download("prometheus", UNPACKED)
    if package is None:
        return None
    subprocess.run(["dpkg-deb", "--extract", package, UNPACKED], check=True)  # noqa: S607 - Debian's own
    package.unlink()
    return find(os.environ)
