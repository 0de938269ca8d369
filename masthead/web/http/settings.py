"""The portal's settings, read from MASTHEAD_* and checked once at startup; rates and trusted authorities."""

import re
import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from flask import Flask
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PrivateAttr, ValidationError, ValidationInfo
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from fetching.failures import FetchError
from fetching.rules import Configured, parse_allowed_hosts
from masthead.i18n import ENGLISH, LANGUAGES
from masthead.web.http.paths import PREFIX


def create_ssl_context(file: Path | None) -> ssl.SSLContext:
    """Create a TLS context that also trusts the certificates in `file`."""
    context = ssl.create_default_context()
    if file is not None:
        context.load_verify_locations(file)
    return context


_SECONDS = {
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 24 * 3600,
    "month": 30 * 24 * 3600,
    "year": 360 * 24 * 3600,
}
_RATE = re.compile(rf"\s*(\d+)\s*(?:/|per\b)\s*(\d*)\s*({'|'.join(_SECONDS)})s?\s*", re.IGNORECASE | re.ASCII)


class Rate(NamedTuple):
    times: int
    seconds: int


def parse_rates(text: str) -> list[Rate]:
    """Parse rate limits, all of which apply. Raises ValueError."""
    return [_parse_settings(each) for each in re.split("[,;|]", text)]


def _parse_settings(text: str) -> Rate:
    found = _RATE.fullmatch(text)
    if found is None:
        raise ValueError(text)
    times, multiple, unit = found.groups()
    return Rate(int(times), int(multiple or 1) * _SECONDS[unit.lower()])


T = TypeVar("T")
PUBLIC = "an http or https address such as https://example.com/masthead, of letters, digits and -._~ after the host"
ADDRESS = "an http or https address such as https://api.example.com, without a query or a user name"
COLLECTOR = "where a collector takes traces by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces"
DATABASE = "the URL of a database, such as postgresql+psycopg://host/name"
HOSTS = "host names, each with its port where that is not 443, with commas between them"
AUTHORITIES = "a file of certificates in PEM form that can be read"
ISSUER = "an https address, or an http one of this machine, as your provider writes it"
SCOPES = "scopes with spaces between them, openid among them"
TOKENS = "provider; or linked, with MASTHEAD_OIDC_ISSUER and MASTHEAD_SECRET_KEY"
PROVIDER, LINKED = "provider", "linked"
YES_OR_NO = "true or false"
IN_A_FILE = "a text file with the value in it"
MAIL_SERVER = "a mail server such as smtps://name:password@mail.example.com, or smtp:// with STARTTLS"
MAILBOX = "an address such as ada@example.com"
RECEIVER = "an https address, or an http one of this machine"
TAGS = " or ".join(LANGUAGES)
FIRST, NUMBERED = "OIDC_", re.compile("OIDC_([2-9])_[A-Z_]+")
"""Prefix of the first provider's settings, and the pattern of the others'."""
OURS = "MASTHEAD_"
PASSWORD = re.compile("//.*@")
MAILBOX_PATTERN = re.compile(r"[^\s@<>,]+@[^\s@<>,]+")
ROOT = Path(__file__).resolve().parents[3]


def _valid_for(check: Callable[[T], object]) -> AfterValidator:
    """Validate with a function that raises ValueError."""

    def validate(value: T) -> T:
        check(value)
        return value

    return AfterValidator(validate)


def _validate_base_url(value: str) -> str:
    parts = urlsplit(value)
    named = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0  # a ValueError for no number
    if not named or parts.query or parts.fragment or parts.username:
        raise ValueError(ADDRESS)
    return value.rstrip("/")


def _validate_public_url(value: str) -> str:
    url = _validate_base_url(value)
    if not PREFIX.fullmatch(urlsplit(url).path):
        raise ValueError(PUBLIC)
    return url


def _validate_issuer(value: str) -> str:
    _validate_receiver(value)
    if urlsplit(value).query or urlsplit(value).fragment:
        raise ValueError(ISSUER)
    return value


def _validate_receiver(value: str) -> str:
    try:
        Configured().parse_target(value)
    except FetchError as problem:
        raise ValueError(RECEIVER) from problem
    return value


