"""Reads tables of people row by row, and compares them with the members of a team."""
