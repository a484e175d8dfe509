"""`scorekeeper serve`: the service for a browser.

One process with threads on the embedded database, several processes on PostgreSQL. The database
is brought up to date before the first request, under a lock, so several machines may start at
once. The worker for long jobs runs inside.
"""

import errno
import gc
import socket
import time
from collections.abc import Callable
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING
from typing import Any

import click
from gunicorn.app.base import BaseApplication

from scorekeeper.cli import language
from scorekeeper.server import ReceivingWorker

if TYPE_CHECKING:
    from scorekeeper.config import Config

GRACE_SECONDS = 20
# A killed service needs a moment to let go of its port: its worker looks once a second.
PORT_PATIENCE_SECONDS = 3.0

Hook = Callable[..., None]


class Server(BaseApplication):  # type: ignore[misc]  # gunicorn ships no types
    """gunicorn with our settings; `make` builds the application, once in every worker."""

    def __init__(
        self,
        make: Callable[[], Any],
        *,
        host: str,
        port: int,
        threads: int,
        workers: int,
        hooks: Mapping[str, Hook] | None = None,
    ) -> None:
        self._make = make
        self._settings: dict[str, Any] = {
            "bind": [f"[{host}]:{port}" if ":" in host else f"{host}:{port}"],
            "worker_class": ReceivingWorker,
            "workers": workers,
            "threads": threads,
            "graceful_timeout": GRACE_SECONDS,
            "loglevel": "warning",
            "proc_name": "scorekeeper",
            "control_socket_disable": True,
            **(hooks or {}),
        }
        super().__init__()

    def load_config(self) -> None:
        """Hand our settings to gunicorn, which reads no file and no command line."""
        for name, value in self._settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """Build the application in the worker that will serve it."""
        application = self._make()
        # What lives as long as the process need not be looked at by every collection.
        gc.collect()
        gc.freeze()
        return application


@click.command("serve")
@click.option("--host", help="Address to listen on; 0.0.0.0 lets phones in the network in.")
@click.option("--port", type=click.IntRange(1, 65_535), help="Port to listen on.")
@click.option("--threads", type=click.IntRange(1, 256), help="Threads of each process.")
@click.option("--workers", type=click.IntRange(1, 64), help="Processes; 1 on SQLite, else 2.")
@click.option("--new-code", is_flag=True, help="Make a new access code, the old one ends.")
def command(
    host: str | None, port: int | None, threads: int | None, workers: int | None, new_code: bool
) -> None:
    """Run the service until Ctrl+C or SIGTERM."""
    from scorekeeper.config import read_config

    config = read_config()
    config = replace(
        config,
        host=host or config.host,
        port=port or config.port,
        threads=threads or config.threads,
    )
    wait_for_port(config.host, config.port)
    lines = prepare(config, new_code=new_code)

    def ready(_arbiter: object) -> None:
        for line in lines:
            click.echo(line)

    # Read here, so that every worker shares the memory of the code.
    from scorekeeper.app import create_app

    embedded = config.database_url.startswith("sqlite")
    Server(
        lambda: create_app(config),
        host=config.host,
        port=config.port,
        threads=config.threads,
        workers=workers or (1 if embedded else 2),
        hooks={"when_ready": ready, **job_hooks(config)},
    ).run()


def wait_for_port(host: str, port: int) -> None:
    """Return once the address can be listened on.

    Raises:
        click.ClickException: it is taken or is none of this machine's.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    deadline = time.monotonic() + PORT_PATIENCE_SECONDS
    while True:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                if error.errno == errno.EADDRINUSE and time.monotonic() < deadline:
                    time.sleep(0.1)
                    continue
                raise click.ClickException(_taken(error, host, port)) from error
            return


def _taken(error: OSError, host: str, port: int) -> str:
    from scorekeeper.i18n import translator

    t = translator(language())
    if error.errno == errno.EADDRINUSE:
        return t("cli.serve.port-taken", port=port, other=port + 1)
    if error.errno == errno.EACCES:
        return t("cli.serve.port-forbidden", port=port)
    return t("cli.serve.no-address", host=host)


def prepare(config: "Config", *, new_code: bool) -> list[str]:
    """Bring the database up to date; return what to say once the service answers."""
    from scorekeeper.i18n import translator
    from scorekeeper.services.database import upgrade

    t = translator(language())
    upgrade(config.database_url)
    lines = [t("cli.serve.running", url=own_address(config))]
    if not config.bound_to_loopback or config.public_url or config.proxies:
        lines += access_lines(config, new_code=new_code)
    lines.append(t("cli.serve.stop"))
    return lines


def access_lines(config: "Config", *, new_code: bool) -> list[str]:
    """Return what phones need: the address and the access code, which is shown only when new.

    Where people have accounts they sign in, and there is no code.
    """
    from scorekeeper.clock import system_clock
    from scorekeeper.i18n import translator
    from scorekeeper.services.access import access_mark
    from scorekeeper.services.access import set_access_code
    from scorekeeper.services.accounts import any_account
    from scorekeeper.services.desk import open_desk

    t = translator(language())
    desk = open_desk(config.database_url, system_clock, t("cli.serve.actor"))
    lines = [t("cli.serve.phones", url=config.public_url or network_address(config))]
    if any_account(desk):
        lines.append(t("accounts.cli.sign-in"))
    elif new_code or not access_mark(desk):
        lines.append(t("cli.serve.code", code=set_access_code(desk, None)))
    else:
        lines.append(t("cli.serve.code-kept"))
    desk.close()
    return lines


def own_address(config: "Config") -> str:
    """Return the address for a browser on this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(config.host, config.host)
    host = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"http://{host}:{config.port}"


def network_address(config: "Config") -> str:
    """Return the address for a phone in the same network."""
    if config.host not in ("0.0.0.0", "::"):
        return own_address(config)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only says which of its addresses it would send from.
            probe.connect(("192.0.2.1", 9))
            return f"http://{probe.getsockname()[0]}:{config.port}"
        except OSError:
            return f"http://{socket.gethostname()}:{config.port}"


def job_hooks(config: "Config") -> dict[str, Hook]:
    """Return what starts the worker for long jobs in a process, and stops it at the end."""
    from scorekeeper.api.events import hub_of
    from scorekeeper.jobs.mails import mail_tasks
    from scorekeeper.jobs.webhooks import webhook_tasks
    from scorekeeper.jobs.worker import Worker
    from scorekeeper.jobs.worker import start_worker
    from scorekeeper.web.live import watch_jobs

    running: list[Worker] = []

    def begin(process: Any) -> None:
        hub_of(process.wsgi).alive = lambda: process.alive
        job_worker = start_worker(
            database_url=config.database_url,
            data=config.data,
            more_tasks=mail_tasks(config) | webhook_tasks(local=config.webhooks_local),
        )
        watch_jobs(process.wsgi, job_worker.well)
        running.append(job_worker)

    def end(_server: object, _worker: object) -> None:
        for job_worker in running:
            job_worker.stop()

    return {"post_worker_init": begin, "worker_exit": end}
