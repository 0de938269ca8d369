"""Installs packages of Debian and of what is made from it, where we may."""

import os
import shutil
import subprocess
from pathlib import Path


def may_install() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(*packages: str) -> bool:
    """Whether they are installed now, in their newest versions."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = ["apt-get", "-qq"]
    commands = ([*apt, "update"], [*apt, "install", "--yes", "--no-install-recommends", *packages])
    return all(subprocess.run(command, env=environment, check=False).returncode == 0 for command in commands)


def find_or_install(program: str, package: str) -> Path | None:
    """The program of this machine, else that of Debian's package. None: what is missing was printed."""
    if shutil.which(program) is None and not (may_install() and install(package)):
        print(f"{program} is missing: install it (on Debian and Ubuntu: apt-get install {package}).")
    found = shutil.which(program)
    return Path(found) if found else None


def download(package: str, folder: Path) -> Path | None:
    """The newest version of a package, as a file in this folder, with nothing installed; None where it can't be had."""
    if not may_install():
        return None
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["apt-get", "-qq", "update"], check=False)  # noqa: S607 - found by may_install
    options = ["-o", "APT::Sandbox::User=root"]  # the folder is ours alone
    subprocess.run(["apt-get", "-qq", *options, "download", package], cwd=folder, check=False)  # noqa: S607
    return next(folder.glob(f"{package}_*.deb"), None)
