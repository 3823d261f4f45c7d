"""A stated table against a calculation's columns: verdicts, habits of rounding, settings that fit.

`audit/run.py` reads a sheet and asks `inference.settled` for the settings that explain it; for each choice
`judge.judged` goes through the columns, and the first of `conditions.conditions` that holds gives a cell its verdict.

The words of this room, for each cell of a column:

    truth       what the event gives
    carried     what follows, without rounding, if all wrong cells before it are taken as they are stated
    on sheet    what the sheet holds; the carried value where it holds nothing
    origins     the wrong cells that the carried value depends on; the leading one weighs most
    exact       any of the values that the cell may have had before it was rounded: recomputed from a mixture of
                cells on the sheet (their writer went on from what is written) and carried ones (he went on unrounded)
    claim       the decimals that a stated number has, or that its column has
    rounding    how far from what is written the number may be that its writer went on with
    hidden      a column that the sheet doesn't show; its writer may have rounded it (hidden rounding)
    habit       a direction of rounding (down, off, up) that all cells of the sheet share, but for a few
    convention  how a table of ratings was rounded, each column in one way. Its numbers are judged as printed: right is
                what the convention prints, rounded what another way prints that has a name; nothing else is forgiven

An example. Ann's opponents have 1800 and 1700, her dp is 72; the sheet states Ra 1705 (wrong), dp 72, performance
1777.04. The truth of the performance is 1750 + 72 = 1822, its carried value 1705 + 72 = 1777, with Ra as its origin.
1777.04 claims two decimals, so it isn't 1777 rounded: it is wrong itself. Had she written 1777, it would be carried.
"""
