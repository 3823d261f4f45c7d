"""The catalogues of templates/words: what users read, collected from code and page templates, and its translations.

`make words` brings them up to date: it adds the sentences that are new in the code to every XX.po, with a translation
to be filled in, takes away those that no code says any more, and compiles XX.mo, which the program reads. Files are
sorted and hold no places and no dates, so that two people's additions seldom meet; where git finds a conflict all the
same, `make words` merges the two sides by entry. Exit status 1 where something is left to translate, with a list of it.

A language is one file: copy es.po to XX.po, put its name, its plural rule and its decimal sign into the head, empty
the translations and fill them in.

The catalogues are gettext's, because that is what translators' programs open, because plurals are each language's own
in it, and because Python reads it without another package. Babel is needed here alone, not by the program.
"""

from __future__ import annotations

import ast
import difflib
import io
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import jinja2
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "templates" / "words"
CALLS = {"said": 1, "counted": 2, "counting": 2}
"""The functions that mark a text for users, with how many of their first arguments are such texts."""
_LIKE = 0.6
"""How like a sentence is to one that went, from 0 to 1, for its translation to be kept as a draft."""

Id = str | tuple[str, str]
"""A sentence, or the forms of one for one thing and for several."""


@dataclass
class Collected:
    """The sentences of the code, and the calls that no sentence can be read from."""

    ids: set[Id] = field(default_factory=set)
    unreadable: list[str] = field(default_factory=list)


def collected(paths: Iterable[Path] | None = None) -> Collected:
    """What code and page templates say to users, by the calls of `said`, `counted` and `counting`."""
    found = Collected()
    own = [*(ROOT / "pipeline").rglob("*.py"), *(ROOT / "templates" / "page").glob("*.html")]
    for path in sorted(own) if paths is None else paths:
        if path.suffix == ".py":
            found.ids |= _help(path)
        for line, texts in _calls(path) if path.suffix == ".py" else _calls_in_template(path):
            if any(text is None for text in texts):
                found.unreadable.append(f"{path.name}:{line}")
            elif texts != [""]:  # the empty text is the catalogue's own head
                found.ids.add(texts[0] if len(texts) == 1 else (texts[0], texts[1]))  # type: ignore[arg-type]
    return found


def _calls(path: Path) -> Iterator[tuple[int, list[str | None]]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            texts = [_literal(argument) for argument in node.args[: CALLS[node.func.id]]]
            yield node.lineno, texts if len(texts) == CALLS[node.func.id] else [None]


def _calls_in_template(path: Path) -> Iterator[tuple[int, list[str | None]]]:
    for node in jinja2.Environment().parse(path.read_text(encoding="utf-8")).find_all(jinja2.nodes.Call):
        if isinstance(node.node, jinja2.nodes.Name) and node.node.name in CALLS:
            texts = [arg.value if isinstance(arg, jinja2.nodes.Const) else None for arg in node.args]
            texts = texts[: CALLS[node.node.name]]
            yield node.lineno, texts if len(texts) == CALLS[node.node.name] else [None]


def _help(path: Path) -> set[Id]:
    """The help of the command in a module of pipeline/cli: the docstring of the function of the same name."""
    if path.parent.name != "cli":
        return set()
    functions = (node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef))
    helps = (ast.get_docstring(node) or "" for node in functions if node.name == path.stem)
    return {text for text in helps if "Example: " in text}


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


class Entry(NamedTuple):
    """A translation: its form, or those that the language's plural rule counts; empty where there is none yet."""

    forms: tuple[str, ...] = ()
    is_draft: bool = False
    comments: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether it is translated, in all forms."""
        return bool(self.forms) and all(self.forms)


@dataclass
class Words:
    """The catalogue of a language: the head of its file, as it stands there, and the translations by sentence."""

    language: str
    head: str
    entries: dict[Id, Entry] = field(default_factory=dict)


def first(id_: Id) -> str:
    """The sentence, or its form for one thing."""
    return id_ if isinstance(id_, str) else id_[0]


def catalogues() -> dict[str, Path]:
    """The languages that there is a catalogue of, with its file."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.po"))}


def read(path: Path) -> Words:
    """The catalogue in a file."""
    return parsed(path.read_text(encoding="utf-8"), path.stem)


def parsed(text: str, language: str) -> Words:
    """A catalogue from the text of its file."""
    words = Words(language, text.strip().partition("\n\n")[0])
    for message in read_po(io.StringIO(text), locale=language, ignore_obsolete=True, abort_invalid=True):
        if message.id:
            id_ = message.id if isinstance(message.id, str) else (message.id[0], message.id[1])
            forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            words.entries[id_] = Entry(forms if any(forms) else (), message.fuzzy, tuple(message.user_comments))
    return words


def updated(old: Words, ids: set[Id]) -> Words:
    """The catalogue with an entry for each of `ids` and no other.

    A new sentence that is like one that went gets its translation as a draft, marked fuzzy; the program doesn't use it.
    """
    gone = {first(id_): id_ for id_, entry in old.entries.items() if id_ not in ids and entry.forms}
    entries = {id_: old.entries[id_] for id_ in ids & old.entries.keys()}
    for id_ in ids - old.entries.keys():
        likes = difflib.get_close_matches(first(id_), gone, n=1, cutoff=_LIKE)
        draft = [like for like in map(gone.__getitem__, likes) if type(like) is type(id_)]
        entries[id_] = old.entries[draft[0]]._replace(is_draft=True) if draft else Entry()
    return Words(old.language, old.head, entries)


