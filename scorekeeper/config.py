"""The settings: read once from the environment, checked, then passed along as a value."""

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path
from urllib.parse import unquote
from urllib.parse import urlsplit

from scorekeeper.paths import checkout

LANGUAGES = ("de", "en")
PREFIX = "SCOREKEEPER_"
DATABASES = ("postgresql://", "postgresql+psycopg://", "postgres://", "sqlite:///")
KNOWN = frozenset(
    {
        "SCOREKEEPER_DATA",
        "SCOREKEEPER_DATABASE_URL",
        "SCOREKEEPER_DEMO_DATA",
        "SCOREKEEPER_HOST",
        "SCOREKEEPER_LANGUAGE",
        "SCOREKEEPER_MAIL_FROM",
        "SCOREKEEPER_MAIL_URL",
        "SCOREKEEPER_PORT",
        "SCOREKEEPER_PROXIES",
        "SCOREKEEPER_PUBLIC_URL",
        "SCOREKEEPER_SECRET",
        "SCOREKEEPER_THREADS",
        "SCOREKEEPER_WEBHOOKS_LOCAL",
    }
)


class ConfigError(ValueError):
    """A setting that cannot be used; its text says which one and what it should be."""


class FolderMissingError(ConfigError):
    """The data folder that was named is not there."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{PREFIX}DATA: {folder} does not exist; if it is to be new, make it")
        self.folder = folder


@dataclass(frozen=True, slots=True, kw_only=True)
class MailServer:
    """Where mail is handed over; `security` is smtp, smtp+starttls or smtps."""

    security: str
    host: str
    port: int
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Every setting there is. `data` is the folder for whatever the service keeps itself."""

    data: Path
    database_url: str
    secret: str
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""  # https://karten.example.org, without a slash at the end
    proxies: int = 0  # how many reverse proxies stand in front and set X-Forwarded-*
    language: str = "de"
    threads: int = 8
    embedded: bool = True  # a worker for long jobs runs inside the service
    mail: MailServer | None = None  # None: nothing is sent
    webhooks_local: bool = False  # webhooks may call this machine's own network: to develop only

    @property
    def bound_to_loopback(self) -> bool:
        return self.host in ("127.0.0.1", "::1", "localhost")


def default_data(environ: Mapping[str, str]) -> Path:
    """Return `var` of a checkout, else the folder for a user's data."""
    folder = checkout()
    if folder is not None:
        return folder / "var"
    base = environ.get("XDG_DATA_HOME") or os.path.join(
        environ.get("HOME", os.path.expanduser("~")), ".local", "share"
    )
    return Path(base) / "scorekeeper"


def read_config(environ: Mapping[str, str] | None = None) -> Config:
    """Read the settings from the environment.

    The usual data folder is made when it is missing, one that was named is not: a name mistyped
    would begin an empty book beside the real one. Made is the secret that signs sign-ins: kept in
    the file `secret` in there. Nobody but its owner can read either.

    Raises:
        ConfigError: a setting has a value that cannot be used, or a name nobody knows.
    """
    environ = os.environ if environ is None else environ
    strange = sorted(n for n in environ if n.startswith(PREFIX) and n not in KNOWN)
    if strange:
        raise ConfigError(f"{strange[0]} is no setting; known: {', '.join(sorted(KNOWN))}")
    data = _data(environ)
    public_url = _public_url(environ.get(PREFIX + "PUBLIC_URL", ""))
    return Config(
        data=data,
        database_url=_database_url(environ.get(PREFIX + "DATABASE_URL"), data),
        secret=_secret(environ.get(PREFIX + "SECRET", "")) or kept_secret(data / "secret"),
        host=environ.get(PREFIX + "HOST") or "127.0.0.1",
        port=_number(environ, "PORT", 8000, 1, 65_535),
        public_url=public_url,
        proxies=_number(environ, "PROXIES", 0, 0, 5),
        language=_language(environ.get(PREFIX + "LANGUAGE") or "de"),
        threads=_number(environ, "THREADS", 8, 1, 256),
        webhooks_local=bool(_number(environ, "WEBHOOKS_LOCAL", 0, 0, 1)),
        mail=_mail(environ, public_url),
    )


