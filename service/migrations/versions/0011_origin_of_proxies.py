"""The origin of a proxy is the address that was set, and its target the site's own: they were kept the other way round.

Within a JSON text, no title or other value can contain the quotes that the pattern has.
"""

import re

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

SITE = sa.table("site", sa.column("number", sa.BigInteger()), sa.column("document", sa.Text()))
SWAPPED = re.compile(r'"proxy":\{"origin":"([^"]*)","target":"https://([^"]*)"\}')


def upgrade() -> None:
    connection = op.get_bind()
    proxied = sa.select(SITE.c.number, SITE.c.document).where(SITE.c.document.contains('"proxy":{'))
    for number, document in connection.execute(proxied).all():
        turned = SWAPPED.sub(r'"proxy":{"origin":"\2","target":"\1"}', document)
        connection.execute(sa.update(SITE).where(SITE.c.number == number).values(document=turned))
