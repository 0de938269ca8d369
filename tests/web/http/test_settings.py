"""Settings are checked once, at start: a wrong one names the variable, the value and what is allowed."""

from pathlib import Path

import pytest

from masthead.web.http.settings import Rate, Settings, SettingsError, parse_rates, read_settings, unknown_settings
from tests.loops import for_each

HOSTS = "host names, each with its port where that is not 443, with commas between them"
ADDRESS = "an http or https address such as https://api.example.com, without a query or a user name"
PUBLIC = "an http or https address such as https://example.com/masthead, of letters, digits and -._~ after the host"
TOKENS = "provider; or linked, with MASTHEAD_OIDC_ISSUER and MASTHEAD_SECRET_KEY"
KEY = "correct-horse-battery-staple-0123"
WRONG = [
    ("API_BASE_URL", "ftp://api.example", ADDRESS),
    ("API_BASE_URL", "api.example", ADDRESS),
    ("API_BASE_URL", "https://api.example/?page=1", ADDRESS),
    ("API_BASE_URL", "https://[", ADDRESS),
    ("API_BASE_URL", "", ADDRESS),
    ("DEMO", "perhaps", "true or false"),
    ("LANGUAGE", "tlh", "en or en-XA"),
    ("FRESH_SECONDS", -1, "seconds, from 0 to 3600"),
    ("FRESH_SECONDS", 3601, "seconds, from 0 to 3600"),
    ("BREAKER_REST_SECONDS", 0, "seconds, over 0 and up to 3600"),
    ("SIGN_IN_LIMIT", "often", "a rate such as 10/minute"),
    ("PUBLIC_URL", "https://example.com/m%20h", PUBLIC),
    ("PUBLIC_URL", "https://example.com/tools//masthead", PUBLIC),
    ("PROXIES", 6, "a whole number from 0 to 5"),
    ("PROXIES", 1.5, "a whole number from 0 to 5"),
    ("METADATA_ALLOW_HOSTS", "https://idp.example", HOSTS),
    ("METADATA_ALLOW_HOSTS", "*.example", HOSTS),
    ("METADATA_ALLOW_HOSTS", "name@idp.example", HOSTS),
    ("METADATA_ALLOW_HOSTS", "10.0.0.0/8", HOSTS),
    ("OIDC_SCOPES", "profile email", "scopes with spaces between them, openid among them"),
    ("OIDC_TOKENS", "linked", TOKENS),  # with nothing else set
    ("OIDC_CA_FILE", "no/such/file.pem", "a file of certificates in PEM form that can be read"),
    ("METADATA_CA_FILE", __file__, "a file of certificates in PEM form that can be read"),
    ("TRUSTED_HOSTS", " , ", "host names, with commas between them"),
]


def test_what_is_not_set_has_its_default_and_what_is_not_ours_is_left_alone() -> None:
    chosen = read_settings({})
    assert (chosen.api_base_url, chosen.fresh_seconds, chosen.demo) == ("http://127.0.0.1:5001", 30.0, False)
    assert read_settings({"DEBUG": "maybe", "SECRET": KEY}) == Settings()


@for_each("name, value, allowed", WRONG)
def test_a_wrong_value_is_named(name: str, value: object, allowed: str) -> None:
    with pytest.raises(SettingsError) as told:
        read_settings({name: value})
    assert str(told.value).startswith(f"MASTHEAD_{name} is ")
    assert str(told.value).endswith(f"Allowed: {allowed}.")
    shown = [] if name == "TRUSTED_HOSTS" else str(value)
    assert repr(shown).strip("'") in str(told.value)


