"""The sheets of an exercise: where everything stands (`layout`), what students get (`student`), and its solution."""
