"""Finds the programs that tests drive, or takes them from Debian's packages where permitted."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

UNPACKED = Path(__file__).resolve().parent.parent / ".venv" / "programs"
FOLDERS = ("usr/sbin", "usr/bin")
LIBRARIES = {"pgbouncer": ("libc-ares2",)}
"""Packages with libraries that most machines have already, by the program's name."""


def find(name: str, environment: Mapping[str, str], unpacked: Path = UNPACKED) -> Path | None:
    """Return a program: the one its MASTHEAD_ variable names, else one on the PATH, else an unpacked one."""
    if named := environment.get(_environment_name(name)):
        return Path(named, name) if Path(named).is_dir() else Path(named)
    if on_path := shutil.which(name, path=environment.get("PATH")):
        return Path(on_path)
    return next((file for folder in FOLDERS if (file := unpacked / folder / name).exists()), None)


def find_or_unpack(name: str) -> Path | None:
    """Return a program, unpacking Debian's if necessary; None, after printing the reason, if there is none.

    The package isn't installed, since it would start a server.
    """
    if (found := find(name, os.environ)) is None and may_install():
        print(f"Unpacking Debian's {name}", flush=True)
        if all(_unpack(package) for package in (name, *LIBRARIES.get(name, ()))):
            found = find(name, os.environ)
    if found is None:
        print(missing_message(name))
    return found


def find_or_install(name: str, package: str) -> Path | None:
    """Return a program, installing Debian's if necessary; None, after printing the reason, if there is none."""
    if shutil.which(name) is None and not (may_install() and install(package)):
        print(missing_message(name, package))
    return find(name, os.environ)


def missing_message(name: str, package: str = "") -> str:
    install_it = f"install it (on Debian and Ubuntu: apt-get install {package or name})"
    return f"{name} is missing: {install_it}, or name it in {_environment_name(name)}."


def library_path(unpacked: Path = UNPACKED) -> str:
    """Return the folders of unpacked libraries, for LD_LIBRARY_PATH; empty if there are none."""
    return ":".join(str(each) for each in (unpacked / "usr" / "lib").glob("*-linux-*"))


def may_install() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(*packages: str) -> bool:
    """Install or upgrade Debian packages. Return False after an error."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = ["apt-get", "-qq"]
    commands = ([*apt, "update"], [*apt, "install", "--yes", "--no-install-recommends", *packages])
    return all(subprocess.run(command, env=environment, check=False).returncode == 0 for command in commands)


def _unpack(package: str) -> bool:
    UNPACKED.mkdir(parents=True, exist_ok=True)
    options = ["-o", "APT::Sandbox::User=root"]  # other users can't write to the folder
    subprocess.run(["apt-get", "-qq", "update"], check=False)  # noqa: S607 - found by may_install
    subprocess.run(["apt-get", "-qq", *options, "download", package], cwd=UNPACKED, check=False)  # noqa: S607
    file = next(UNPACKED.glob(f"{package}_*.deb"), None)
    if file is None:
        return False
    subprocess.run(["dpkg-deb", "--extract", file, UNPACKED], check=True)  # noqa: S607 - Debian's own
    file.unlink()
    return True


def _environment_name(name: str) -> str:
    return f"MASTHEAD_{name.upper()}"
