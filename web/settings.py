"""The portal's settings: read from MASTHEAD_* in the environment, checked once at start."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from limits import parse_many
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

ROOT = Path(__file__).resolve().parent.parent


def _base_url(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment or parts.username:
        message = "an http or https address such as https://api.example.com, without a query or a user name"
        raise ValueError(message)
    return value.rstrip("/")


def _rate(value: str) -> str:
    try:
        parse_many(value)
    except ValueError as problem:
        message = "a rate such as 10/minute"
        raise ValueError(message) from problem
    return value


class SettingsError(Exception):
    """A setting is wrong. The message names the variable, the value and what is allowed."""


class Settings(BaseModel):
    """All that can be set, by its name in the environment less the prefix `MASTHEAD_`, in lower case."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    api_base_url: Annotated[str, AfterValidator(_base_url)] = "http://127.0.0.1:5001"
    instance_path: Path = ROOT / "instance"
    database_url: str | None = None
    demo: bool = False
    fresh_seconds: Annotated[float, Field(ge=0, le=3600)] = 30.0
    breaker_rest_seconds: Annotated[float, Field(gt=0, le=3600)] = 10.0
    sign_in_limit: Annotated[str, AfterValidator(_rate)] = "10/minute"
    secret_key: str | None = None
    secret_key_fallbacks: list[str] = []
    trusted_hosts: list[str] = ["127.0.0.1", "localhost", "[::1]"]
    https: bool = False
    proxies: Annotated[int, Field(ge=0, le=5)] = 0


def read_settings(config: Mapping[str, Any]) -> Settings:
    """Check the values of a Flask configuration (upper-case keys). Raises SettingsError at the first wrong one."""
    given = {name: config[name.upper()] for name in Settings.model_fields if config.get(name.upper()) is not None}
    for text in ("secret_key", "database_url", "sign_in_limit", "api_base_url", "instance_path"):
        if text in given and not isinstance(given[text], Path):  # a key made of digits was read as a number
            given[text] = str(given[text])
    for several in ("trusted_hosts", "secret_key_fallbacks"):
        if isinstance(given.get(several), str):
            given[several] = [item.strip() for item in given[several].split(",") if item.strip()]
    try:
        return Settings.model_validate(given)
    except ValidationError as wrong:
        raise SettingsError(_explain(wrong)) from None


def _explain(wrong: ValidationError) -> str:
    error = wrong.errors()[0]
    name = "MASTHEAD_" + str(error["loc"][0]).upper()
    value = "a value that is not shown" if "SECRET" in name else repr(error["input"])
    allowed = error["msg"].removeprefix("Value error, ")
    return f"{name} is {value}. Allowed: {allowed}."
