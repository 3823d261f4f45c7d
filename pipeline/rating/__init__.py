"""Elo: expected scores, rating changes and first ratings by rule sets that are chosen by name (METHOD.md section 7)."""
