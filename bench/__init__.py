"""Benchmarks of both programs, next to the minimum cost of the same work: compare the ratios."""
