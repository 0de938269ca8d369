"""The command `doctor`, which finds problems in an installation and suggests how to fix them."""

import json
import os
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import NamedTuple

import click
from flask import current_app
from flask.cli import with_appcontext

from masthead.client import Transport
from masthead.client.exchange import ApiResponse
from masthead.commands.records import count_label, database_location, open_database
from masthead.oidc import ProviderError
from masthead.store.database import Database, sqlite_file
from masthead.store.errors import StoreError
from masthead.store.journal.journal import Journal
from masthead.store.journal.seals import ANCHOR_FILE, JournalAnchor
from masthead.store.key_ring import find_ring, read_keys
from masthead.store.keys import Secrets, key_name
from masthead.store.migrate import is_compatible, is_known_schema_version, schema_version
from masthead.store.sessions import count_linked
from masthead.store.tables import VERSION
from masthead.web.http.settings import NO_SHARED_KEY, Settings, unknown_settings
from masthead.web.person.portal import create_oidc_client, get_secrets, get_settings

LEAST_FREE = 200 * 1024 * 1024
MAX_CLOCK_SECONDS = 60.0  # as much as for the clocks of token issuers
MAX_REFUSAL = 499
OTHERS = stat.S_IRWXG | stat.S_IRWXO  # permissions of the group and of everybody


class CheckResult(NamedTuple):
    """The result of a check. `advice` describes how to fix the problem, and is empty if there is none."""

    check: str
    found: str
    advice: str = ""

    @property
    def ok(self) -> bool:
        return not self.advice


def run_checks(settings: Settings, secrets: Secrets) -> Iterator[CheckResult]:
    """Run all checks. No result contains a secret."""
    yield _check_settings(settings)
    yield from _check_files(settings)
    yield _check_disk(settings.instance_path)
    yield from _check_store(settings, secrets)
    yield from _check_api(settings)
    yield from _check_providers(settings)


def _check_settings(settings: Settings) -> CheckResult:
    if unknown := unknown_settings(os.environ):
        return CheckResult("settings", " ".join(unknown), "Correct the names, or remove what nothing reads.")
    if (settings.public_url or "").startswith("https:") and not settings.https:
        advice = "Set MASTHEAD_HTTPS to true, so that browsers send cookies over https only."
        return CheckResult("settings", "MASTHEAD_PUBLIC_URL is an https address, and MASTHEAD_HTTPS is false", advice)
    if settings.lacks_shared_key:
        advice = "Set it to the same text in each portal, such as what secret_key in its folder holds now."
        return CheckResult("settings", NO_SHARED_KEY, advice)
    return CheckResult("settings", f"all can be used; the API is {settings.api_base_url}")


def _check_files(settings: Settings) -> Iterator[CheckResult]:
    folder, database = settings.instance_path, sqlite_file(database_location())
    files = [folder, folder / "secret_key", folder / ANCHOR_FILE, *([] if database is None else [database])]
    wrong = [path for path in files if path.exists() and path.stat().st_mode & OTHERS]
    for path in wrong:
        mode = "700" if path.is_dir() else "600"
        yield CheckResult("files", f"others on this machine may open {path}", f"Run: chmod {mode} '{path}'")
    if not wrong:
        yield CheckResult("files", f"{folder} and what is in it are for this user alone")


def _check_disk(folder: Path) -> CheckResult:
    free = shutil.disk_usage(folder).free
    found = f"{free // 1024**2:,} MB are free for {folder}"
    return CheckResult("disk", found, "" if free >= LEAST_FREE else "Make room: without it, nothing can be saved.")


def _check_store(settings: Settings, secrets: Secrets) -> Iterator[CheckResult]:
    restore = "Restore a backup: docs/guide/backup.md says how."
    try:
        with open_database() as database:
            tables = _check_tables(database)
            yield tables
            if not tables.ok:
                return
            yield _check_integrity(database, restore)
            yield _check_keys(database, settings, secrets)
            yield _check_journal(database, settings, secrets, restore)
            yield from _check_linked_tokens(database, settings)
    except StoreError as fault:
        yield CheckResult("store", f"{fault}", f"See that it is there and can be read. If it is lost: {restore}")


def _check_tables(database: Database) -> CheckResult:
    with database.reading() as connection:
        found = schema_version(connection)
        if found == VERSION:
            return CheckResult("store", "it can be read, and its tables are up to date")
        version_message = f"its tables are of version {found}, not {VERSION}"
        if is_compatible(connection, found):
            return CheckResult(
                "store", f"it can be read; {version_message}, and this version of Masthead works with them"
            )
    if found is not None and not is_known_schema_version(found):
        return CheckResult(
            "store", version_message, "Run the version of Masthead that brought them up to date, or a later one."
        )
    return CheckResult("store", version_message, "Start the portal once.")


def _check_integrity(database: Database, restore: str) -> CheckResult:
    if database.file is None:
        return CheckResult("integrity", "PostgreSQL looks after that")
    with database.reading() as connection:
        result = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    return CheckResult("integrity", f"SQLite says: {result}", "" if result == "ok" else restore)


