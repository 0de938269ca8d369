"""The directory: objects that each person has come across, and crawls for more."""
