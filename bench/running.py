"""Runs servers for a measurement, and reads their processor time and memory."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60.0
TICKS = os.sysconf("SC_CLK_TCK")
AS_THE_SERVICE = ("--workers", "1", "--worker-class", "gthread", "--threads", "16", "--keep-alive", "75")


@dataclass(frozen=True)
class RunningServer:
    """A server on a local port, with its child processes. `first_answer` is in seconds."""

    process: subprocess.Popen[bytes]
    port: int
    first_answer: float
    host: str = "127.0.0.1"

    def processor(self) -> float:
        """Return the processor time of all its processes in seconds. Linux only."""
        fields = (_stat(pid) for pid in self._processes())
        return sum(int(each[11]) + int(each[12]) for each in fields) / TICKS

    def memory(self) -> float:
        """Return the memory of its largest process in MiB."""
        pages = (int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self._processes())
        return max(pages) * os.sysconf("SC_PAGE_SIZE") / 1024**2

    def memory_of_all(self) -> float:
        """Return the memory of all its processes in MiB; shared pages count once."""
        return sum(_proportional_set_size(pid) for pid in self._processes()) / 1024

    def _processes(self) -> list[int]:
        parents = {int(entry.name): int(_stat(int(entry.name))[1]) for entry in Path("/proc").glob("[0-9]*")}
        return [self.process.pid, *(pid for pid, parent in parents.items() if parent == self.process.pid)]


@contextmanager
def gunicorn(
    app: str,
    environment: Mapping[str, str],
    options: Sequence[str] = AS_THE_SERVICE,
    python: str = sys.executable,
) -> Iterator[RunningServer]:
    """Serve an application, by its name, like the service unless the options differ."""
    port = free_port()
    own = ["--config", "python:bench.no_settings", "--bind", f"127.0.0.1:{port}", "--log-level", "warning"]
    command = [python, "-m", "gunicorn", *own, "--no-control-socket", *options, app]
    with running(command, port, environment) as server:
        yield server


@contextmanager
def running(command: Sequence[str], port: int, environment: Mapping[str, str] | None = None) -> Iterator[RunningServer]:
    """Run a program until the block ends; the block starts once the program answers on this port."""
    began = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,  # the portal's log, a line for each request
        start_new_session=True,
    )
    try:
        while not _answers(port):
            if process.poll() is not None or time.perf_counter() - began > START_SECONDS:
                raise RuntimeError(f"It does not start: {' '.join(command)}")
            time.sleep(0.005)
        yield RunningServer(process, port, time.perf_counter() - began)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def _answers(port: int) -> bool:
    """Return whether anything answers, even with an error."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            return connection.recv(1) != b""
    except OSError:
        return False


def _stat(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat from the state on; zeros if the process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return ["0"] * 20


def _proportional_set_size(pid: int) -> int:
    """Return the size in KiB."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
