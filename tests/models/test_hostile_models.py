"""Model folders that are damaged, mixed up or malicious are refused before anything is used."""

from __future__ import annotations

import hashlib
import io
import json
import os
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from unitdep.inference import Weights
from unitdep.models import DEFAULT, PACKAGED, sealed
from unitdep.models.sealed import read_arrays
from unitdep.models.store import (
    ARRAYS,
    CONFIG,
    NETWORK,
    TOKENIZER,
    Model,
    ModelError,
    load,
    save,
    seal,
)
from unitdep.scoring.linear import FEATURE_SETS, LinearModel, LinearScorer
from unitdep.scoring.linear.model import hash_features

ENDING = "copy it again or retrain"


def linear(labels: int) -> LinearModel:
    hashes = np.unique(hash_features(["a", "b", "c", "d"]))
    weights = np.ones((len(hashes), labels), np.float16)
    return LinearModel(hashes, weights, np.zeros(labels, np.float32))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "model"
    scorer = LinearScorer(FEATURE_SETS["paper"], linear(2), linear(6), linear(2), linear(6))
    save(Model(scorer, Weights(), {}), place)
    return place


@pytest.fixture
def encoder(tmp_path: Path) -> Path:
    """The packaged encoder in a folder that may be harmed; its network is cut short."""
    place = tmp_path / "encoder"
    place.mkdir()
    (place / NETWORK).write_bytes((PACKAGED[DEFAULT] / NETWORK).read_bytes()[:100_000])
    (place / TOKENIZER).write_bytes((PACKAGED[DEFAULT] / TOKENIZER).read_bytes())
    seal(place, "encoder", {}, Weights(), {})
    return place


def configure(folder: Path, **change: Any) -> None:
    config = json.loads((folder / CONFIG).read_text("utf-8"))
    (folder / CONFIG).write_text(json.dumps(config | change), "utf-8")


def forge(folder: Path, content: bytes) -> None:
    """Replace the arrays and write their hash, as a forger would."""
    (folder / ARRAYS).write_bytes(content)
    configure(folder, sha256={ARRAYS: hashlib.sha256(content).hexdigest()})


def arrays(folder: Path, **change: Any) -> bytes:
    """Return the arrays with some replaced; a name has _ for its point."""
    with np.load(folder / ARRAYS) as file:
        found = {name: file[name] for name in file.files}
    file = io.BytesIO()
    np.savez(file, **found | {name.replace("_", "."): value for name, value in change.items()})
    return file.getvalue()


def npy(shape: tuple[int, ...], data: bytes = b"", kind: str = "<f2") -> bytes:
    """Return an array file that declares a shape, whatever its data are."""
    file = io.BytesIO()
    head = {"descr": kind, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, head)
    return file.getvalue() + data


def npz(content: bytes, name: str = "lca.weights.npy") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as written:
        written.writestr(name, content)
    return file.getvalue()


