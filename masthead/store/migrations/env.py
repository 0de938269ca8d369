"""Alembic's environment: migrates the connection that store/migrate.py gives."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
