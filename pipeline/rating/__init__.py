"""Elo: expected scores, rating changes and first ratings, by rule sets that are chosen by name (docs/elo.md)."""
