"""Many events at once: which files there are and what their results are called (`sources`), what is done already
(`ledger`), doing the rest in processes of their own (`run`), and the list of all (`summary`).

What is done with one event is given from outside (`pipeline.commands.batch`): nothing here knows reports or tables.
"""
