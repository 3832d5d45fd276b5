"""Downloads against a file server of our own: complete and checked, or nothing."""

from __future__ import annotations

import hashlib
import json
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner

from unitdep.cli.app import app
from unitdep.errors import DownloadError
from unitdep.research.corpus.dataset import load, parts
from unitdep.research.datasets import data_root
from unitdep.research.datasets.catalog import KnownFile, KnownSet, Layout, State
from unitdep.research.datasets.download import download, target_root
from unitdep.research.datasets.folders import VARIABLE, cache_root, data_roots

pooch = pytest.importorskip("pooch")
runner = CliRunner()
FIRST, SECOND = b"one\ntwo\n", b"three\n" * 500


@dataclass
class FileServer:
    """What the server answers for each path, and how often it was asked."""

    base: str = ""
    bodies: dict[str, bytes] = field(default_factory=dict)
    truncate: set[str] = field(default_factory=set)  # announces the full length, sends half of it
    fail_first: dict[str, int] = field(default_factory=dict)  # how often it answers 503 first
    asked: list[str] = field(default_factory=list)


@pytest.fixture
def file_server() -> Iterator[FileServer]:
    state = FileServer()

    class Handler(BaseHTTPRequestHandler):
        timeout = 5

        def do_GET(self) -> None:
            path = self.path.lstrip("/")
            state.asked.append(path)
            if state.fail_first.get(path, 0) > 0:
                state.fail_first[path] -= 1
                self.send_error(503)
            elif path not in state.bodies:
                self.send_error(404)
            else:
                body = state.bodies[path]
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body[: len(body) // 2] if path in state.truncate else body)

        def log_message(self, *_: object) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    thread = threading.Thread(target=http.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    state.base = f"http://127.0.0.1:{http.server_address[1]}"
    yield state
    http.shutdown()
    http.server_close()
    thread.join(5)


def known_file(file_server: FileServer, path: str, content: bytes) -> KnownFile:
    file_server.bodies[f"public/{path}"] = content
    sha256 = hashlib.sha256(content).hexdigest()
    return KnownFile(path, len(content), sha256, f"{file_server.base}/public/{path}")


@pytest.fixture
def toy(file_server: FileServer) -> KnownSet:
    files = (
        known_file(file_server, "toy/a.txt", FIRST),
        known_file(file_server, "toy/deep/b.txt", SECOND),
    )
    layout = Layout("plain", "toy/a.txt")
    return KnownSet("toy", "Toy", "a toy", "MIT", file_server.base, files, layout)


def files_below(root: Path) -> list[str]:
    return sorted(str(p.relative_to(root)) for p in root.rglob("*"))


def test_good(file_server: FileServer, toy: KnownSet, tmp_path: Path) -> None:
    root = tmp_path / "data"
    steps: list[str] = []
    done = download([toy], root, progress=steps.append)
    assert done.fetched == ("toy/a.txt", "toy/deep/b.txt") == tuple(steps)
    assert (root / "toy/a.txt").read_bytes() == FIRST
    assert (root / "toy/deep/b.txt").read_bytes() == SECOND
    assert files_below(root) == ["toy", "toy/a.txt", "toy/deep", "toy/deep/b.txt"]
    assert toy.root([tmp_path / "none", root]) == root
    file_server.asked.clear()
    again = download([toy, toy], root)
    assert (again.fetched, again.present, file_server.asked) == ((), done.fetched, [])


def test_from_another_address(file_server: FileServer, toy: KnownSet, tmp_path: Path) -> None:
    file_server.bodies = {"mirror/toy/a.txt": FIRST, "mirror/toy/deep/b.txt": SECOND}
    download([toy], tmp_path, base=f"{file_server.base}/mirror/")
    assert file_server.asked == ["mirror/toy/a.txt", "mirror/toy/deep/b.txt"]


@pytest.mark.parametrize(
    ("trouble", "said", "attempts"),
    [
        ("missing", "answers 404", 1),  # will not pass: asked once
        ("wrong", "is not the known file", 2),
        ("truncated", "Nothing was kept", 2),
        ("broken", "answers 503", 2),
    ],
)
def test_trouble_leaves_nothing(
    file_server: FileServer, toy: KnownSet, tmp_path: Path, trouble: str, said: str, attempts: int
) -> None:
    second = "public/toy/deep/b.txt"
    if trouble == "missing":
        del file_server.bodies[second]
    elif trouble == "wrong":
        file_server.bodies[second] = SECOND[::-1]
    elif trouble == "truncated":
        file_server.truncate.add(second)
    else:
        file_server.fail_first[second] = 9
    root = tmp_path / "cache" / "data"
    with pytest.raises(DownloadError, match=said) as caught:
        download([toy], root, attempts=2, wait=0)
    for advice in ("--from", VARIABLE, "toy/deep/b.txt", "Nothing was kept"):
        assert advice in str(caught.value)
    assert file_server.asked.count(second) == attempts
    assert files_below(tmp_path) == []


def test_trouble_leaves_what_was_there(
    file_server: FileServer, toy: KnownSet, tmp_path: Path
) -> None:
    (tmp_path / "mine.txt").write_text("mine", "utf-8")
    file_server.bodies.clear()
    with pytest.raises(DownloadError):
        download([toy], tmp_path, wait=0)
    assert files_below(tmp_path) == ["mine.txt"]


def test_tries_again(file_server: FileServer, toy: KnownSet, tmp_path: Path) -> None:
    file_server.fail_first["public/toy/a.txt"] = 2
    download([toy], tmp_path, attempts=3, wait=0)
    assert file_server.asked.count("public/toy/a.txt") == 3
    assert toy.files[0].state(tmp_path) is State.GOOD


def test_no_server(toy: KnownSet, tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match="cannot be fetched: ConnectionError"):
        download([toy], tmp_path, base="http://127.0.0.1:9", attempts=2, wait=0)
    assert files_below(tmp_path) == []


def test_a_different_file_is_not_replaced(toy: KnownSet, tmp_path: Path) -> None:
    place = tmp_path / "toy/a.txt"
    place.parent.mkdir()
    place.write_text("my own version", "utf-8")
    with pytest.raises(DownloadError, match=r"not the known file .* --replace"):
        download([toy], tmp_path)
    assert files_below(tmp_path) == ["toy", "toy/a.txt"]
    download([toy], tmp_path, replace=True)
    assert place.read_bytes() == FIRST


def test_target_that_cannot_be_written(toy: KnownSet, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(DownloadError, match=VARIABLE):
        download([toy], tmp_path / "file" / "data")


def test_without_pooch(toy: KnownSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pooch", None)
    monkeypatch.delenv(VARIABLE, raising=False)
    assert cache_root() is None
    with pytest.raises(DownloadError, match=r"pip install 'unitdep\[data\]'"):
        target_root()
    with pytest.raises(DownloadError, match=r"pip install 'unitdep\[data\]'"):
        download([toy], tmp_path / "data")
    assert files_below(tmp_path) == []


def test_where_downloads_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "named"))
    assert target_root() == tmp_path / "named"
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setattr(pooch, "os_cache", lambda name: tmp_path / "cache" / name)
    assert target_root() == tmp_path / "cache" / "unitdep" == list(data_roots())[-1]


def test_downloads_are_looked_for_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    cache = tmp_path / "cache"
    cache.mkdir()
    monkeypatch.setattr(pooch, "os_cache", lambda _: cache)
    first, *_, last = data_roots()
    assert last == cache != first
    monkeypatch.setattr(
        "unitdep.research.datasets.folders.__file__", str(tmp_path / "a/b/c/d/e/f.py")
    )
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    assert data_root() == cache
    (tmp_path / "shared/data").mkdir(parents=True)
    assert data_root() == tmp_path / "shared/data"


class TestCommands:
    @pytest.fixture(autouse=True)
    def only_toy(self, toy: KnownSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("unitdep.research.datasets.catalog.CATALOG", {"toy": toy})
        monkeypatch.setenv(VARIABLE, str(tmp_path / "data"))

    def test_download_list_info(self, tmp_path: Path) -> None:
        before = json.loads(runner.invoke(app, ["data", "list", "--json"]).stdout)
        assert (before[0]["name"], before[0]["root"]) == ("toy", None)
        assert [row["name"] for row in before[1:]] == list(parts())
        assert "not found" in runner.invoke(app, ["data", "list"]).stdout
        result = runner.invoke(app, ["data", "download", "--all", "--json"])
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["fetched"] == 2
        found = json.loads(runner.invoke(app, ["data", "info", "toy", "--json"]).stdout)
        assert found["root"] == str(tmp_path / "data")
        assert [file["state"] for file in found["files"]] == ["good", "good"]
        assert "toy/a.txt: 8 bytes, good" in runner.invoke(app, ["data", "info", "toy"]).stdout

    def test_parts_of_the_corpus(self) -> None:
        shown = json.loads(runner.invoke(app, ["data", "info", "Corpus-Dev", "--json"]).stdout)
        dataset = load("corpus-dev")
        assert shown["problems"] == len(dataset.records)
        assert dataset.signature.startswith(shown["hash"])
        assert (shown["licence"], shown["files"]) == ("CC BY 4.0", [])
        words = runner.invoke(app, ["data", "info", "siblings-test"]).stdout
        assert "title: our stories with several questions, test part" in words
        assert f"problems: {len(load('siblings-test').records)}" in words
        assert "siblings-dev" in runner.invoke(app, ["data", "list"]).stdout
        refused = runner.invoke(app, ["data", "download", "corpus-dev"])
        assert refused.exit_code == 2
        assert "part of the package" in refused.output

    def test_failure(self, file_server: FileServer, tmp_path: Path) -> None:
        file_server.bodies.clear()
        result = runner.invoke(app, ["data", "download", "toy"])
        assert (result.exit_code, result.stdout) == (1, "")
        assert "answers 404" in result.stderr
        assert files_below(tmp_path) == []

    @pytest.mark.parametrize(
        "arguments",
        [
            ["download"],
            ["download", "toy", "--all"],
            ["download", "nothing"],
            ["download", "toy", "--from", "file:///tmp"],
            ["info", "nothing"],
        ],
    )
    def test_bad_usage(self, arguments: list[str]) -> None:
        assert runner.invoke(app, ["data", *arguments]).exit_code == 2