def _validate_mail_server(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname or parts.port == 0 or parts.path.strip("/"):
        raise ValueError(MAIL_SERVER)
    return value


def _validate_mailboxes(value: str | list[str]) -> object:
    found = [value] if isinstance(value, str) else value
    if not all(MAILBOX_PATTERN.fullmatch(each) for each in found):
        raise ValueError(MAILBOX)
    return value


def _validate_scopes(value: str) -> str:
    if "openid" not in value.split():
        raise ValueError(SCOPES)
    return " ".join(value.split())


def _validate_tokens(value: str, others: ValidationInfo) -> str:
    # A key file next to the database would be copied with it, and would open these tokens.
    linked = value == LINKED and others.data.get("oidc_issuer") and others.data.get("secret_key")
    if value != PROVIDER and not linked:
        raise ValueError(TOKENS)
    return value


def _validate_database_url(value: str) -> str:
    try:
        make_url(value).get_dialect()
    except SQLAlchemyError as problem:
        raise ValueError(DATABASE) from problem
    return value


def _validate_authorities(file: Path) -> Path:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(file)
    except OSError as problem:
        raise ValueError(AUTHORITIES) from problem
    return file


class SettingsError(Exception):
    """An invalid setting. The message names the variable, its value and the allowed values."""


NO_SHARED_KEY = "MASTHEAD_SECRET_KEY is not set: other portals of this database can't open what this one keeps"


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """Settings for one identity provider. `number` is the number in their names, 1 for the first provider."""

    number: int
    issuer: str
    client_id: str
    client_secret: str | None = field(repr=False)
    name: str
    scopes: str
    audience: str | None
    ca_file: Path | None
    links_tokens: bool


class Settings(BaseModel):
    """All settings, named as in the environment, but in lower case and without `MASTHEAD_`.

    Names starting with `oidc_` belong to the first provider; see `providers`.
    """

    # Flask parses a key that consists of digits as a number.
    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True)

    api_base_url: Annotated[str, AfterValidator(_validate_base_url), Field(description=ADDRESS)] = (
        "http://127.0.0.1:5001"
    )
    instance_path: Annotated[Path, Field(description="a folder")] = ROOT / "instance"
    database_url: Annotated[str | None, AfterValidator(_validate_database_url), Field(description=DATABASE)] = None
    demo: Annotated[bool, Field(description=YES_OR_NO)] = False
    background_reading: Annotated[bool, Field(description=YES_OR_NO)] = True
    fresh_seconds: Annotated[float, Field(ge=0, le=3600, description="seconds, from 0 to 3600")] = 30.0
    known_days: Annotated[int, Field(ge=1, le=3650, description="a whole number from 1 to 3650")] = 90
    keep_enforcement_seconds: Annotated[float, Field(ge=1, le=3600, description="seconds, from 1 to 3600")] = 600.0
    breaker_rest_seconds: Annotated[float, Field(gt=0, le=3600, description="seconds, over 0 and up to 3600")] = 10.0
    sign_in_limit: Annotated[str, _valid_for(parse_rates), Field(description="a rate such as 10/minute")] = "10/minute"
    secret_key: Annotated[str | None, Field(description="a text of 32 bytes or more")] = None
    secret_key_fallbacks: Annotated[list[str], Field(description="earlier keys, with commas between them")] = []
    trusted_hosts: Annotated[list[str], Field(min_length=1, description="host names, with commas between them")] = [
        "127.0.0.1",
        "localhost",
    ]
    metadata_by_url: Annotated[bool, Field(description=YES_OR_NO)] = True
    metadata_allow_hosts: Annotated[list[str], _valid_for(parse_allowed_hosts), Field(description=HOSTS)] = []
    metadata_ca_file: Annotated[Path | None, AfterValidator(_validate_authorities), Field(description=AUTHORITIES)] = (
        None
    )
    language: Annotated[str, _valid_for(list(LANGUAGES).index), Field(description=TAGS)] = ENGLISH
    public_url: Annotated[str | None, AfterValidator(_validate_public_url), Field(description=PUBLIC)] = None
    oidc_client_id: Annotated[str | None, Field(min_length=1, description="what your provider calls Masthead")] = None
    oidc_client_secret: Annotated[str | None, Field(min_length=1, description="a text, or none")] = None
    oidc_issuer: Annotated[str | None, AfterValidator(_validate_issuer), Field(description=ISSUER)] = None
    oidc_name: Annotated[str | None, Field(max_length=80, description="a name of 80 characters at most")] = None
    oidc_scopes: Annotated[str, AfterValidator(_validate_scopes), Field(description=SCOPES)] = "openid profile"
    oidc_audience: Annotated[str | None, Field(min_length=1, description="what your provider calls the API")] = None
    oidc_ca_file: Annotated[Path | None, AfterValidator(_validate_authorities), Field(description=AUTHORITIES)] = None
    oidc_tokens: Annotated[str, AfterValidator(_validate_tokens), Field(description=TOKENS)] = PROVIDER
    reminders_url: Annotated[str | None, AfterValidator(_validate_receiver), Field(description=RECEIVER)] = None
    reminders_secret: Annotated[str | None, Field(min_length=16, description="a text of 16 characters or more")] = None
    reminders_smtp_url: Annotated[str | None, AfterValidator(_validate_mail_server), Field(description=MAIL_SERVER)] = (
        None
    )
    reminders_from: Annotated[str | None, _valid_for(_validate_mailboxes), Field(description=MAILBOX)] = None
    reminders_to: Annotated[list[str], _valid_for(_validate_mailboxes), Field(description=MAILBOX)] = []
    metrics_token: Annotated[str | None, Field(min_length=16, description="a text of 16 characters or more")] = None
    traces_url: Annotated[str | None, AfterValidator(_validate_base_url), Field(description=COLLECTOR)] = None
    https: Annotated[bool, Field(description=YES_OR_NO)] = False
    proxies: Annotated[int, Field(ge=0, le=5, description="a whole number from 0 to 5")] = 0

    _others: Mapping[int, "Settings"] = PrivateAttr(default_factory=dict)

    @property
    def providers(self) -> tuple[ProviderSettings, ...]:
        """Return the identity providers, ordered by number."""
        return tuple(
            _parse_provider(number, each) for number, each in {1: self, **self._others}.items() if each.oidc_issuer
        )

    @property
    def path_prefix(self) -> str | None:
        """Return the path of the public URL, or None if no public URL is set."""
        return None if self.public_url is None else urlsplit(self.public_url).path

    @property
    def lacks_shared_key(self) -> bool:
        """Return whether the database is on a server, but no key is set that other portals could share."""
        return (self.database_url or "").startswith("postgresql") and self.secret_key is None


