"""Tie-breaks and the order of the standings: the codes of FIDE's C.07, RP and ARPO, and what an input states.

codes     the registry: each code with its article, its column and how it compares; orders are lists of them
rounds    the event as article 16 reads it: what each round held for each player
ranking   ranks, code after code; direct the one code that is an order within a tied group, and no value
standings the finished list: who is where, tied with whom, and by which code it was decided
"""
