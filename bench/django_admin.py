"""The list of sites in the admin of Django, as a project in one file, for `bench.side_by_side`."""

import os
import sys
from datetime import UTC, datetime

import django
from django.conf import settings

CONTRIB = "django.contrib"
MIDDLEWARE = (
    "django.middleware.security.SecurityMiddleware",
    f"{CONTRIB}.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    f"{CONTRIB}.auth.middleware.AuthenticationMiddleware",
    f"{CONTRIB}.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
)
CONTEXT = [
    "django.template.context_processors.request",
    f"{CONTRIB}.auth.context_processors.auth",
    f"{CONTRIB}.messages.context_processors.messages",
]
DATABASE = {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["PEER_DATABASE"], "CONN_MAX_AGE": None}
# The settings of `django-admin startproject` that the admin needs, for production.
settings.configure(
    SECRET_KEY="of a measurement",  # noqa: S106 - protects nothing
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF="bench.django_admin",
    USE_TZ=True,
    STATIC_URL="static/",
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    DATABASES={"default": DATABASE},
    INSTALLED_APPS=[
        *(f"{CONTRIB}.{name}" for name in ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")),
        "bench",
    ],
    MIDDLEWARE=MIDDLEWARE,
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {"context_processors": CONTEXT},
        }
    ],
)
django.setup()

# These imports need the settings above.
from django.contrib import admin  # noqa: E402
from django.contrib.auth import get_user_model  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.urls import path  # noqa: E402


class Depot(models.Model):  # type: ignore[misc] # Django is not installed where types are checked
    """A site with the fields that the portal's list shows."""

    title = models.CharField(max_length=128)
    published = models.BooleanField()
    visibility = models.CharField(max_length=20)
    site_spaces = models.IntegerField()
    created_at = models.DateTimeField()

    class Meta:
        app_label = "bench"
        ordering = ("pk",)

    def __str__(self) -> str:
        return str(self.title)


@admin.register(Depot)
class DepotAdmin(admin.ModelAdmin):  # type: ignore[misc]
    """Columns, filters and search as in the portal, a hundred rows per page."""

    list_display = ("title", "published", "visibility", "site_spaces", "created_at")
    list_filter = ("published", "visibility")
    search_fields = ("title",)
    list_per_page = 100


urlpatterns = [path("admin/", admin.site.urls)]
application = get_wsgi_application()


def fill(count: int) -> None:
    """Fill the database PEER_DATABASE with this many sites, and print the key of a session."""
    call_command("migrate", verbosity=0)
    with connection.schema_editor() as schema:
        schema.create_model(Depot)
    Depot.objects.bulk_create(
        Depot(
            title=f"Depot {number:06}",
            published=number % 2 == 0,
            visibility="public",
            site_spaces=number % 7,
            created_at=datetime(2025, 2, 3, 7, tzinfo=UTC),
        )
        for number in range(count)
    )
    alice = get_user_model().objects.create_superuser("alice", password=None)
    session = SessionStore()
    session.update({"_auth_user_id": str(alice.pk), "_auth_user_hash": alice.get_session_auth_hash()})
    session["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
    session.create()
    sys.stdout.write(session.session_key)