SECRETS = (
    *("secret_key", "secret_key_fallbacks", "database_url", "oidc_client_secret", "metrics_token"),
    *("reminders_secret", "reminders_smtp_url"),
)
"""Settings that can be read from a file named by `…_FILE`."""

NEEDS = (
    ("oidc_issuer", "oidc_client_id", "public_url"),
    ("reminders_url", "reminders_secret", "public_url"),
    ("reminders_smtp_url", "reminders_from", "reminders_to", "public_url"),
)
"""Settings that need others, which follow them."""

NO_SETTINGS = {"OPERATOR_TOKEN", "ORGANIZATION", "TEST_WORLDS", "TOKEN"} | {
    *("CADDY", "CHROMIUM", "NGINX", "PGBOUNCER", "POSTGRESQL", "PROMETHEUS", "SYSTEMD")
}
"""Variables of commands and tests."""


def unknown_settings(environment: Mapping[str, str]) -> list[str]:
    """Warn about each unknown MASTHEAD_* variable and suggest the setting that was probably meant."""
    known = {name.upper() for name in Settings.model_fields} | {f"{name.upper()}_FILE" for name in SECRETS}
    known |= {name.replace(FIRST, f"{FIRST}{n}_") for name in known if name.startswith(FIRST) for n in range(2, 10)}
    read = known | NO_SETTINGS | Flask.default_config.keys()
    names = [name.removeprefix(OURS) for name in environment if name.startswith(OURS)]
    return [_unknown_setting_message(name, known) for name in names if name not in read]


