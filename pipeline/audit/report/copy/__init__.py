"""The annotated copy: the user's workbook, changed only where the audit has something to show.

It is made on the XML of the file itself. A library that loads and saves a workbook would lose charts, pictures, shapes
and extensions; here every part that isn't named stays byte for byte what it was.
"""
