"""The bounds of a whole command: computing time and memory after reading, and only while the command runs."""

import dataclasses
import signal
import sys
import time

import pytest

from pipeline.containment import contained, hold
from pipeline.errors import TooMuchError
from pipeline.limits import LARGE, NORMAL

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such timer")


def computing(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def test_computing_too_long():
    with pytest.raises(TooMuchError, match="more than 1 seconds.*\n.*--iterations.*--limits large"), contained():
        hold(dataclasses.replace(NORMAL, seconds=1))
        computing(5)


def test_waiting_is_not_computing():
    with contained():
        hold(dataclasses.replace(NORMAL, seconds=0.3))
        time.sleep(0.8)


def test_too_much_memory():
    with pytest.raises(TooMuchError, match="more than 50 MB") as caught, contained():
        hold(dataclasses.replace(LARGE, memory_mb=50))
        kept = bytearray(b"x" * 120_000_000)
        computing(2)
        assert not kept
    assert "--limits" not in str(caught.value)  # they are the largest already


def test_nothing_is_bounded_outside():
    before = signal.getsignal(signal.SIGPROF)
    hold(dataclasses.replace(NORMAL, seconds=0))
    computing(0.6)
    with contained():
        hold(NORMAL)
        assert signal.getitimer(signal.ITIMER_PROF)[1] > 0
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)
    assert signal.getsignal(signal.SIGPROF) == before
