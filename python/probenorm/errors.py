"""Failures of the library as exceptions."""

from __future__ import annotations

from typing import Any, List

from ._native import lib
from .enums import Result

__all__ = ["BadTexel", "Cancelled", "Error", "InvalidArgument", "OutOfMemory"]


class Error(Exception):
    """A call that failed. ``result`` is its Result; the text says which argument was wrong and why.

    ``completed`` holds what a batch had finished when it failed, in order; it is empty for other calls.
    """

    def __init__(self, result: int, message: str) -> None:
        super().__init__(message)
        self.result = Result(result) if result in Result._value2member_map_ else Result.ERROR_UNKNOWN
        self.completed: "List[Any]" = []


class InvalidArgument(Error, ValueError):
    """ERROR_INVALID_ARGUMENT."""


class OutOfMemory(Error, MemoryError):
    """ERROR_OUT_OF_MEMORY, of the host or of the device."""


class Cancelled(Error):
    """ERROR_CANCELLED: a progress function returned True."""


class BadTexel(Error):
    """ERROR_BAD_TEXEL: a texel is not finite, and bad_texels="error" was asked for. The text says where it is."""


_KINDS = {
    Result.ERROR_INVALID_ARGUMENT: InvalidArgument,
    Result.ERROR_OUT_OF_MEMORY: OutOfMemory,
    Result.ERROR_CANCELLED: Cancelled,
    Result.ERROR_BAD_TEXEL: BadTexel,
}


def to_error(result: int) -> Error:
    """The exception for a result other than SUCCESS. To be made right after the call, on its thread."""
    message = lib.pnGetLastErrorMessage().decode("utf-8", "replace")
    return _KINDS.get(result, Error)(result, message)


def check(result: int) -> None:
    if result != Result.SUCCESS:
        raise to_error(result)
