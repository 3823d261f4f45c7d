"""The sentences of an audit, in English, by the names that its code has for them; `Words` fills them in.

A name is what the code says (`Fit("c_plain")`, `Remark("c_once", …)`) and what --json calls a cause or a remark. Here
it gets its sentence: as `said`, or as `counting` where it has a form of its own for one ({count}). The other languages
are in the catalogues, as of every other word (`make words`). Columns are named as in the sheet.

labels.py     verdicts, headings and labels; what columns are called where the sheet has no name for them
remarks.py    what was seen besides, and what limits the outcome
causes.py     what was probably done
"""
