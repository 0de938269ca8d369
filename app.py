"""The portal: `create_app()` reads the settings and wires the parts together."""

import sys
from collections.abc import Mapping
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from blueprints import account, directory, health, home, invites, published, scans, status
from blueprints.access import access_matrix, place_access
from blueprints.adaptive import audience, conditions
from blueprints.adaptive import views as adaptive
from blueprints.certificates import views as certificates
from blueprints.command_palette import views as go
from blueprints.drafts import views as drafts
from blueprints.journal import views as journal
from blueprints.organizations import views as organizations
from blueprints.plans import views as plans
from blueprints.roster import views as roster
from blueprints.settings import views as settings
from blueprints.share_links import link_register, rotation
from blueprints.share_links import views as share_links
from blueprints.sites import bulk
from blueprints.sites import views as sites
from blueprints.sso import certificate as sso_certificate
from blueprints.sso import metadata as sso_metadata
from blueprints.sso import sign_in_trial as sso_tests
from blueprints.sso import steps as sso_steps
from blueprints.sso import views as sso
from blueprints.sso.enforcement import views as enforcement
from blueprints.structure import views as structure
from blueprints.teams import team_members
from blueprints.teams import views as teams
from blueprints.translations import coverage
from blueprints.translations import views as translations
from client import Breaker, Transport
from client.redaction import presentable_later
from store import (
    Arrangements,
    Attempts,
    Database,
    Directory,
    Drafts,
    Enforcements,
    Imports,
    Journal,
    LinkNotes,
    Monitoring,
    Parking,
    People,
    Plans,
    ResponseStore,
    Rotations,
    Scans,
    Sessions,
    SsoTests,
    StoredCacheVersions,
    StoreError,
    Submissions,
    Visitors,
    WantedLanguages,
    WeakKeyError,
    clean_messages,
    read_keys,
)
from web.http import assets, headers, htmx, last_resort, log, numbers, paths
from web.http.settings import ROOT, Settings, SettingsError, read_settings
from web.pages import messages, navigation, templating, trouble
from web.person import access, csrf, limits, portal, session
from web.saving import enforcing, parked, planning, refusals, unsaved

BLUEPRINTS = (
    health,
    home,
    account,
    organizations,
    settings,
    invites,
    sites,
    bulk,
    roster,
    structure,
    teams,
    team_members,
    published,
    share_links,
    rotation,
    go,
    directory,
    scans,
    link_register,
    access_matrix,
    place_access,
    journal,
    plans,
    adaptive,
    conditions,
    audience,
    translations,
    coverage,
    sso,
    certificates,
    sso_metadata,
    sso_steps,
    sso_certificate,
    sso_tests,
    enforcement,
    drafts,
    status,
)
ONE_MEGABYTE = 1024 * 1024
MAX_FORM_PARTS = 3000


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Build the portal from MASTHEAD_* in the environment and, over it, `config`. Exits with 1 on a wrong setting."""
    app = Flask("masthead", root_path=str(ROOT))
    app.config.from_prefixed_env("MASTHEAD")
    app.config.pop("OPERATOR_TOKEN", None)  # the commands read it where it is
    app.config.from_mapping(config)
    try:
        chosen = read_settings(app.config)
        _configure(app, chosen, _collaborators(chosen))
    except (SettingsError, WeakKeyError, StoreError, OSError) as wrong:
        print(f"masthead: {wrong}", file=sys.stderr)  # noqa: T201 - there is no log before there are settings
        raise SystemExit(1) from None
    for module in BLUEPRINTS:
        app.register_blueprint(module.blueprint)
    unsaved.init_app(app)
    parked.init_app(app)
    access.init_app(app)
    enforcing.init_app(app)
    return app


def _collaborators(chosen: Settings) -> portal.Portal:
    folder = chosen.instance_path
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        message = f"MASTHEAD_INSTANCE_PATH is '{folder}'. Allowed: a folder that can be written ({problem.strerror})."
        raise SettingsError(message) from problem
    keys = read_keys(folder, chosen.secret_key, chosen.secret_key_fallbacks)
    database = Database(chosen.database_url or folder / "masthead.db")
    clean_messages(database, keys, presentable_later)
    return portal.Portal(
        settings=chosen,
        database=database,
        keys=keys,
        sessions=Sessions(database, keys),
        submissions=Submissions(database),
        journal=Journal(database, keys),
        plans=Plans(database),
        enforcements=Enforcements(database, keep_seconds=chosen.keep_enforcement_seconds),
        sso_tests=SsoTests(database),
        people=People(database),
        drafts=Drafts(database, keys),
        parking=Parking(database, keys),
        imports=Imports(database, keys),
        arrangements=Arrangements(database, keys),
        visitors=Visitors(database),
        link_notes=LinkNotes(database),
        wanted_languages=WantedLanguages(database),
        rotations=Rotations(database),
        monitoring=Monitoring(database),
        attempts=Attempts(database),
        scans=Scans(database),
        known=Directory(database, kept_days=chosen.known_days),
        listings=ResponseStore(folder / "listings.db"),
        generations=StoredCacheVersions(database),
        transport=Transport(chosen.api_base_url, breaker=Breaker(chosen.breaker_rest_seconds)),
    )


def _configure(app: Flask, chosen: Settings, collaborators: portal.Portal) -> None:
    portal.install(app, collaborators)
    app.config["SECRET_KEY"] = collaborators.keys.derive("cookies").hex()
    app.config["SECRET_KEY_FALLBACKS"] = None  # sealed forms and visitors' cookies may end with a rotated key
    app.config["TRUSTED_HOSTS"] = chosen.trusted_hosts
    app.config["MAX_CONTENT_LENGTH"] = ONE_MEGABYTE
    app.config["MAX_FORM_MEMORY_SIZE"] = ONE_MEGABYTE  # texts may fill it, not files alone
    app.config["MAX_FORM_PARTS"] = MAX_FORM_PARTS
    app.config["SESSION_COOKIE_SAMESITE"] = "Lax"
    app.config["SESSION_COOKIE_SECURE"] = chosen.https
    if chosen.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, *(chosen.proxies,) * 4)  # type: ignore[method-assign]
    for part in (
        log,
        session,
        templating,
        paths,
        numbers,
        htmx,
        assets,
        navigation,
        messages,
        planning,
        trouble,
        refusals,
        csrf,
        limits,
    ):
        part.init_app(app)
    headers.init_app(app, https=chosen.https)
    last_resort.init_app(app, https=chosen.https)
