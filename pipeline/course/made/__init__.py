"""Made events: seeded tournaments on which the method can be learned by hand.

`events.made_event` draws one after the other (`drawing`) and takes the first that has all that a lesson
needs (`musts`).
"""
