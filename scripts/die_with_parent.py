"""Runs a program that ends when its parent ends, however: die_with_parent.py PARENT_PID PROGRAM ARGUMENT..."""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1  # linux/prctl.h


def main(parent: int, command: list[str]) -> None:
    if sys.platform == "linux":  # elsewhere only a parent that is killed outright leaves it running
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() == parent:  # it may have ended before the kernel was told
        os.execvp(command[0], command)  # noqa: S606 - no shell wanted


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
