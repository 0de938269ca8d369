"""Titles are found however their letters are encoded."""

import unicodedata

from alembic import op
from sqlalchemy import text

revision = "0014"
down_revision = "0013"

CHANGE = text("UPDATE site SET folded_title = :folded WHERE number = :number")


def upgrade() -> None:
    """Compose the letters of titles that came in parts; their index follows."""
    connection = op.get_bind()
    for number, title in connection.execute(text("SELECT number, folded_title FROM site")).all():
        folded = unicodedata.normalize("NFC", unicodedata.normalize("NFD", title).casefold())
        if folded != title:
            connection.execute(CHANGE, {"number": number, "folded": folded})
