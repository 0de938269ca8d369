"""Reactions to comments and replies: each person gives an emoji once."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select
from werkzeug.exceptions import BadRequest

from service.storage.documents import extended, text
from service.tables.comments import reaction
from service.tables.identity import person

MAX_AT_ONCE = 50
MAX_LENGTH = 32
"""Signs of an emoji; some are put together from many."""

_COMMENTS_AT_ONCE = 500


def check_emojis(field: str, given: Sequence[str]) -> None:
    """Raises BadRequest, which names the field."""
    if len(given) > MAX_AT_ONCE:
        raise BadRequest(f"{field}: takes at most {MAX_AT_ONCE} emojis at once.")
    for emoji in given:
        if not 0 < len(emoji) <= MAX_LENGTH or any(sign.isspace() or sign < " " for sign in emoji):
            raise BadRequest(f"{field}: an emoji has 1 to {MAX_LENGTH} characters and no spaces.")


def react(
    connection: Connection, comment_id: str, by: str, added: Sequence[str], removed: Sequence[str], now: str
) -> None:
    """Add and remove reactions. One that is both added and removed is removed."""
    rows = select(reaction.c.emoji).where(reaction.c.comment == comment_id, reaction.c.person == by)
    given = set(connection.scalars(rows))
    gone = given & set(removed)
    if gone:
        own = (reaction.c.comment == comment_id, reaction.c.person == by)
        connection.execute(delete(reaction).where(*own, reaction.c.emoji.in_(gone)))
    new = [emoji for emoji in dict.fromkeys(added) if emoji not in given and emoji not in removed]
    if new:
        shared = {"comment": comment_id, "person": by, "reacted_at": now}
        connection.execute(insert(reaction), [{"emoji": emoji, **shared} for emoji in new])


def reactions_of(connection: Connection, comments: Sequence[str]) -> dict[str, str]:
    """JSON arrays by comment, for the comments that have any; emojis and people in the order in which they came."""
    found: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    columns = (reaction.c.comment, reaction.c.emoji, reaction.c.reacted_at, person.c.document)
    rows = select(*columns).join(person, person.c.id == reaction.c.person).order_by(reaction.c.number)
    # Databases take only so many parameters in one statement.
    for first in range(0, len(comments), _COMMENTS_AT_ONCE):
        some = comments[first : first + _COMMENTS_AT_ONCE]
        for row in connection.execute(rows.where(reaction.c.comment.in_(some))):
            reactor = extended(text({"reactedAt": row.reacted_at}), user=row.document)
            found[row.comment][row.emoji].append(reactor)
    return {comment: f"[{','.join(_reaction(*each) for each in by.items())}]" for comment, by in found.items()}


def _reaction(emoji: str, reactors: Sequence[str]) -> str:
    return extended(text({"emoji": emoji, "count": len(reactors)}), users=f"[{','.join(reactors)}]")
