"""Serves /healthz and /talk over a process of its own, as gunicorn would: stand_in.py NAME PORT [stubborn]."""

import os
import signal
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer


class Answers(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/talk":  # more than a pipe holds
            print("blah\n" * 50_000, flush=True)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        """Say nothing: the tests read the output."""


def end(_number: int, _frame: object) -> None:
    worker.terminate()
    sys.exit()


name, port, *mood = sys.argv[1:]
worker = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
signal.signal(signal.SIGTERM, signal.SIG_IGN if mood == ["stubborn"] else end)
signal.alarm(60)  # a test that breaks leaves nothing for long
print(f"{name} is {os.getpid()} over {worker.pid}", flush=True)
HTTPServer(("127.0.0.1", int(port)), Answers).serve_forever()
