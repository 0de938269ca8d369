"""Plans: many changes, carried out step by step."""