def merged(base: Words | None, ours: Words, theirs: Words) -> Words:
    """Two sides of a conflict as one, by entry: what one side changed is as that side has it, else as `theirs`."""
    before, entries = base.entries if base else {}, dict[Id, Entry]()
    for id_ in ours.entries.keys() | theirs.entries.keys():
        mine, other = ours.entries.get(id_), theirs.entries.get(id_)
        if mine and other:
            entries[id_] = other if other.forms and other != before.get(id_) else mine
        elif id_ not in before:  # else the other side took it away
            entries[id_] = mine or other or Entry()
    return Words(ours.language, ours.head, entries)


class _Catalog(Catalog):
    """Babel's, with the head that the file has, and nothing of today's."""

    def __init__(self, words: Words, ids: Iterable[Id]) -> None:
        super().__init__(fuzzy=False)
        lines = [line[1:-3] for line in words.head.splitlines() if line.endswith('\\n"')]
        self.mime_headers = [(name, value.strip()) for name, _, value in (line.partition(":") for line in lines)]
        self._head = Message("", "".join(f"{line}\n" for line in lines))
        for id_ in sorted(ids, key=first):
            entry = words.entries[id_]
            string = entry.forms[0] if isinstance(id_, str) and entry.forms else entry.forms
            message = self.add(id_, string or None, user_comments=entry.comments)
            # Babel takes "5 % of" for a format of C, and says so to the translator's program.
            message.flags = {"fuzzy"} if entry.is_draft else set()

    def __iter__(self) -> Iterator[Message]:
        yield self._head
        yield from (message for message in super().__iter__() if message.id)


def po_bytes(words: Words) -> bytes:
    """The catalogue's file: sorted, a line a sentence, without places and dates."""
    out = io.BytesIO()
    write_po(out, _Catalog(words, words.entries), width=0, no_location=True, omit_header=True)
    return f"{words.head}\n\n".encode() + out.getvalue().strip(b"\n") + b"\n"


def mo_bytes(words: Words) -> bytes:
    """What the program reads: the head, and the translations that are complete and no drafts."""
    out = io.BytesIO()
    write_mo(out, _Catalog(words, [id_ for id_, e in words.entries.items() if e.is_complete and not e.is_draft]))
    return out.getvalue()


def faults(words: Words, found: Collected) -> list[str]:
    """All that is wrong with a catalogue, one line each: missing, unused, draft, untranslated, other {details}."""
    lines = [f"{words.language}: missing: {first(id_)}" for id_ in found.ids - words.entries.keys()]
    for id_, entry in words.entries.items():
        wrong = (
            "unused" if id_ not in found.ids
            else "not translated" if not entry.is_complete
            else "a draft, to be looked at" if entry.is_draft
            else "not the same {details}" if not _same_details(id_, entry.forms)
            else ""
        )
        lines += [f"{words.language}: {wrong}: {first(id_)}"] if wrong else []
    return sorted(lines)


def _same_details(id_: Id, forms: tuple[str, ...]) -> bool:
    """Whether the translation names the details that the sentence does; one that counts may leave the count out."""
    if isinstance(id_, str):
        return details(id_) == details(forms[0])
    wanted = details(id_[0]) | details(id_[1]) | {"count"}
    return all(details(form) | {"count"} == wanted for form in forms)


def details(text: str) -> set[str]:
    """The names in braces; none in a text whose braces are meant as such."""
    try:
        return {name.partition(".")[0].partition("[")[0] for _, name, _, _ in Formatter().parse(text) if name}
    except ValueError:
        return set()


def _sides(path: Path) -> list[Words | None]:
    """What git has of a file in conflict: its common state, and both sides; nothing where there is no conflict."""
    name = path.relative_to(ROOT).as_posix()
    unmerged = subprocess.run(["git", "ls-files", "--unmerged", "--", name], cwd=ROOT, capture_output=True, text=True)
    if unmerged.returncode or not unmerged.stdout:
        return []
    stages = [subprocess.run(["git", "show", f":{stage}:{name}"], cwd=ROOT, capture_output=True) for stage in (1, 2, 3)]
    return [None if stage.returncode else parsed(stage.stdout.decode(), path.stem) for stage in stages]


def main() -> int:
    """Bring all catalogues up to date; what is left to do is said. Returns the exit status."""
    found = collected()
    lines = [f"not a literal, so it can't be collected: {place}" for place in found.unreadable]
    for path in catalogues().values():
        base, ours, theirs = _sides(path) or (None, None, None)
        catalogue = updated(merged(base, ours, theirs) if ours and theirs else read(path), found.ids)
        path.write_bytes(po_bytes(catalogue))
        path.with_suffix(".mo").write_bytes(mo_bytes(catalogue))
        lines += faults(catalogue, found)
        left = len(faults(catalogue, found))
        print(f"{path.relative_to(ROOT)}: {len(found.ids)} sentences, {left} of them to be looked at")
    print("\n".join(f"  {line}" for line in lines), end="\n" if lines else "")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
