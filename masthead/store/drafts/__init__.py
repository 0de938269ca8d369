"""What is not sent yet: form input, drafts of structures, texts given to be read."""
