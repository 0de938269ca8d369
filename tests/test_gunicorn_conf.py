"""What a worker of gunicorn does with its memory: large answers of the API leave no more behind than what is kept."""

from pathlib import Path

from tests.test_app import started_with

CONFIGURED = """
import ctypes, runpy, threading
configuration = runpy.run_path('gunicorn.conf.py')
configuration['post_worker_init'](None)
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.sbrk.restype = ctypes.c_void_p
"""
# malloc_info lists the heaps while each thread holds something in its own.
HEAPS = """
held, ended = threading.Barrier(9), threading.Event()
def hold():
    small = bytearray(20_000)
    held.wait()
    ended.wait()
for _ in range(8):
    threading.Thread(target=hold).start()
held.wait()
libc.malloc_info(0, ctypes.c_void_p.in_dll(libc, 'stdout'))
libc.fflush(None)
ended.set()
"""
# Once a large block was freed, the C library would take the next one from its heap, which ends at sbrk(0).
OUTSIDE = """
libc.free(ctypes.c_void_p(libc.malloc(1_000_000)))
print(libc.malloc(1_000_000) > libc.sbrk(0))
"""
# Small blocks that are kept stand between the large ones that are freed.
RETURNED = """
def resident():
    with open('/proc/self/statm') as told:
        return int(told.read().split()[1])
pairs = [(bytearray(b'x' * 50_000), bytearray(b'x' * 1_000)) for _ in range(800)]
kept = [small for _, small in pairs]
del pairs
before = resident()
configuration['post_request'](threading.local(), None, None, None)
print(resident() < before / 2)
"""


def test_threads_share_two_heaps(tmp_path: Path) -> None:
    assert started_with(tmp_path, CONFIGURED + HEAPS).stdout.count("<heap nr=") == 2


def test_large_blocks_stay_out_of_the_heaps(tmp_path: Path) -> None:
    assert started_with(tmp_path, CONFIGURED + OUTSIDE).stdout == "True\n"


def test_what_lies_free_is_given_back_after_a_request(tmp_path: Path) -> None:
    assert started_with(tmp_path, CONFIGURED + RETURNED).stdout == "True\n"
