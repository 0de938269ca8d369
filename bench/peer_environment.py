"""Installs the peers at fixed versions, and a portal with only its own packages."""

import subprocess
import sys
import venv
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from bench.running import ROOT

PYTHON_PACKAGES = ("django==5.2.7", f"gunicorn=={version('gunicorn')}")  # the same server as ours
NODE_PACKAGE = "json-server@0.17.4"


@dataclass(frozen=True)
class PeerEnvironment:
    """`python` has Django; `json_server` is a script for node."""

    python: str
    json_server: str


def install(folder: Path) -> PeerEnvironment:
    """Install the peers from the registries that pip and npm are configured for."""
    python = _install_python(folder, *PYTHON_PACKAGES)
    _run("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), NODE_PACKAGE)
    return PeerEnvironment(python, str(folder / "node_modules" / "json-server" / "lib" / "cli" / "bin.js"))


def install_portal(folder: Path) -> str:
    """Install only the portal's packages, since test packages slow down its start. Return the Python."""
    return _install_python(folder, "--require-hashes", "-r", str(ROOT / "requirements.txt"))


def _install_python(folder: Path, *packages: str) -> str:
    venv.create(folder / "python", with_pip=True)
    python = str(folder / "python" / "bin" / "python")
    _run(python, "-m", "pip", "install", "--quiet", *packages)
    return python


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
