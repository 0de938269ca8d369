"""The directory: the objects that each person knows from API responses, and crawls that find more."""