class TestManifest:
    @pytest.mark.parametrize("name", ["../../x", "/etc/passwd", "notes.txt", "network.onnx"])
    def test_it_names_only_files_of_the_model(self, folder: Path, name: str) -> None:
        hashes = json.loads((folder / CONFIG).read_text("utf-8"))["sha256"]
        configure(folder, sha256={**hashes, name: "0" * 64})
        with pytest.raises(ModelError, match=f"names '{name}'.*{ENDING}"):
            load(folder)

    @pytest.mark.parametrize("hashes", [None, [], "x", {ARRAYS: None}, {ARRAYS: ["x"]}, {}, 1])
    def test_hashes_that_are_none(self, folder: Path, hashes: object) -> None:
        configure(folder, sha256=hashes)
        with pytest.raises(ModelError, match="hash"):
            load(folder)

    def test_swapped_files(self, encoder: Path) -> None:
        network, tokenizer = ((encoder / name).read_bytes() for name in (NETWORK, TOKENIZER))
        (encoder / NETWORK).write_bytes(tokenizer)
        (encoder / TOKENIZER).write_bytes(network)
        with pytest.raises(ModelError, match=f"{NETWORK} does not have the hash"):
            load(encoder)

    @pytest.mark.parametrize("name", ["weights.bin", "code.py", "x" * 100])
    def test_a_file_too_many(self, folder: Path, name: str) -> None:
        (folder / name).write_bytes(b"")
        with pytest.raises(ModelError, match=f"unexpected file '{name}'"):
            load(folder)

    def test_hidden_files_do_not_matter(self, folder: Path) -> None:
        (folder / ".DS_Store").write_bytes(b"x")
        assert load(folder).provenance == load_without(folder, ".DS_Store").provenance

    def test_saving_another_kind_leaves_no_file_too_many(self, folder: Path) -> None:
        (folder / NETWORK).write_bytes(b"")
        model = load_without(folder, NETWORK)
        save(model, folder)
        assert load(folder).provenance == model.provenance
        assert not (folder / NETWORK).exists()

    def test_no_file_is_used_before_its_hash(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Only the hash shows a byte too many: nothing reads the arrays."""
        monkeypatch.setattr("unitdep.models.store.read_arrays", lambda *_: pytest.fail("used"))
        with (folder / ARRAYS).open("ab") as file:
            file.write(b"\0")
        with pytest.raises(ModelError, match="does not have the hash"):
            load(folder)


def load_without(folder: Path, name: str) -> Model:
    content = (folder / name).read_bytes()
    (folder / name).unlink()
    model = load(folder)
    (folder / name).write_bytes(content)
    return model


class TestFiles:
    @pytest.mark.parametrize("name", [CONFIG, ARRAYS])
    def test_a_link_that_leads_out(self, folder: Path, name: str) -> None:
        outside = folder.parent / "elsewhere"
        (folder / name).rename(outside)
        (folder / name).symlink_to(outside)
        with pytest.raises(ModelError, match="leads out of the folder"):
            load(folder)

    def test_a_folder_that_is_a_link_is_a_folder(self, folder: Path) -> None:
        link = folder.parent / "link"
        link.symlink_to(folder)
        assert load(link).provenance == load(folder).provenance

    @pytest.mark.parametrize("name", [CONFIG, ARRAYS])
    def test_no_file_at_all(self, folder: Path, name: str) -> None:
        (folder / name).unlink()
        (folder / name).mkdir()
        with pytest.raises(ModelError, match="not a file"):
            load(folder)

    def test_a_pipe_is_not_waited_for(self, folder: Path) -> None:
        (folder / ARRAYS).unlink()
        os.mkfifo(folder / ARRAYS)
        with pytest.raises(ModelError, match="not a file"):
            load(folder)

    @pytest.mark.parametrize("name", [CONFIG, ARRAYS])
    def test_a_file_of_terabytes(self, folder: Path, name: str) -> None:
        with (folder / name).open("r+b") as file:
            file.truncate(1 << 42)
        with pytest.raises(ModelError, match="bytes, more than"):
            load(folder)


class TestConfig:
    @pytest.mark.parametrize(
        "change",
        [
            {"scorer": ["linear"]},
            {"scorer": {}},
            {"scorer": "../linear"},
            {"weights": {"vertex": 10**400}},
            {"weights": {"vertex": float("nan")}},
            {"weights": {"temperature": 0}},
            {"weights": {"temperature": float("inf")}},
            {"weights": [1]},
            {"features": None},
            {"provenance": []},
        ],
    )
    def test_values_that_cannot_be(self, folder: Path, change: dict[str, Any]) -> None:
        configure(folder, **change)
        with pytest.raises(ModelError, match=ENDING):
            load(folder)

    @pytest.mark.parametrize(
        "content", ["[" * 10**5, "1" * 5000, "\ud800", "{}", "[]", "null"], ids=range(6)
    )
    def test_no_config(self, folder: Path, content: str) -> None:
        (folder / CONFIG).write_text(content, "utf-8", "surrogatepass")
        with pytest.raises(ModelError):
            load(folder)


class TestArrays:
    """With hashes that fit: what a forger may have written is refused as well."""

    @pytest.mark.parametrize(
        "change",
        [
            {"lca_hashes": np.array([3, 2, 1], np.uint32)},
            {"lca_hashes": np.zeros((4, 4), np.uint32)},
            {"lca_weights": np.zeros((2, 6), np.float16)},
            {"lca_weights": np.full((10, 6), np.nan, np.float16)},
            {"lca_weights": np.full((10, 6), "a")},
            {"lca_bias": np.full(6, np.inf, np.float32)},
            {"lca_bias": np.zeros(6, np.complex64)},
        ],
    )
    def test_arrays_that_do_not_fit(self, folder: Path, change: dict[str, Any]) -> None:
        forge(folder, arrays(folder, **change))
        with pytest.raises(ModelError, match=f"lca.*{ENDING}"):
            load(folder)

    @pytest.mark.parametrize(
        "content",
        [
            npy((10**12, 6)),
            npy((2**62, 2**62)),
            npy((10**6,), b"\0" * 100),
            npy((-1,), b"\0" * 100),
            npy((1,), b"\x80\x04.", "|O"),
            b"\x93NUMPY\x09\x00" + b"\0" * 100,
            b"",
        ],
        ids=range(7),
    )
    def test_shapes_are_compared_before_memory_is_taken(self, folder: Path, content: bytes) -> None:
        forge(folder, npz(content))
        with pytest.raises(ModelError, match="cannot be read"):
            load(folder)

    def test_a_small_file_that_unpacks_to_much(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sealed, "MAX_ARRAYS", 1 << 20)
        packed = npz(npy((1 << 20,), b"\0" * (1 << 21)))
        assert len(packed) < 1 << 14
        with pytest.raises(ValueError, match="more than 1,048,576"):
            read_arrays(packed)

    @pytest.mark.parametrize("name", ["../../x.npy", "/tmp/x.npy", "lca.weights"])
    def test_names_inside_an_archive_are_never_paths(self, folder: Path, name: str) -> None:
        forge(folder, npz(npy((1,), b"\0\0"), name))
        before = sorted(folder.parent.rglob("*"))
        with pytest.raises(ModelError, match=r"KeyError|arrays that such a model does not have"):
            load(folder)
        assert sorted(folder.parent.rglob("*")) == before

    @pytest.mark.parametrize("damage", ["cut", "method", "encrypted"])
    def test_archives_that_cannot_be_unpacked(self, folder: Path, damage: str) -> None:
        data = bytearray((folder / ARRAYS).read_bytes())
        entry = data.index(b"PK\x01\x02")
        if damage == "cut":
            data = data[: len(data) // 2]
        elif damage == "method":
            data[entry + 10] = 99
        else:
            data[entry + 8] |= 1
        forge(folder, bytes(data))
        with pytest.raises(ModelError, match="cannot be read"):
            load(folder)


class TestEncoder:
    def test_weights_in_another_file(self, encoder: Path) -> None:
        """ONNX names such a file under the key "location"; what it names is never opened."""
        with (encoder / NETWORK).open("ab") as file:
            file.write(b"\x0a\x08location\x12\x0b/etc/passwd")
        seal(encoder, "encoder", {}, Weights(), {})
        opened = []
        sys.addaudithook(lambda event, args: opened.append(args[0]) if event == "open" else None)
        with pytest.raises(ModelError, match="has weights in another file"):
            load(encoder)
        assert "/etc/passwd" not in opened

    def test_a_network_that_breaks_off(self, encoder: Path) -> None:
        with pytest.raises(ModelError, match="the network breaks off"):
            load(encoder)

    def test_a_tokenizer_of_something_else(self, encoder: Path) -> None:
        (encoder / NETWORK).write_bytes((PACKAGED[DEFAULT] / NETWORK).read_bytes())
        for content in (b"{}", b"[" * 10**5, b'{"version": "1.0", "model": null}'):
            (encoder / TOKENIZER).write_bytes(content)
            seal(encoder, "encoder", {}, Weights(), {})
            with pytest.raises(ModelError, match="not an encoder"):
                load(encoder)


@pytest.mark.parametrize("change", ["cut", "link", "extra"])
def test_the_command_line_says_so_without_a_traceback(
    folder: Path, change: str, harm: Callable[[Path, str], None]
) -> None:
    from typer.testing import CliRunner

    from unitdep.cli.app import app

    harm(folder, change)
    (folder.parent / "in.jsonl").write_text('{"text": "Ann has 3 pens and 4 pens. How many?"}\n')
    arguments = ["batch", str(folder.parent / "in.jsonl"), str(folder.parent / "out.jsonl")]
    found = CliRunner().invoke(app, [*arguments, "--model", str(folder)])
    assert found.exit_code == 1
    assert "is damaged" in found.output
    assert "Traceback" not in found.output


@pytest.fixture
def harm() -> Callable[[Path, str], None]:
    def done(folder: Path, change: str) -> None:
        if change == "cut":
            (folder / ARRAYS).write_bytes((folder / ARRAYS).read_bytes()[:100])
        elif change == "link":
            (folder / ARRAYS).rename(folder.parent / "a")
            (folder / ARRAYS).symlink_to(folder.parent / "a")
        else:
            (folder / "more").touch()

    return done
