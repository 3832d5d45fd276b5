"""The settings of a server."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """Where the server listens, who may ask, and how much work it takes on."""

    host: str = "127.0.0.1"
    port: int = 8000
    token: str | None = None  # that requests to the API must carry; None: no token
    workers: int = 2  # processes that solve
    queue: int = 100  # requests that may wait for a worker
    seconds: float = 10.0  # limit for solving or checking one text
    many_seconds: float = 60.0  # limit for a request with many texts
    body_seconds: float = 10.0  # limit for a request to arrive, and for an idle connection
    body_bytes: int = 64_000_000  # of all requests that are held at once
    annotations: Path = Path("unitdep-annotations.sqlite")

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_local(self.host)


def is_local(host: str) -> bool:
    """Return whether a name or address is this machine's own."""
    if host.rstrip(".").lower() == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
