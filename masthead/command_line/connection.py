"""Connects a command to the API: finds the address, the person's token and the organization."""

import os
import sys
from collections.abc import Sequence
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING

from masthead.client import (
    Api,
    Forbidden,
    NotFound,
    OutcomeUnknown,
    Problem,
    ResponseCache,
    TokenRefused,
    Transport,
    Unavailable,
    quote_message,
)
from masthead.command_line.terminal import CommandError

if TYPE_CHECKING:
    from contract.organization.organizations import Organization

API, TOKEN, ORGANIZATION = "MASTHEAD_API_BASE_URL", "MASTHEAD_TOKEN", "MASTHEAD_ORGANIZATION"
OTHERS = 0o077
SECONDS_OF_A_READING = 3600.0
"""For all reads of an organization together; each call has the same deadline as on a page."""
ADVICE: Sequence[tuple[type[Problem], str]] = (
    (TokenRefused, f"Sign in with `masthead login`, or set {TOKEN} to a valid token."),
    (Forbidden, "Ask an administrator of the organization."),
    (NotFound, "`masthead list` shows what there is."),
    (OutcomeUnknown, "Run the command again: it reads first what is there."),
    (Unavailable, "Try again later."),
)


class Connection:
    """The API as seen by one person, whose token is looked up when a command first needs it."""

    def __init__(self, organization: str | None) -> None:
        self._organization = organization or os.environ.get(ORGANIZATION)
        self._tokens = TokenFile()
        self.base_url = self._find_base_url()
        try:
            self._transport = Transport(self.base_url)
        except ValueError:
            raise CommandError(f"{API} is not an http or https address, such as https://api.example.com.") from None
        self._token = ""

    @property
    def token(self) -> str:
        if not self._token:
            self._token = os.environ.get(TOKEN, "").strip() or self._tokens.read().get(self.base_url) or ask_for_token()
        return self._token

    def api(self, owner: str = "") -> Api:
        """Return a client; `owner` is the person as records name them."""
        memory = ResponseCache(_NO_CACHE, _NO_CACHE, owner=owner)
        return Api(self._transport, token=self.token, memory=memory, budget=SECONDS_OF_A_READING)

    def keep(self, token: str) -> "Sequence[Organization]":
        """Check a token by listing its organizations, then store it in the token file."""
        self._token = token
        found = self.organizations()
        self._tokens.write({**self._tokens.read(), self.base_url: token})
        return found

    @property
    def token_source(self) -> str:
        """Return the name of the environment variable or the file that contains the token."""
        return TOKEN if os.environ.get(TOKEN, "").strip() else str(self._tokens.path)

    def organizations(self) -> "list[Organization]":
        from contract.organization.organizations import LIST_ORGANIZATIONS  # noqa: PLC0415 - unless one is chosen

        return [*self.api().walk(LIST_ORGANIZATIONS)]

    def organization(self) -> str:
        """Return the id of the chosen organization or, without a choice, of the only one."""
        if self._organization is None:
            found = self.organizations()
            if len(found) != 1:
                names = ", ".join(f"{each.id} ({each.title})" for each in found)
                message = f"Choose one with --organization or {ORGANIZATION}: {names}." if found else "You have none."
                raise CommandError(f"This command is for one organization. {message}")
            self._organization = found[0].id
        return self._organization

    def explain(self, problem: Problem) -> str:
        """Describe a problem and what to do about it."""
        quoted = quote_message(problem.message)
        message = quoted if quoted == problem.message else f"The documentation service answered: {quoted}"
        where = f"{API} is {self.base_url}." if isinstance(problem, Unavailable) else ""
        advice = next((text for kind, text in ADVICE if isinstance(problem, kind)), "")
        return " ".join(filter(None, (message, where, advice)))

    def _find_base_url(self) -> str:
        given = os.environ.get(API, "").rstrip("/")
        kept = [] if given else [*self._tokens.read()]
        if not given and len(kept) != 1:
            raise CommandError(f"Set {API} to the address of the API, such as https://api.example.com.")
        return given or kept[0]


def ask_for_token() -> str:
    """Ask for the token on the terminal, without echoing it. Raises CommandError without a terminal."""
    if not sys.stdin.isatty():
        raise CommandError(f"There is no token. Run `masthead login`, or set {TOKEN}.")
    return getpass("Access token: ").strip()


def config_folder() -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "masthead"


class TokenFile:
    """One person's tokens, each stored with the address of its API, so that none is sent to another API."""

    def __init__(self) -> None:
        self.path = config_folder() / "token"

    def read(self) -> dict[str, str]:
        """Return the tokens by address; empty if there is no file. Raises CommandError if others may open it."""
        try:
            with self.path.open(encoding="utf-8") as file:
                if os.fstat(file.fileno()).st_mode & OTHERS:
                    raise CommandError(f"Others on this machine may open the token. Run: chmod 600 '{self.path}'")
                lines = [line.split() for line in file]
        except FileNotFoundError:
            return {}
        return {line[0]: line[1] for line in lines if len(line) == 2}  # noqa: PLR2004 - address and token

    def write(self, tokens: dict[str, str]) -> None:
        """Replace the file with one that only this user may open."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self.path.with_name(f".token-{os.getpid()}")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.writelines(f"{url} {token}\n" for url, token in tokens.items())
        new.replace(self.path)


class _NoCache:
    """Caches no responses: a command shows the current state."""

    def get(self, owner: str, path: str, query: str) -> None: ...
    def get_each(self, owner: str, places: Sequence[tuple[str, str]]) -> list[tuple[bytes, float, int | None] | None]:  # noqa: ARG002
        return [None for _ in places]

    def mark(self, owner: str) -> int:  # noqa: ARG002
        return 0

    def put(
        self, owner: str, path: str, query: str, text: bytes, asked_at: float, mark: int, generation: int | None
    ) -> None: ...
    def forget(self, owner: str, places: Sequence[str]) -> None: ...
    def invalidate(self, owner: str, places: Sequence[str]) -> None: ...
    def version(self, organization: str) -> None: ...
    def renew(self, organizations: set[str]) -> bool:  # noqa: ARG002
        return True


_NO_CACHE = _NoCache()
