"""Writes the lock files: each package with its hash, at least a week old, without naming a registry."""

import shutil
import subprocess
import tempfile
import venv
from datetime import UTC, datetime, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# In this order: each file is constrained by the previous one, so that tests use the programs' versions.
LOCKS = {
    "requirements": ["pyproject.toml"],
    "requirements-service": ["pyproject.toml", "--extra=service", "--constraints=requirements.txt"],
    "requirements-test": ["--group=test", "--constraints=requirements-service.txt"],
    "requirements-postgresql": ["--group=postgresql", "--constraints=requirements-test.txt"],
    "requirements-audit": ["--group=audit"],
    "requirements-node": ["--group=node"],
}
NPM_FOLDERS = (".", "scripts/npm-chromium")
# Most malicious packages are discovered and removed within days.
QUARANTINE = timedelta(days=7)


def main() -> None:
    before = (datetime.now(UTC) - QUARANTINE).date().isoformat()
    with tempfile.TemporaryDirectory(prefix="masthead-lock-") as name:
        clean = Path(name)
        uv = install_uv(clean / "venv")
        shutil.copy(ROOT / "pyproject.toml", clean)
        for lock, sources in LOCKS.items():
            lock_python(uv, lock, sources, clean, before)
        for folder in NPM_FOLDERS:
            lock_npm(folder, clean, before)


def install_uv(folder: Path) -> Path:
    """Install uv, which resolves for all platforms at once."""
    venv.create(folder, with_pip=True)
    subprocess.run([folder / "bin/python", "-m", "pip", "install", "--quiet", "uv"], check=True)
    return folder / "bin/uv"


def lock_python(uv: Path, name: str, sources: list[str], clean: Path, before: str) -> None:
    options = ["--universal", "--python-version=3.11", f"--exclude-newer={before}", "--generate-hashes"]
    quiet = ["--no-emit-index-url", "--no-header", "--no-annotate", "--quiet"]
    output = clean / f"{name}.txt"
    subprocess.run([uv, "pip", "compile", *options, *quiet, f"--output-file={output}", *sources], cwd=clean, check=True)
    shutil.copy(output, ROOT)


def lock_npm(folder: str, clean: Path, before: str) -> None:
    there = clean / "npm" / folder
    there.mkdir(parents=True, exist_ok=True)
    for file in ("package.json", ".npmrc"):
        shutil.copy(ROOT / folder / file, there)
    subprocess.run(["npm", "install", "--package-lock-only", f"--before={before}", "--silent"], cwd=there, check=True)  # noqa: S607 - the npm that make uses
    shutil.copy(there / "package-lock.json", ROOT / folder)


if __name__ == "__main__":
    main()
