"""What the API accepts and answers, declared once. Everything else in the house reads it here."""
