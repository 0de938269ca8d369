"""Runs a program that ends when its parent ends or is killed: die_with_parent.py PARENT_PID PROGRAM ARGUMENT..."""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1  # linux/prctl.h


def main(parent: int, command: list[str]) -> None:
    if sys.platform == "linux":  # on other systems, it outlives a killed parent
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() == parent:  # the parent may have ended before prctl
        os.execvp(command[0], command)  # noqa: S606 - no shell needed


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
