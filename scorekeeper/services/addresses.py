"""Addresses the service may call of its own accord: public ones, never its own network.

What is checked here is an address as it is written and as it is resolved; who calls connects to
the very numbers that were checked, so that a name cannot mean something else a moment later.
"""

from ipaddress import IPv4Address
from ipaddress import IPv6Address
from ipaddress import IPv6Network
from ipaddress import ip_address
from urllib.parse import SplitResult
from urllib.parse import urlsplit

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError

PORTS = frozenset({443, 8443})
URL_MAX = 500
# These carry an IPv4 address inside, which is where they lead.
_WITH_IPV4 = (
    IPv6Network("::ffff:0:0/96"),
    IPv6Network("64:ff9b::/96"),
    IPv6Network("64:ff9b:1::/48"),
    IPv6Network("::/96"),
    IPv6Network("2002::/16"),
    IPv6Network("2001::/32"),
)


def checked(url: str, *, local: bool = False) -> SplitResult:
    """Return an address in its parts if it may be called; `local` allows this machine, for tests.

    Raises ScorekeeperError: ADDRESS_REFUSED.
    """
    refusal = ScorekeeperError(ErrorCode.ADDRESS_REFUSED, "url", address=url[:60])
    if len(url) > URL_MAX or not url.isascii() or not url.isprintable():
        raise refusal
    try:
        parts = urlsplit(url)
        port = port_of(parts)
    except ValueError as error:
        raise refusal from error
    host = parts.hostname or ""
    if not host or " " in url or "\\" in url or parts.username is not None or parts.fragment:
        raise refusal
    if local:
        if parts.scheme not in ("http", "https"):
            raise refusal
        return parts
    if parts.scheme != "https" or port not in PORTS:
        raise refusal
    try:
        literal = ip_address(host)
    except ValueError:
        # Numbers in other spellings (0x7f.1, 2130706433) are resolved by the system alone.
        if "." not in host or not host.rstrip(".").rpartition(".")[2][:1].isalpha():
            raise refusal from None
    else:
        if not is_public(literal):
            raise refusal
    return parts


def port_of(parts: SplitResult) -> int:
    """Return the port an address means."""
    if parts.port is not None:
        return parts.port
    return 443 if parts.scheme == "https" else 80


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Say whether an address is somewhere in the world, and not in a network like our own."""
    if isinstance(address, IPv6Address):
        if address.scope_id is not None or any(address in network for network in _WITH_IPV4):
            return False
        if not address.is_global or address.is_site_local:
            return False
    # Not private, loopback, link-local, reserved, unspecified, nor a carrier's own (100.64/10).
    return address.is_global and not address.is_multicast and not address.is_reserved
