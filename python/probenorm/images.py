"""Files, read and written by the command line tool, which a wheel brings along where there is one for the platform."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from typing import Union

import numpy as np

from ._arrays import Texels
from ._library import prefix_of_install
from .enums import Format

__all__ = ["read", "write"]

VARIABLE = "PROBENORM_TOOL"

AnyPath = Union[str, "os.PathLike[str]"]
_DDS_HEADER = struct.Struct("<4s7I44x8I4I4x5I")
_DXGI_FLOATS = {Format.RGB32F: 6, Format.RGBA32F: 2}


def _tool() -> str:
    folders = [sysconfig.get_path("scripts"), str(prefix_of_install() / "bin"), os.environ.get("PATH", "")]
    found = os.environ.get(VARIABLE) or shutil.which("probenorm", path=os.pathsep.join(folders))
    if not found:
        raise FileNotFoundError(f"files are read and written by the tool probenorm; put it on PATH, or set {VARIABLE} to it")
    return found


def _run(*arguments: AnyPath) -> str:
    done = subprocess.run([_tool(), *map(os.fspath, arguments)], capture_output=True, encoding="utf-8", errors="replace")
    if done.returncode:
        raise OSError(done.stderr.strip())
    return done.stdout


def read(path: AnyPath, *options: str) -> np.ndarray:
    """Reads a map as (h, w, 3), or a cubemap in any layout as (6, n, n, 3), of float32: the file's own texels.

    In a map NaN becomes 0 and infinity a large number. options are those of `probenorm info`, such as "--layout", "hcross"
    or "--mip", "1". docs/formats.md has the formats.
    """
    layout = json.loads(_run("info", path, "--format", "json", "--quiet", *options))["input"]["layout"]
    with tempfile.TemporaryDirectory() as folder:
        to = "equirect" if layout == "equirect" else "cubemap"
        file = Path(folder) / "texels.dds"
        _run("resample", path, "-o", file, "--to", to, "--texels", "rgba32f", "--quiet", *options)
        data = file.read_bytes()
    height, width = _DDS_HEADER.unpack_from(data)[3:5]
    shape = (height, width, 4) if to == "equirect" else (6, height, width, 4)
    return np.frombuffer(data, "<f4", offset=_DDS_HEADER.size).reshape(shape)[..., :3].copy()


def write(path: AnyPath, texels: np.ndarray, *options: str) -> None:
    """Writes a map (h, w, 3 or 4) or a cubemap (6, n, n, 3 or 4); the name's ending says the format.

    options are those of `probenorm resample`, such as "--to", "hcross" or "--texels", "rgba32f".
    """
    source = Texels(np.asarray(texels, np.float32), "environment", None, False)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "texels.dds"
        file.write_bytes(_dds_header(source) + source.array.tobytes())
        layout = ["--layout", "equirect", "--to", "equirect"] if not source.is_cubemap and "--to" not in options else []
        _run("resample", file, "-o", path, "--quiet", *layout, *options)


def _dds_header(source: Texels) -> bytes:
    flags, caps, cube = 0x1007, (0x1008 if source.is_cubemap else 0x1000), (0xFE00 if source.is_cubemap else 0)
    pixel_format = (32, 4, int.from_bytes(b"DX10", "little"), 0, 0, 0, 0, 0)
    dx10 = (_DXGI_FLOATS[source.format], 3, 4 if source.is_cubemap else 0, 1, 0)
    return _DDS_HEADER.pack(b"DDS ", 124, flags, source.height, source.width, 0, 0, 1, *pixel_format, caps, cube, 0, 0, *dx10)
