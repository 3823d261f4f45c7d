"""The sheet Player: one player's calculation in live numbers, and beside him another; where do the two part?"""
