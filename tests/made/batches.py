"""Folders of small events for a batch, and workers that are this process."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from pipeline.batch.run import Do, Result, Stopped, is_drives_fault, refused
from pipeline.batch.sources import Source
from pipeline.errors import ArpoError
from pipeline.limits import Limits

FOUR = """No.,Name,Rating,Opponent 1,Result 1,Opponent 2,Result 2,Opponent 3,Result 3
1,Alfa,{rating},2,w,3,w,4,d
2,Beta,1900,1,l,4,w,3,w
3,Gama,1800,4,d,1,l,2,l
4,Delta,1700,3,d,2,l,1,d
"""
"""Three rounds of four players."""


def four(rating: int = 2000) -> str:
    """An event, as csv: with another rating, another file."""
    return FOUR.format(rating=rating)


def bad(number: int) -> str:
    """One that is refused: player 1 has beaten 2, who has drawn."""
    return four(2000 + number).replace("2,Beta,1900,1,l", "2,Beta,1900,1,d")


def folder_of(folder: Path, good: int, wrong: int) -> Path:
    """A folder with so many events, and so many that are refused; the latter stand among the former."""
    folder.mkdir(parents=True)
    for number in range(good):
        (folder / f"event-{number:03}.csv").write_text(four(1000 + number))
    for number in range(wrong):
        (folder / f"event-{number * good // wrong:03}x.csv").write_text(bad(number))
    return folder


def here(sources: Iterable[Source], do: Do, limits: Limits) -> Iterator[Result]:
    """Does the files in this process, one after the other."""
    for source in sources:
        try:
            yield source, do(source)
        except ArpoError as error:
            yield source, Stopped(error) if is_drives_fault(error) else refused(source, error, 0.0)
