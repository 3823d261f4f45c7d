"""`arpo page`: a page of this computer for people without a terminal. It calls `commands` and has no rules of its own.

Two processes: the server, which imports nothing heavy, and workers (`pipeline.isolation`), which do all that a command
does, within its limits, and can be stopped at any moment.

    serving    the socket, the address, the end      guard    who may ask, and what a browser may do with a page
    site       what is answered at which address     visits   the files of a visit, and when they go
    jobs       what a worker is doing, or did        views    what a worker hands back: texts, tables, files
    rendering  templates/page, in a language         work/    the worker's side: a command called, its result as a view
"""
