"""Pages: the organization they belong to, navigation, messages, problems in words."""
