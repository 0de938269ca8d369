"""What the two programs cost, measured beside what the same work costs at the least: read the ratios."""