def test_a_name_that_nothing_reads_is_told_with_the_nearest_setting() -> None:
    ours = ["SECRET_KEY_FILE", "OIDC_2_ISSUER", "OIDC_9_CLIENT_SECRET_FILE", "TOKEN", "SESSION_COOKIE_NAME"]
    wrong = {"FRESH_SECOND": "FRESH_SECONDS", "OIDC_3_ISUER": "OIDC_3_ISSUER", "secret_key": "SECRET_KEY", "QUOTA": ""}
    told = unknown_settings({f"MASTHEAD_{each}": "x" for each in (*ours, *wrong)} | {"HOME": "/"})
    assert told == [
        f"MASTHEAD_{name} is ignored: there is no such setting." + (f" Did you mean MASTHEAD_{meant}?" if meant else "")
        for name, meant in wrong.items()
    ]


@for_each(
    "name, value",
    [
        ("SECRET_KEY", ["a-secret-that-is-not-a-text"]),
        ("SECRET_KEY_FALLBACKS", {"a-secret": "not-a-list"}),
        ("DATABASE_URL", "postgrs://masthead:a-secret-password@host/masthead"),
        ("API_BASE_URL", "https://masthead:a-secret-password@api.example"),
    ],
)
def test_a_secret_is_not_shown(name: str, value: object) -> None:
    try:
        told = repr(read_settings({name: value}).model_dump(exclude={"secret_key", "secret_key_fallbacks"}))
    except SettingsError as wrong:
        told = str(wrong)
    assert "a-secret" not in told


@for_each(
    "name, value, read",
    [
        ("API_BASE_URL", "https://api.example/base/", "https://api.example/base"),
        ("SECRET_KEY", 12345678901234567890, "12345678901234567890"),
        ("SECRET_KEY_FALLBACKS", " one, two ,", ["one", "two"]),
        ("TRUSTED_HOSTS", "docs.example,.example.org", ["docs.example", ".example.org"]),
        (
            "METADATA_ALLOW_HOSTS",
            "IdP.example, 10.0.0.1:8443,[::1]:8443",
            ["IdP.example", "10.0.0.1:8443", "[::1]:8443"],
        ),
        ("INSTANCE_PATH", "instance/other", Path("instance/other")),
        ("DEMO", 1, True),
        ("FRESH_SECONDS", 0, 0.0),
        ("SIGN_IN_LIMIT", "5/minute;20/hour", "5/minute;20/hour"),
    ],
)
def test_a_right_value_is_read_as_people_write_it(name: str, value: object, read: object) -> None:
    assert getattr(read_settings({name: value}), name.lower()) == read


SIGN_IN = {"PUBLIC_URL": "https://masthead.example.com", "OIDC_CLIENT_ID": 4711}


@for_each("issuer", ["https://login.example.com/realms/docs/", "http://127.0.0.1:8080"])
def test_an_issuer_stays_as_it_is_written(issuer: str) -> None:
    chosen = read_settings({**SIGN_IN, "OIDC_ISSUER": issuer, "OIDC_SCOPES": " openid  email "})
    assert (chosen.oidc_issuer, chosen.oidc_client_id, chosen.oidc_scopes) == (issuer, "4711", "openid email")


@for_each("issuer", ["http://login.example.com", "login.example.com", "https://a@b.example", "https://a/?b"])
def test_an_issuer_that_others_could_stand_in_for_is_refused(issuer: str) -> None:
    with pytest.raises(SettingsError, match=r"MASTHEAD_OIDC_ISSUER is .* Allowed: an https address"):
        read_settings({**SIGN_IN, "OIDC_ISSUER": issuer})


SECOND = {"OIDC_2_ISSUER": "https://id.harbor.example", "OIDC_2_CLIENT_ID": "m"}


def test_providers_are_numbered_and_share_nothing() -> None:
    first = {**SIGN_IN, "OIDC_ISSUER": "https://login.example.com", "OIDC_NAME": "Larkfield ID", "OIDC_AUDIENCE": "api"}
    one, two = read_settings({**first, **SECOND, "OIDC_2_SCOPES": "openid"}).providers
    assert (one.number, one.name, one.scopes, one.audience) == (1, "Larkfield ID", "openid profile", "api")
    assert (two.number, two.name, two.scopes, two.audience) == (2, "id.harbor.example", "openid", None)


