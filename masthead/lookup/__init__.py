"""Looks up objects by the ids and URLs that people enter, and crawls an organization to find more."""
