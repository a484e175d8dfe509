"""Serve the floor under the product's own server: URL PORT THREADS WORKERS."""

import sys

from bench.floor import create_floor
from scorekeeper.cli.serve import Server


def main() -> None:
    url, port, threads, workers = sys.argv[1:]
    Server(
        lambda: create_floor(url),
        host="127.0.0.1",
        port=int(port),
        threads=int(threads),
        workers=int(workers),
    ).run()


main()
