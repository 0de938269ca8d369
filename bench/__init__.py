"""Benchmarks of both programs, next to the least that the same work can cost: compare the ratios."""