def _unknown_setting_message(name: str, known: set[str]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - most portals start without such a name

    near = get_close_matches(name.upper(), sorted(known), n=1)
    meant = f" Did you mean {OURS}{near[0]}?" if near else ""
    return f"{OURS}{name} is ignored: there is no such setting.{meant}"


def read_settings(config: Mapping[str, Any]) -> Settings:
    """Validate a Flask configuration (upper-case keys). Raises SettingsError for the first invalid value."""
    settings = _validate_settings(config)
    numbers = sorted({int(found[1]) for name in config if (found := NUMBERED.fullmatch(name))})
    settings._others = {number: _read_provider_settings(config, number) for number in numbers}  # noqa: SLF001 - its own
    issuers: set[str] = set()
    for each in settings.providers:
        if each.issuer in issuers:
            name = f"MASTHEAD_OIDC_{each.number}_ISSUER"
            raise SettingsError(f"{name} is '{each.issuer}'. Allowed: an issuer that no other provider has.")
        issuers.add(each.issuer)
    return settings


def _read_provider_settings(config: Mapping[str, Any], number: int) -> Settings:
    """Return all settings as if the provider with this number were the first."""
    own, shared = f"{FIRST}{number}_", {name: each for name, each in config.items() if not name.startswith(FIRST)}
    given = {FIRST + name.removeprefix(own): each for name, each in config.items() if name.startswith(own)}
    try:
        settings = _validate_settings(shared | given)
    except SettingsError as wrong:
        raise SettingsError(str(wrong).replace(f"MASTHEAD_{FIRST}", f"MASTHEAD_{own}")) from None
    if settings.oidc_issuer is None:
        raise SettingsError(f"MASTHEAD_{own}ISSUER is not set, and other settings of this provider are. Set it.")
    return settings


def _parse_provider(number: int, settings: Settings) -> ProviderSettings:
    issuer = str(settings.oidc_issuer)
    return ProviderSettings(
        number,
        issuer,
        str(settings.oidc_client_id),
        settings.oidc_client_secret,
        settings.oidc_name or str(urlsplit(issuer).hostname),
        settings.oidc_scopes,
        settings.oidc_audience,
        settings.oidc_ca_file,
        settings.oidc_tokens == LINKED,
    )


def _validate_settings(config: Mapping[str, Any]) -> Settings:
    given = {name: config[name.upper()] for name in Settings.model_fields if config.get(name.upper()) is not None}
    given |= _read_secret_files(config)
    for several in ("trusted_hosts", "secret_key_fallbacks", "metadata_allow_hosts", "reminders_to"):
        if isinstance(given.get(several), str):
            given[several] = [item.strip() for item in given[several].split(",") if item.strip()]
    for name, *others in NEEDS:
        for needed in others:
            if given.get(name) and not given.get(needed):
                message = f"MASTHEAD_{needed.upper()} is not set, and MASTHEAD_{name.upper()} needs it. Set it."
                raise SettingsError(message)
    try:
        return Settings.model_validate(given)
    except ValidationError as wrong:
        raise SettingsError(_explain_error(wrong)) from None


def _read_secret_files(config: Mapping[str, Any]) -> dict[str, str]:
    found = {}
    for name in SECRETS:
        setting = f"{name.upper()}_FILE"
        if config.get(setting) is None:
            continue
        if config.get(name.upper()) is not None:
            raise SettingsError(f"MASTHEAD_{name.upper()} and MASTHEAD_{setting} are both set. Set one of them.")
        with suppress(OSError, UnicodeDecodeError):
            found[name] = Path(str(config[setting])).read_text(encoding="utf-8").strip()
        if not found.get(name):
            raise SettingsError(f"MASTHEAD_{setting} is '{config[setting]}'. Allowed: {IN_A_FILE}.")
    return found


def _explain_error(wrong: ValidationError) -> str:
    error = wrong.errors()[0]
    field = str(error["loc"][0])
    name = f"MASTHEAD_{field.upper()}"
    is_secret = "secret" in field or field == "metrics_token"
    value = "a value that is not shown" if is_secret else PASSWORD.sub("//…@", repr(error["input"]))
    return f"{name} is {value}. Allowed: {Settings.model_fields[field].description}."
