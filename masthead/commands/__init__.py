"""Commands for administrators of Masthead, which look after its records."""

from masthead.commands.backups import backup, restore
from masthead.commands.doctor import doctor

COMMANDS = (backup, doctor, restore)
