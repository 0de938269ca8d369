"""`python -m bench.django_admin.prepare 10000`: makes the database with so many sites, and prints a session's key."""

import sys
from datetime import UTC, datetime

import django
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command


def main() -> None:
    django.setup()
    call_command("migrate", run_syncdb=True, verbosity=0)
    site, user = apps.get_model("django_admin", "AdminSite"), apps.get_model(settings.AUTH_USER_MODEL)
    site.objects.bulk_create(
        site(
            title=f"Depot {number:06}",
            published=number % 2 == 0,
            visibility="public",
            site_spaces=number % 7,
            created_at=datetime(2025, 2, 3, 7, tzinfo=UTC),
        )
        for number in range(int(sys.argv[1]))
    )
    alice = user.objects.create_superuser("alice", password=None)
    session = SessionStore()
    session.update({"_auth_user_id": str(alice.pk), "_auth_user_hash": alice.get_session_auth_hash()})
    session["_auth_user_backend"] = "django.contrib.auth.backends.ModelBackend"
    session.create()
    sys.stdout.write(session.session_key)


if __name__ == "__main__":
    main()
