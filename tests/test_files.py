"""Files are written whole or not at all, and nothing is harmed that isn't a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from unitdep.files import replacing, write_whole


def test_new_and_again(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_whole(path, "é\n")
    assert path.read_bytes() == b"\xc3\xa9\n"
    path.chmod(0o640)
    write_whole(path, "b")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("b", 0o640)
    assert os.listdir(tmp_path) == ["a.txt"]


def test_permissions_of_a_new_file_are_those_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    write_whole(tmp_path / "ours", "")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode


def break_off(path: Path, failure: BaseException) -> None:
    with replacing(path) as file:
        file.write(b"half")
        raise failure


@pytest.mark.parametrize("failure", [OSError(28, "full"), KeyboardInterrupt()])
def test_what_was_there_stays_if_writing_fails(tmp_path: Path, failure: BaseException) -> None:
    path = tmp_path / "a.txt"
    path.write_text("precious")
    with pytest.raises(type(failure)):
        break_off(path, failure)
    assert (path.read_text(), os.listdir(tmp_path)) == ("precious", ["a.txt"])


def test_a_character_without_encoding_empties_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("precious")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "\ud800")
    assert path.read_text() == "precious"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("a.txt")
    write_whole(tmp_path / "link", "b")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "a.txt").read_text() == "b"


def test_a_folder_is_refused_and_a_pipe_is_written_to(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="not a regular file"):
        write_whole(tmp_path, "b")
    os.mkfifo(tmp_path / "pipe")
    place = os.open(tmp_path / "pipe", os.O_RDWR | os.O_NONBLOCK)
    write_whole(tmp_path / "pipe", "b")
    assert os.read(place, 10) == b"b"
    os.close(place)
    assert (tmp_path / "pipe").is_fifo()
