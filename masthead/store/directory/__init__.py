"""The directory: objects that each person knows from answers of the API, and crawls that read more."""
