"""A converted report file is rated as the file itself: its kind of chess and its year are kept as settings."""

from pathlib import Path

TRF = """012 Small open
042 2025/05/02
052 2025/05/04
122 15+10
001    1      Alfa                              2000 ESP     1000001 2008/01/01  1.5    1     2 w 1     3 b =
001    2      Beta                              1900 ESP     1000002 1990/01/01  1.0    2     1 b 0     4 w 1
001    3      Gama                              1800 ESP     1000003 1990/01/01  1.5    3     4 b 1     1 w =
001    4      Delta                             1700 ESP     1000004 1990/01/01  0.0    4     3 w 0     2 b 0
"""


def test_kind_and_year_are_those_of_the_file(arpo, tmp_path):
    Path(tmp_path, "small.trf").write_text(TRF)
    assert arpo("convert", "small.trf", "--out", "small.xlsx").status == 0
    first, second = (arpo("rate", name, "--out", "r.xlsx", "--json") for name in ("small.trf", "small.xlsx"))
    for done in (first, second):
        assert done.status == 0, done.err
        # 15 minutes and 10 seconds a move: 15 + 60 × 10 / 60 = 25 minutes for 60 moves
        assert done.data["settings"]["kind"]["value"] == "rapid"
        assert done.data["settings"]["year"]["value"] == 2025
    changes = [[player["rating_change"] for player in done.data["players"]] for done in (first, second)]
    assert changes[0] == changes[1]


def test_an_event_after_a_round_keeps_them(arpo, tmp_path):
    Path(tmp_path, "small.trf").write_text(TRF)
    done = arpo("rate", "small.trf", "--round", 1, "--out", "r.xlsx", "--json")
    assert (done.data["settings"]["kind"]["value"], done.data["settings"]["year"]["value"]) == ("rapid", 2025)
