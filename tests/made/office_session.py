"""Run by LibreOffice's own Python: opens workbooks, types into their cells as somebody would, and tells what follows.

Standard input is one JSON object: `soffice` (the command that starts LibreOffice) and `books`, each with its `path` and
`cases` (lists of [sheet, cell, value]). Standard output has a line for each case of each workbook in turn, and after
its last case one for the workbook with everything put back: {sheet: rows of values}. After each case the cells get back
what they held.

A workbook is calculated anew when it is opened (the profile says so); after that LibreOffice itself knows what depends
on the cell that was typed into, as it does for a user.
"""

import json
import os
import signal
import subprocess
import sys
import time
import uuid

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.table.CellContentType import EMPTY, TEXT, VALUE

STARTING = 120
"""Seconds that LibreOffice may take until it answers."""


def started(command):
    """LibreOffice's desktop, started for this script alone, and its process."""
    name = f"arpo-{uuid.uuid4().hex}"
    process = subprocess.Popen(
        [*command, "--headless", "--norestore", "--invisible", f"--accept=pipe,name={name};urp;"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    manager = uno.getComponentContext().ServiceManager
    resolver = manager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    end = time.monotonic() + STARTING
    while time.monotonic() < end:
        try:
            context = resolver.resolve(f"uno:pipe,name={name};urp;StarOffice.ComponentContext")
            return context.ServiceManager.createInstance("com.sun.star.frame.Desktop"), process
        except NoConnectException:
            time.sleep(0.1)
    end_all(process)
    raise SystemExit("LibreOffice did not answer")


def end_all(process):
    """End LibreOffice: the command is a script that starts another program, so the whole session goes."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def put(cell, value):
    """Type a value into the cell: None empties it, a text that begins with = is a formula."""
    if value is None or str(value).startswith("="):
        cell.setFormula(value or "")
    elif isinstance(value, str):
        cell.setString(value)
    else:
        cell.setValue(value)


def giving_back(cell):
    """What gives the cell back what it holds now."""
    if cell.Type == EMPTY:
        return cell.setFormula, ""
    if cell.Type == TEXT:
        return cell.setString, cell.getString()
    if cell.Type == VALUE:
        return cell.setValue, cell.getValue()
    return cell.setFormula, cell.getFormula()


def read(book):
    """The values of each sheet from A1 on, row by row; an error is its text, a blank is empty."""
    found = {}
    for sheet in book.Sheets:
        cursor = sheet.createCursor()
        cursor.gotoEndOfUsedArea(True)
        rows = [list(row) for row in cursor.getDataArray()]
        for i, row in enumerate(rows):
            for j, value in enumerate(row):
                if value is None:
                    row[j] = sheet.getCellByPosition(j, i).getString()
        found[sheet.Name] = rows
    print(json.dumps(found), flush=True)


def go_through(book, cases):
    """Type each case, read, and put everything back."""
    for sheet in book.Sheets:
        sheet.unprotect("")
    for case in cases:
        cells = [(book.Sheets.getByName(sheet).getCellRangeByName(cell), value) for sheet, cell, value in case]
        back = [giving_back(cell) for cell, _ in cells]
        for cell, value in cells:
            put(cell, value)
        read(book)
        for give, held in back:
            give(held)
    read(book)


def main():
    """Do what standard input says."""
    task = json.load(sys.stdin)
    desktop, process = started(task["soffice"])
    hidden = PropertyValue()
    hidden.Name, hidden.Value = "Hidden", True
    try:
        for book in task["books"]:
            opened = desktop.loadComponentFromURL(uno.systemPathToFileUrl(book["path"]), "_blank", 0, (hidden,))
            go_through(opened, book["cases"])
            opened.close(True)
    finally:
        try:
            desktop.terminate()
            process.wait(30)
        except Exception:
            end_all(process)
            raise


main()
