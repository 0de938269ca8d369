"""Finds the PostgreSQL programs for the tests' server, or installs them."""

import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from scripts import programs

PROGRAMS = ("initdb", "postgres")
DEBIAN = Path("/usr/lib/postgresql")
"""Debian has a folder for each version here, which isn't on the PATH."""

SETTINGS = Path("/etc/postgresql-common/createcluster.d")
NO_SERVER = "create_main_cluster = false\n"
MISSING = (
    "PostgreSQL's server programs are missing: install them (on Debian and Ubuntu: apt-get install postgresql),"
    " or name their folder in MASTHEAD_POSTGRESQL."
)


def find(environment: Mapping[str, str], debian_folder: Path = DEBIAN) -> Path | None:
    """Return the folder named by MASTHEAD_POSTGRESQL, else that of the programs on the PATH, else Debian's newest."""
    if named := environment.get("MASTHEAD_POSTGRESQL"):
        return Path(named)
    on_path = shutil.which("initdb", path=environment.get("PATH"))
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(debian_folder.glob("*/bin"), key=_version, reverse=True)
    return next((folder for folder in folders if all((folder / name).exists() for name in PROGRAMS)), None)


def find_or_install() -> Path | None:
    """Return the programs' folder, installing Debian's if necessary; None, after printing the reason, on failure."""
    found = find(os.environ) or _from_debian()
    if found is None:
        print(MISSING)
    return found


def _from_debian() -> Path | None:
    if not programs.may_install():
        return None
    print("Installing Debian's PostgreSQL", flush=True)
    # Without this setting, the package would start a server.
    if not programs.install("postgresql-common"):
        return None
    SETTINGS.mkdir(parents=True, exist_ok=True)
    setting = SETTINGS / "masthead.conf"
    setting.write_text(NO_SERVER, encoding="utf-8")
    try:
        programs.install("postgresql")
    finally:
        setting.unlink()
    return find(os.environ)


def _version(folder: Path) -> int:
    digits = re.match(r"\d+", folder.parent.name)
    return int(digits.group()) if digits else 0
