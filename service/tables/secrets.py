"""What the service signs with. The migration that makes the table fills it: every database has secrets of its own."""

from sqlalchemy import Column, Table, Text

from service.tables.schema import metadata

secret = Table("secret", metadata, Column("name", Text, primary_key=True), Column("value", Text, nullable=False))
