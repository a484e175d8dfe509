"""Settings: read from the environment, checked, the secret made once."""

import stat
import threading
from pathlib import Path

import pytest

from scorekeeper.config import ConfigError
from scorekeeper.config import kept_secret
from scorekeeper.config import read_config


def test_what_is_not_set_has_a_sensible_value(tmp_path: Path) -> None:
    config = read_config({"SCOREKEEPER_DATA": str(tmp_path)})
    assert config.database_url == f"sqlite:///{tmp_path}/scorekeeper.db"
    assert (config.host, config.port, config.language) == ("127.0.0.1", 8000, "de")
    assert config.bound_to_loopback


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    first = read_config({"SCOREKEEPER_DATA": str(tmp_path)}).secret
    assert len(first) > 40
    assert read_config({"SCOREKEEPER_DATA": str(tmp_path)}).secret == first
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_processes_that_start_at_once_agree_on_the_secret(tmp_path: Path) -> None:
    seen: list[str] = []
    threads = [
        threading.Thread(target=lambda: seen.append(kept_secret(tmp_path / "secret")))
        for _ in range(16)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(seen)) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "0"),
        ("PORT", "eighty"),
        ("PORT", "70000"),
        ("PROXIES", "-1"),
        ("LANGUAGE", "fr"),
        ("SECRET", "short"),
        ("PUBLIC_URL", "karten.example.org"),
        ("PUBLIC_URL", "ftp://karten.example.org"),
        ("PUBLIC_URL", "https://"),
        ("DATABSE_URL", "sqlite://"),
        ("DATABASE_URL", "mysql://somewhere/cards"),
        ("DATABASE_URL", "cards.db"),
        ("DATABASE_URL", "postgresql://"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(tmp_path: Path, name: str, value: str) -> None:
    environ = {"SCOREKEEPER_DATA": str(tmp_path), f"SCOREKEEPER_{name}": value}
    with pytest.raises(ConfigError, match=name):
        read_config(environ)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="SCOREKEEPER_DATA"):
        read_config({"SCOREKEEPER_DATA": str(tmp_path / "file" / "inside")})


def test_a_public_address_loses_its_last_slash(tmp_path: Path) -> None:
    environ = {
        "SCOREKEEPER_DATA": str(tmp_path),
        "SCOREKEEPER_PUBLIC_URL": "https://karten.example.org/",
    }
    assert read_config(environ).public_url == "https://karten.example.org"


PUBLIC = {"SCOREKEEPER_PUBLIC_URL": "https://karten.example.org"}


def test_where_mail_is_handed_over(tmp_path: Path) -> None:
    read = read_config(
        {
            **PUBLIC,
            "SCOREKEEPER_DATA": str(tmp_path),
            "SCOREKEEPER_MAIL_URL": "smtp+starttls://anna%40x.org:p%2Fw@mail.example.org",
            "SCOREKEEPER_MAIL_FROM": "karten@example.org",
        }
    ).mail
    assert read is not None
    assert (read.security, read.host, read.port) == ("smtp+starttls", "mail.example.org", 587)
    assert (read.user, read.password, read.sender) == ("anna@x.org", "p/w", "karten@example.org")
    assert "p/w" not in repr(read)
    assert read_config({"SCOREKEEPER_DATA": str(tmp_path)}).mail is None


@pytest.mark.parametrize(
    ("url", "sender", "named"),
    [
        ("http://mail.example.org", "karten@example.org", "MAIL_URL"),
        ("smtp://", "karten@example.org", "MAIL_URL"),
        ("smtp://mail.example.org:99999", "karten@example.org", "MAIL_URL"),
        ("smtp://user@mail.example.org", "karten@example.org", "MAIL_URL"),
        ("smtp://mail.example.org/path", "karten@example.org", "MAIL_URL"),
        ("", "karten@example.org", "MAIL_URL"),
        ("smtp://mail.example.org", "", "MAIL_FROM"),
        ("smtp://mail.example.org", "karten", "MAIL_FROM"),
        ("smtp://mail.example.org", "a@b\nBcc: c@d", "MAIL_FROM"),
    ],
)
def test_a_mail_server_that_cannot_be_used_is_named(
    tmp_path: Path, url: str, sender: str, named: str
) -> None:
    environ = {"SCOREKEEPER_MAIL_URL": url, "SCOREKEEPER_MAIL_FROM": sender, **PUBLIC}
    with pytest.raises(ConfigError, match=named):
        read_config({**environ, "SCOREKEEPER_DATA": str(tmp_path)})


def test_mail_needs_an_address_to_link_to(tmp_path: Path) -> None:
    environ = {
        "SCOREKEEPER_DATA": str(tmp_path),
        "SCOREKEEPER_MAIL_URL": "smtp://localhost:2525",
        "SCOREKEEPER_MAIL_FROM": "karten@example.org",
    }
    with pytest.raises(ConfigError, match="PUBLIC_URL"):
        read_config(environ)
