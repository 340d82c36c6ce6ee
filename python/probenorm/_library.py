"""Finds and opens the shared library."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import sys
from pathlib import Path
from typing import Iterator

VARIABLE = "PROBENORM_LIBRARY"

_NAMES = {"win32": ["probenorm.dll"], "darwin": ["libprobenorm.0.dylib", "libprobenorm.dylib"]}.get(
    sys.platform, ["libprobenorm.so.0", "libprobenorm.so"]
)


def _in_folder(folder: Path) -> Iterator[Path]:
    for name in _NAMES:
        if (folder / name).is_file():
            yield folder / name


def _chosen(choice: str) -> str:
    """The library that the variable names: a file, its folder, or a build folder, whose library is in plugin/."""
    path = Path(choice)
    if path.is_file():
        return str(path)
    for folder in (path, path / "plugin", path / "lib"):
        for library in _in_folder(folder):
            return str(library)
    raise ImportError(f"{VARIABLE}={choice} is neither a library nor a folder with one of {', '.join(_NAMES)}")


def prefix_of_install() -> Path:
    """PREFIX, where `cmake --install` puts PREFIX/share/probenorm/python, PREFIX/lib and PREFIX/bin."""
    package = Path(__file__).resolve().parent
    return package.parents[3] if len(package.parents) > 3 else package


def _installed() -> Iterator[str]:
    """Beside this package, in a wheel, and below the prefix of an install."""
    prefix = prefix_of_install()
    yield from map(str, _in_folder(Path(__file__).resolve().parent))
    folders = [prefix / "lib", prefix / "lib64", prefix / "bin", *sorted((prefix / "lib").glob("*-linux-*"))]
    for folder in folders:
        yield from map(str, _in_folder(folder))


def open_library() -> ctypes.CDLL:
    choice = os.environ.get(VARIABLE)
    if choice:
        return ctypes.CDLL(_chosen(choice))
    for path in _installed():
        return ctypes.CDLL(path)
    found = ctypes.util.find_library("probenorm") or _NAMES[0]
    try:
        return ctypes.CDLL(found)
    except OSError as error:
        raise ImportError(
            f"the library of ProbeNorm was not found ({error}); set {VARIABLE} to it or to its build folder"
        ) from None