@for_each(
    "second, said",
    [
        ({"OIDC_2_SCOPES": "profile"}, "MASTHEAD_OIDC_2_SCOPES is 'profile'. Allowed: scopes with spaces"),
        ({"OIDC_2_CLIENT_SECRET": ""}, "MASTHEAD_OIDC_2_CLIENT_SECRET is a value that is not shown."),
        ({"OIDC_2_CLIENT_SECRET_FILE": "none"}, "MASTHEAD_OIDC_2_CLIENT_SECRET_FILE is 'none'."),
        ({"OIDC_2_TOKENS": "linked"}, "MASTHEAD_OIDC_2_TOKENS is 'linked'. Allowed: provider; or linked"),
        ({"PUBLIC_URL": None}, "MASTHEAD_PUBLIC_URL is not set, and MASTHEAD_OIDC_2_ISSUER needs it. Set it."),
        ({"OIDC_2_CLIENT_ID": None}, "MASTHEAD_OIDC_2_CLIENT_ID is not set, and MASTHEAD_OIDC_2_ISSUER needs it."),
        ({"OIDC_2_ISSUER": None}, "MASTHEAD_OIDC_2_ISSUER is not set, and other settings of this provider are."),
        (
            {"OIDC_ISSUER": SECOND["OIDC_2_ISSUER"]},
            "MASTHEAD_OIDC_2_ISSUER is 'https://id.harbor.example'. Allowed: an issuer that no other provider has.",
        ),
    ],
)
def test_a_wrong_value_of_the_second_provider_is_named(second: dict[str, object], said: str) -> None:
    with pytest.raises(SettingsError) as told:
        read_settings({**SIGN_IN, **SECOND, **second})
    assert str(told.value).startswith(said)


@for_each(
    "name, written, read",
    [
        ("SECRET_KEY", f"{KEY}\n", KEY),
        ("SECRET_KEY_FALLBACKS", "one,two\n", ["one", "two"]),
        ("DATABASE_URL", "postgresql+psycopg://masthead:word@host/masthead\n", None),
        ("OIDC_CLIENT_SECRET", "a secret\n", "a secret"),
    ],
)
def test_a_secret_may_be_in_a_file(tmp_path: Path, name: str, written: str, read: object) -> None:
    file = tmp_path / "secret"
    file.write_text(written, encoding="utf-8")
    assert getattr(read_settings({f"{name}_FILE": str(file)}), name.lower()) == (read or written.strip())


@for_each("content", [None, b"", b"\n", b"\xff"])
def test_a_file_without_a_secret_is_named(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "secret"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(SettingsError) as told:
        read_settings({"SECRET_KEY_FILE": str(file)})
    assert str(told.value) == f"MASTHEAD_SECRET_KEY_FILE is '{file}'. Allowed: a text file with the value in it."


def test_a_secret_is_given_once(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="MASTHEAD_SECRET_KEY and MASTHEAD_SECRET_KEY_FILE are both set"):
        read_settings({"SECRET_KEY": KEY, "SECRET_KEY_FILE": str(tmp_path)})


@for_each(
    "text, rates",
    [
        ("10/minute", [Rate(10, 60)]),
        (" 10 / Minutes ", [Rate(10, 60)]),
        ("5 per 2 hours", [Rate(5, 7200)]),
        ("5/minute;20/hour, 100/day|1/year", [Rate(5, 60), Rate(20, 3600), Rate(100, 86_400), Rate(1, 31_104_000)]),
    ],
)
def test_a_rate_is_read(text: str, rates: list[Rate]) -> None:
    assert parse_rates(text) == rates


@for_each("text", ["", "10", "often", "minute", "10/", "/minute", "10/week", "10/minute;", "-1/minute"])
def test_what_is_no_rate_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^"):
        parse_rates(text)
