"""Windows: bounds the memory of this process with a job object, through the system's own functions."""

from __future__ import annotations

import ctypes
import sys

_PROCESS_MEMORY, _DIE_ON_UNHANDLED = 0x0100, 0x0400
_EXTENDED_LIMITS = 9
_KEPT: dict[str, int] = {}
"""The job of this process, which stays open as long as it lasts; each task sets its limit anew."""


class BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

    _fields_ = (
        ("PerProcessUserTimeLimit", ctypes.c_int64), ("PerJobUserTimeLimit", ctypes.c_int64),
        ("LimitFlags", ctypes.c_uint32), ("MinimumWorkingSetSize", ctypes.c_size_t),
        ("MaximumWorkingSetSize", ctypes.c_size_t), ("ActiveProcessLimit", ctypes.c_uint32),
        ("Affinity", ctypes.c_size_t), ("PriorityClass", ctypes.c_uint32), ("SchedulingClass", ctypes.c_uint32),
    )  # fmt: skip


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("BasicLimitInformation", BasicLimits), ("IoInfo", ctypes.c_uint64 * 6),
        ("ProcessMemoryLimit", ctypes.c_size_t), ("JobMemoryLimit", ctypes.c_size_t),
        ("PeakProcessMemoryUsed", ctypes.c_size_t), ("PeakJobMemoryUsed", ctypes.c_size_t),
    )  # fmt: skip


def limit_memory(size: int) -> bool:
    """Let this process have at most `size` bytes more or less; past that it gets MemoryError. Whether that worked.

    Where it doesn't (a job of somebody else's that allows none inside), the time limit holds all the same.
    """
    if sys.platform == "win32":
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.CreateJobObjectW.restype = kernel.GetCurrentProcess.restype = ctypes.c_void_p
        kernel.CreateJobObjectW.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
        kernel.SetInformationJobObject.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_uint32)
        kernel.AssignProcessToJobObject.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
        job = _KEPT.get("job") or kernel.CreateJobObjectW(None, None)
        is_new = "job" not in _KEPT
        _KEPT["job"] = job
        limits = ExtendedLimits()
        limits.BasicLimitInformation.LimitFlags = _PROCESS_MEMORY | _DIE_ON_UNHANDLED
        limits.ProcessMemoryLimit = size
        return bool(
            job
            and kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
            and (not is_new or kernel.AssignProcessToJobObject(job, kernel.GetCurrentProcess()))
        )
    return False
