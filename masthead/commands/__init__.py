"""Commands for administrators of Masthead, which look after its records."""

from masthead.commands.backup import backup
from masthead.commands.doctor import doctor
from masthead.commands.restore import restore

COMMANDS = (backup, doctor, restore)
