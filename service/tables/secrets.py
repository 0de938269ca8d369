"""Signing secrets. The migration that creates the table fills it, so that each database has its own."""

from sqlalchemy import Column, Table, Text

from service.tables.schema import metadata

secret = Table("secret", metadata, Column("name", Text, primary_key=True), Column("value", Text, nullable=False))
