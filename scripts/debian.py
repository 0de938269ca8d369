"""Installs packages of Debian and of what is made from it, where we may."""

import os
import shutil
import subprocess


def may_install() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(*packages: str) -> bool:
    """Whether they are installed now, in their newest versions."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = ["apt-get", "-qq"]
    commands = ([*apt, "update"], [*apt, "install", "--yes", "--no-install-recommends", *packages])
    return all(subprocess.run(command, env=environment, check=False).returncode == 0 for command in commands)
