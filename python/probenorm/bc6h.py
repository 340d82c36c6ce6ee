"""Blocks of BC6H."""

from __future__ import annotations

import ctypes
from typing import Any, Union

import numpy as np

from . import _native
from .enums import Bc6hEffort
from .errors import check

__all__ = ["decode_bc6h"]

_BYTES = ctypes.POINTER(ctypes.c_uint8)


def decode_bc6h(blocks: Any, *, signed: bool = False) -> np.ndarray:
    """The texels of blocks, uint8 of the shape (..., 16): float16 of the shape (..., 4, 4, 4) with alpha 1."""
    blocks = np.ascontiguousarray(blocks, np.uint8)
    if blocks.ndim == 0 or blocks.shape[-1] != 16:
        raise ValueError(f"blocks must have the shape (..., 16), not {blocks.shape}")
    halves = np.empty((*blocks.shape[:-1], 4, 4, 4), np.float16)
    check(_native.lib.pnDecodeBc6h(
        signed, blocks.size // 16, blocks.ctypes.data_as(_BYTES), halves.ctypes.data_as(ctypes.POINTER(ctypes.c_uint16))))
    return halves


def encode(handle: Any, picture: Any, effort: Union[Bc6hEffort, int], signed: bool) -> np.ndarray:
    blocks = np.empty(((picture.height + 3) // 4, (picture.width + 3) // 4, 16), np.uint8)
    check(_native.lib.pnEncodeBc6h(
        handle, ctypes.byref(picture), effort, signed, blocks.size, blocks.ctypes.data_as(_BYTES)))
    return blocks
