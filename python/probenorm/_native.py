"""The library, loaded, with the structs and functions of the C ABI."""

from __future__ import annotations

import ctypes
from typing import Any, Type, TypeVar

from ._abi import *
from ._abi import FUNCTIONS
from ._library import open_library

Struct = TypeVar("Struct", bound=ctypes.Structure)


def sized(kind: Type[Struct], /, **fields: Any) -> Struct:
    """A versioned struct with its structSize set."""
    return kind(structSize=ctypes.sizeof(kind), **fields)


def many(kind: Type[Struct], count: int) -> Any:
    """An array of versioned structs."""
    return (kind * count)(*[sized(kind) for _ in range(count)])


def _open() -> ctypes.CDLL:
    library = open_library()
    for name, (result, arguments) in FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise ImportError(f"{library._name} is older than this package: it lacks {name}") from None
        function.restype = result
        function.argtypes = arguments
    return library


lib = _open()
