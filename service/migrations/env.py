"""Runs the migrations on the connection of service/migrate.py."""

from alembic import context

from service.tables import metadata

connection = context.config.attributes["connection"]
# SQLite cannot alter a table in place: a migration that does so rebuilds it.
context.configure(connection=connection, target_metadata=metadata, render_as_batch=connection.dialect.name == "sqlite")
with context.begin_transaction():
    context.run_migrations()