def _data(environ: Mapping[str, str]) -> Path:
    named = environ.get(PREFIX + "DATA")
    if named:
        data = Path(named).expanduser().absolute()
        if not data.is_dir():
            raise FolderMissingError(data)
        return data
    data = default_data(environ).expanduser().absolute()
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        data.chmod(0o700)
    except OSError as error:
        raise ConfigError(f"{PREFIX}DATA: {data} cannot be made ({error.strerror})") from error
    return data


def kept_secret(path: Path) -> str:
    """Return the secret in this file; make it when there is none yet.

    Two processes starting at once agree: the file is written aside and linked into place, and who
    comes second reads what the first wrote.
    """
    try:
        return _kept_secret(path)
    except OSError as error:
        raise ConfigError(f"{path} cannot be made or read ({error.strerror})") from error


def _kept_secret(path: Path) -> str:
    if not path.exists():
        fresh = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    elif path.stat().st_mode & 0o077:
        path.chmod(0o600)
    secret = path.read_text(encoding="ascii").strip()
    if len(secret) < 16:
        raise ConfigError(f"{path} holds no usable secret; delete it and a new one is made")
    return secret


def _number(environ: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    text = environ.get(PREFIX + name) or str(default)
    if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
        raise ConfigError(f"{PREFIX}{name} must be a whole number from {least} to {most}")
    return int(text)


def _database_url(text: str | None, data: Path) -> str:
    if not text:
        return f"sqlite:///{data}/scorekeeper.db"
    if not text.startswith(DATABASES) or not text.partition("://")[2].strip("/"):
        raise ConfigError(
            f"{PREFIX}DATABASE_URL must look like postgresql://user:password@host/database"
        )
    return text


def _secret(text: str) -> str:
    if text and len(text) < 16:
        raise ConfigError(f"{PREFIX}SECRET must be at least 16 characters, by chance")
    return text


def _language(text: str) -> str:
    if text not in LANGUAGES:
        raise ConfigError(f"{PREFIX}LANGUAGE must be one of {', '.join(LANGUAGES)}")
    return text


def _public_url(text: str) -> str:
    if not text:
        return ""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ConfigError(f"{PREFIX}PUBLIC_URL must look like https://karten.example.org")
    return text.rstrip("/")


_MAIL_PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


def _mail(environ: Mapping[str, str], public_url: str) -> MailServer | None:
    url, sender = environ.get(PREFIX + "MAIL_URL", ""), environ.get(PREFIX + "MAIL_FROM", "")
    if not url and not sender:
        return None
    example = "smtp+starttls://user:password@mail.example.org:587"
    try:
        parts = urlsplit(url)
        port = parts.port or _MAIL_PORTS.get(parts.scheme, 0)
    except ValueError as error:
        raise ConfigError(f"{PREFIX}MAIL_URL must look like {example}") from error
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    whole = not (parts.path.strip("/") or parts.query or parts.fragment)
    if not port or not parts.hostname or not whole or bool(user) != bool(password):
        raise ConfigError(
            f"{PREFIX}MAIL_URL must look like {example}, beginning with {', '.join(_MAIL_PORTS)}"
        )
    name, sign, domain = sender.rpartition("@")
    if not sign or not name or not domain or not sender.isascii() or not sender.isprintable():
        raise ConfigError(f"{PREFIX}MAIL_FROM must be an address like karten@example.org")
    if not public_url:
        raise ConfigError(f"{PREFIX}MAIL_URL needs {PREFIX}PUBLIC_URL, for the links in the mails")
    return MailServer(
        security=parts.scheme,
        host=parts.hostname,
        port=port,
        sender=sender,
        user=user,
        password=password,
    )