def _check_keys(database: Database, settings: Settings, secrets: Secrets) -> CheckResult:
    start = "Start the portal once."
    with database.reading() as connection:
        ring = find_ring(connection, secrets)
    if ring is None:
        return CheckResult("keys", "no portal has written them yet", start)
    if ring.has_newer_secret:
        found = "MASTHEAD_SECRET_KEY is new, and MASTHEAD_SECRET_KEY_FALLBACKS is still needed to open them"
        return CheckResult("keys", found, start)
    if ring.secret_name != key_name(secrets.current):
        advice = "Set MASTHEAD_SECRET_KEY to the newer key: docs/guide/keys.md says how to change it."
        return CheckResult("keys", "MASTHEAD_SECRET_KEY was retired, and a fallback opens them", advice)
    if not secrets.fallbacks:
        return CheckResult("keys", "MASTHEAD_SECRET_KEY opens them")
    if JournalAnchor(settings.instance_path / ANCHOR_FILE, database, secrets).is_sealed_with_another():
        found = f"MASTHEAD_SECRET_KEY_FALLBACKS is still needed for {ANCHOR_FILE}"
        return CheckResult("keys", found, "Start the portal of this instance folder once.")
    return CheckResult(
        "keys", "MASTHEAD_SECRET_KEY opens them; MASTHEAD_SECRET_KEY_FALLBACKS is no longer needed: remove it"
    )


def _check_journal(database: Database, settings: Settings, secrets: Secrets, restore: str) -> CheckResult:
    with database.reading() as connection:
        keys = read_keys(connection, secrets, time.time())
    held, wrong = Journal(database, keys).verify_chain()
    missing = JournalAnchor(settings.instance_path / ANCHOR_FILE, database, secrets).check()
    if wrong is not None:
        return CheckResult("journal", f"{held} seals hold, and then {wrong}", f"Find out who changed it. {restore}")
    if missing is not None:
        return CheckResult("journal", missing, restore)
    return CheckResult("journal", f"{count_label(held, 'seal holds', 'seals hold')}, to its end")


def _check_linked_tokens(database: Database, settings: Settings) -> Iterator[CheckResult]:
    with database.reading() as connection:
        linked = count_linked(connection)
    people = count_label(linked, "person has linked a token", "people have linked a token")
    if any(each.links_tokens for each in settings.providers):
        yield CheckResult("linked tokens", people)
    elif linked:
        advice = "Set MASTHEAD_OIDC_TOKENS to linked, or delete them: docs/guide/sign-in.md says how."
        yield CheckResult("linked tokens", f"{people}, and MASTHEAD_OIDC_TOKENS is provider: nothing uses them", advice)


def _check_api(settings: Settings, clock: Callable[[], float] = time.time) -> Iterator[CheckResult]:
    with closing(Transport(settings.api_base_url)) as transport:
        answer = transport.health()
    if not isinstance(answer, ApiResponse) or answer.status > MAX_REFUSAL:
        if isinstance(answer, ApiResponse):
            why = f"status {answer.status}"
        else:
            why = answer.reason or answer.trouble.name.lower()
        yield CheckResult("API", f"{settings.api_base_url} gave no usable answer ({why})", "See MASTHEAD_API_BASE_URL.")
        return
    if answer.is_page:
        advice = "See MASTHEAD_API_BASE_URL, and what stands between Masthead and the API."
        yield CheckResult("API", f"{settings.api_base_url} answers with a web page", advice)
        return
    yield CheckResult("API", f"{settings.api_base_url} answers")
    yield _check_clock(answer.date, clock())


def _check_clock(date: str, now: float) -> CheckResult:
    try:
        apart = now - parsedate_to_datetime(date).timestamp()
    except ValueError:
        return CheckResult("clock", "the API doesn't say what time it has")
    found = f"{abs(apart):,.0f} s from the API's"
    return CheckResult(
        "clock", found, "" if abs(apart) <= MAX_CLOCK_SECONDS else "Set the clock of this machine by NTP."
    )


def _check_providers(settings: Settings) -> Iterator[CheckResult]:
    for provider in settings.providers:
        issuer, number = provider.issuer, provider.number
        check, prefix = ("provider", "OIDC") if number == 1 else (f"provider {number}", f"OIDC_{number}")
        try:
            create_oidc_client(provider, str(settings.public_url)).discover()
        except ProviderError as fault:
            advice = f"See MASTHEAD_{prefix}_ISSUER and MASTHEAD_{prefix}_CA_FILE; docs/guide/sign-in.md says more."
            yield CheckResult(check, f"{issuer}: {fault}", advice)
        else:
            yield CheckResult(check, f"{issuer} says where people sign in")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@with_appcontext
def doctor(*, as_json: bool) -> None:
    """Check settings, files, disk, records, API, clock and identity provider. Exits with 1 if something is wrong."""
    findings = list(run_checks(get_settings(current_app), get_secrets(current_app)))
    if as_json:
        report = [{"check": each.check, "ok": each.ok, "found": each.found, "advice": each.advice} for each in findings]
        click.echo(json.dumps(report, indent=2))
    else:
        for each in findings:
            click.echo(f"{'ok   ' if each.ok else 'WRONG'}  {each.check}: {each.found}")
            if each.advice:
                click.echo(f"       {each.advice}")
    if not all(each.ok for each in findings):
        raise SystemExit(1)
