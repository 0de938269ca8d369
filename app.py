"""The portal: `create_app()` reads the settings and wires the parts together."""

import os
import resource
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
from flask import Flask
from flask.cli import AppGroup
from werkzeug.middleware.proxy_fix import ProxyFix

from blueprints.places import PLACES
from masthead.client import Breaker, Transport
from masthead.store.errors import StoreError, WeakKeyError
from masthead.store.keys import Secrets, read_secrets
from masthead.store.store import Store, open_store
from masthead.web.http.log import configure_log, log
from masthead.web.http.paths import PathPrefix, PortalApp
from masthead.web.http.request_lock import lock_released, wait_for_lock
from masthead.web.http.settings import NO_SHARED_KEY, ROOT, Settings, SettingsError, read_settings, unknown_settings
from masthead.web.person.portal import ClosedPortal, Portal, create_providers, install_portal
from masthead.web.places import register_places
from masthead.web.setup import register_after_views, register_before_views

if TYPE_CHECKING:
    from masthead.web.http.metrics import Metrics
    from masthead.web.http.tracing import Tracing

ONE_MEGABYTE = 1024 * 1024
MAX_FORM_PARTS = 3000


class OperatorCommands(AppGroup):
    """The `flask` command group. Masthead's own commands are imported only when a command is looked up."""

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        self._load()
        return super().get_command(context, name)

    def list_commands(self, context: click.Context) -> list[str]:
        self._load()
        return super().list_commands(context)

    def _load(self) -> None:
        from masthead.commands import COMMANDS  # noqa: PLC0415 - a portal that serves pages runs none

        for command in COMMANDS:
            self.add_command(command)


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Build the portal from MASTHEAD_* variables; `config` overrides them. Exits with status 1 if one is invalid."""
    _disable_core_dumps()
    configure_log()
    app = PortalApp("masthead", root_path=str(ROOT))
    app.cli = OperatorCommands("masthead")
    app.config.from_prefixed_env("MASTHEAD")
    for name in ("OPERATOR_TOKEN", "TOKEN"):  # the commands read them where they are
        app.config.pop(name, None)
    app.config.from_mapping(config)
    with _exit_on_error():
        settings = read_settings(app.config)
        secrets = _load_secrets(settings)
        closed = ClosedPortal(settings, secrets, lambda: _open_portal(settings, secrets))
        opened = closed if _is_flask_command() else closed.open()
        install_portal(app, opened)
        if isinstance(opened, Portal) and opened.metrics is not None:
            opened.metrics.count_requests(app)
        if isinstance(opened, Portal) and opened.tracing is not None:
            opened.tracing.trace_requests(app)
        _configure_app(app, settings, opened)
        register_before_views(app, https=settings.https)
    register_places(app, PLACES)
    register_after_views(app)
    if opened is not closed:
        for unknown in unknown_settings(os.environ):
            log.warning(unknown)
        if settings.lacks_shared_key:
            log.warning(NO_SHARED_KEY)
    return app


@contextmanager
def _exit_on_error() -> Iterator[None]:
    try:
        yield
    except (SettingsError, WeakKeyError, StoreError, OSError) as wrong:
        print(f"masthead: {wrong}", file=sys.stderr)  # noqa: T201 - there is no log before there are settings
        raise SystemExit(1) from None


def _disable_core_dumps() -> None:
    """Disable core dumps, which would contain the keys and tokens in memory."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def _is_flask_command() -> bool:
    """Return whether `flask` is looking up one of our commands. Some need no store, and some repair it."""
    context = click.get_current_context(silent=True)
    return context is not None and isinstance(context.command, click.Group)


def _load_secrets(settings: Settings) -> Secrets:
    folder = settings.instance_path
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        message = f"MASTHEAD_INSTANCE_PATH is '{folder}'. Allowed: a folder that can be written ({problem.strerror})."
        raise SettingsError(message) from problem
    return read_secrets(folder, settings.secret_key, settings.secret_key_fallbacks)


def _open_portal(settings: Settings, secrets: Secrets) -> Portal:
    with _exit_on_error():
        store = open_store(
            settings.instance_path,
            secrets,
            url=settings.database_url,
            known_days=settings.known_days,
            keep_seconds=settings.keep_enforcement_seconds,
        )
    metrics = _create_metrics(store) if settings.metrics_token else None
    tracing = _create_tracing(settings)
    transport = Transport(
        settings.api_base_url,
        breaker=Breaker(settings.breaker_rest_seconds),
        while_waiting=lock_released,
        run_alone=wait_for_lock,
        metrics=metrics,
        tracing=tracing,
    )
    return Portal(settings, store, transport, create_providers(settings, store.attempts), metrics, tracing)


def _create_metrics(store: Store) -> "Metrics":
    from masthead.web.http.metrics import Metrics  # noqa: PLC0415 - its library is loaded where somebody reads metrics

    metrics = Metrics()
    store.database.watch_connections(metrics.connection_taken, metrics.connection_returned)
    return metrics


def _create_tracing(settings: Settings) -> "Tracing | None":
    if settings.traces_url is None:
        return None
    from masthead.web.http.tracing import Tracing  # noqa: PLC0415 - its library is loaded where somebody collects traces

    return Tracing(settings.traces_url)


def _configure_app(app: Flask, settings: Settings, opened: Portal | ClosedPortal) -> None:
    if isinstance(opened, Portal):  # a command draws no page
        app.config["SECRET_KEY"] = opened.store.keys.derive("cookies").hex()
    app.config["SECRET_KEY_FALLBACKS"] = None  # sealed forms and visitors' cookies may end with a rotated key
    app.config["TRUSTED_HOSTS"] = settings.trusted_hosts
    app.config["MAX_CONTENT_LENGTH"] = ONE_MEGABYTE
    app.config["MAX_FORM_MEMORY_SIZE"] = ONE_MEGABYTE  # texts may fill it, not files alone
    app.config["MAX_FORM_PARTS"] = MAX_FORM_PARTS
    app.config["SESSION_COOKIE_SAMESITE"] = "Lax"
    app.config["SESSION_COOKIE_SECURE"] = settings.https
    app.wsgi_app = PathPrefix(app.wsgi_app, settings.path_prefix)  # type: ignore[method-assign]
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, *(settings.proxies,) * 5)  # type: ignore[method-assign]
