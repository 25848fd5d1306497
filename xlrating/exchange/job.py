"""Process limits on Windows, which has no `resource`: a job that the process assigns itself to.

See "Job Objects" in the reference of Windows, and there JOBOBJECT_EXTENDED_LIMIT_INFORMATION.
"""

from __future__ import annotations

import ctypes
from ctypes import c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any

#: The limited quantities: processor time and memory.
_TIME, _MEMORY = 0x2, 0x100
#: The information class, and the number of time units per second.
_EXTENDED, _TICKS = 9, 10_000_000


class _Basic(ctypes.Structure):
    _fields_ = (
        ("process_time", c_int64), ("job_time", c_int64), ("flags", c_uint32),
        ("least_set", c_size_t), ("most_set", c_size_t), ("processes", c_uint32),
        ("affinity", c_size_t), ("priority", c_uint32), ("scheduling", c_uint32),
    )  # fmt: skip


class JobLimits(ctypes.Structure):
    """The limits in Windows' structure."""

    _fields_ = (
        ("basic", _Basic), ("counters", c_uint64 * 6), ("process_memory", c_size_t),
        ("job_memory", c_size_t), ("peak_process", c_size_t), ("peak_job", c_size_t),
    )  # fmt: skip


class Job:
    """A job with this process in it; `is_made` says whether the system accepted it."""

    def __init__(self) -> None:
        self.is_made = False
        library: Any = getattr(ctypes, "WinDLL", None)
        if library is None:
            return
        self._system = library("kernel32")
        for name in ("CreateJobObjectW", "GetCurrentProcess"):
            getattr(self._system, name).restype = c_void_p  # a handle has pointer size
        self._job = c_void_p(self._system.CreateJobObjectW(None, None))
        own = c_void_p(self._system.GetCurrentProcess())
        self.is_made = bool(self._job and self._system.AssignProcessToJobObject(self._job, own))

    def limit(self, memory: int, seconds: float = 0) -> bool:
        """Kill this process above these bytes, or seconds of processor time; 0 is unlimited.

        Returns whether the system does. Seconds count from the start of the process.
        """
        limits = JobLimits()
        limits.basic.flags = _MEMORY | (_TIME if seconds else 0)
        limits.basic.process_time = int(seconds * _TICKS)
        limits.process_memory = memory
        size = ctypes.sizeof(limits)
        return self.is_made and bool(
            self._system.SetInformationJobObject(self._job, _EXTENDED, ctypes.byref(limits), size)
        )
