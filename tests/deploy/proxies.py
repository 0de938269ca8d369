"""nginx and Caddy as the examples set them up, with https, in front of a portal as it is run."""

import os
import re
import shlex
import socket
import ssl
import subprocess
import time
import warnings
from contextlib import suppress
from pathlib import Path

import requests
from requests.adapters import HTTPAdapter

from masthead.web.http.settings import ROOT
from scripts import programs
from tests.authority import make_authority
from tests.faults.program import INPUT, SECONDS

EXAMPLES = ROOT / "docs" / "deploy"
HOST = "portal.example.com"
BELOW = "/masthead"
"""The path that the guide puts the portal below."""
# As Debian's own file has it, which includes that of the example.
NGINX = """
daemon off;
user root; # whose folder it is; nginx leaves this out of account where it is not started by root
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    gzip on;
    access_log {folder}/access.log;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/example.conf;
}}
"""


class From(HTTPAdapter):
    """Connects from this address of the machine."""

    def __init__(self, address: str) -> None:
        self._address = address
        super().__init__()

    def init_poolmanager(self, *given: object, **named: object) -> None:
        super().init_poolmanager(*given, **named, source_address=(self._address, 0))  # type: ignore[arg-type]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def wait_for(port: int, program: subprocess.Popen[bytes], log: Path) -> None:
    """Until the program listens there; what it writes into its log says why it doesn't."""
    until = time.monotonic() + SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), SECONDS).close()
        except OSError:
            why = log.read_text(encoding="utf-8") if log.exists() else "it wrote no log"
            assert time.monotonic() < until, why
            assert program.poll() is None, why
            time.sleep(0.05)
        else:
            return


class Proxy:
    """One that runs the example for `name`; its host is called localhost here, and its ports are free ones.

    With `below` it is what the guide makes of the example, to have the portal below a path.
    """

    def __init__(self, name: str, folder: Path, portal: str, *, below: bool = False) -> None:
        self._below = below
        self.authority = make_authority(folder)
        self._certificate = self.authority.certified("localhost")
        port, plain = free_port(), free_port()
        self.url, self.plain_url = f"https://localhost:{port}{BELOW * below}", f"http://localhost:{plain}"
        command = getattr(self, f"_{name}")(folder, portal, port, plain)
        program = programs.find(name, os.environ)
        assert program, programs.missing_message(name)
        environment = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        self._log = (folder / "log").open("wb")
        self._process = subprocess.Popen([program, *command], env=environment, stdout=self._log, stderr=self._log)
        wait_for(port, self._process, folder / "log")

    def _example(self, name: str) -> str:
        if not self._below:
            return (EXAMPLES / name).read_text(encoding="utf-8")
        guide = (ROOT / "docs" / "guide" / "deploy.md").read_text(encoding="utf-8")
        (command,) = re.findall(
            rf"^sed -i (-e .*) \S+{'masthead.conf' if name == 'nginx.conf' else name}$", guide, re.MULTILINE
        )
        changed = subprocess.run(
            ["sed", *shlex.split(command), EXAMPLES / name], stdout=subprocess.PIPE, text=True, check=True
        )
        return changed.stdout

    def _nginx(self, folder: Path, portal: str, port: int, plain: int) -> list[str]:
        text = self._example("nginx.conf").replace(HOST, "localhost")
        text = re.sub(r"listen \[::\].*\n", "", text).replace("listen 443", f"listen 127.0.0.1:{port}")
        text = text.replace("listen 80;", f"listen 127.0.0.1:{plain};").replace("127.0.0.1:5000", portal)
        text = re.sub(r"/etc/masthead/tls/\w+\.pem", str(self._certificate), text)
        (folder / "example.conf").write_text(text, encoding="utf-8")
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder), encoding="utf-8")
        return ["-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]

    def _caddy(self, folder: Path, portal: str, port: int, plain: int) -> list[str]:
        text = self._example("Caddyfile").replace("127.0.0.1:5000", portal)
        own = f"localhost:{port} {{\n\tbind 127.0.0.1\n\ttls {self._certificate} {self._certificate}\n"
        text = f"{{\n\tadmin off\n\thttp_port {plain}\n\thttps_port {port}\n}}\n" + text.replace(f"{HOST} {{\n", own)
        (folder / "Caddyfile").write_text(text, encoding="utf-8")
        return ["run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]

    def browser(self, address: str = "127.0.0.1") -> requests.Session:
        """A browser at this address, which trusts the test's authority alone."""
        browser = requests.Session()
        browser.trust_env = False  # the machine may name other authorities
        browser.mount("https://", From(address))
        browser.verify = str(self.authority.file)
        return browser

    def shakes_hands(self, version: ssl.TLSVersion, ciphers: str = "DEFAULT") -> str | None:
        """The version that a client which takes nothing newer agrees on with the proxy; None where they don't."""
        context = ssl.create_default_context(cafile=str(self.authority.file))
        with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
            context.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
            context.maximum_version = version
        context.set_ciphers(f"{ciphers}:@SECLEVEL=0")
        port = int(self.url.rpartition(":")[2])
        with (
            suppress(ssl.SSLError, ConnectionError),
            socket.create_connection(("127.0.0.1", port), SECONDS) as plain,
            context.wrap_socket(plain, server_hostname="localhost") as secured,
        ):
            return secured.version()
        return None

    def try_to_sign_in(self, browser: requests.Session, token: str, **headers: str) -> requests.Response:
        """Open the sign-in page and send its form."""
        values = dict(INPUT.findall(browser.get(f"{self.url}/sign-in", timeout=SECONDS).text))
        sent = {name.replace("_", "-"): value for name, value in headers.items()} | {"Referer": f"{self.url}/sign-in"}
        answer = f"{self.url}/sign-in"
        return browser.post(answer, values | {"token": token}, headers=sent, timeout=SECONDS, allow_redirects=False)

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(SECONDS)
        self._log.close()
