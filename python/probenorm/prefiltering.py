"""Prefiltered cubemaps: the roughness of each mip, and what a call takes and returns."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, List, Optional, Union

import numpy as np

from . import _native
from ._arrays import Texels, to_enum, to_floats
from .enums import Backend, Dfg, Effort, Lobe, RoughnessMapping
from .errors import check

__all__ = ["PrefilteredCubemap", "dfg_table", "mip_roughness"]

_MAX_MIPS = 15  # the library refuses more
_MAX_DFG_SIZE = 1024


@dataclass(frozen=True, eq=False)
class PrefilteredCubemap:
    """Mips for surfaces of rising roughness, in the type of the source; uint8 becomes float16."""

    mips: List[np.ndarray]  #: radiance, of the shape (6, n, n, 4) with alpha 1, or (6, n, n) for packed formats
    roughness: List[float]  #: perceptual, 0..1, of each mip
    backend: Backend
    is_reproducible: bool


def mip_roughness(mapping: Union[RoughnessMapping, str], mip_count: int, base_size: int) -> List[float]:
    """The perceptual roughness, 0..1, of each of mip_count mips (1 to 15) by a mapping, such as "unity".

    base_size: of a face of the first mip in texels, 1 to 16384. Only "babylon" reads it.
    """
    roughness = (ctypes.c_float * _MAX_MIPS)()
    check(_native.lib.pnGetMipRoughness(to_enum(RoughnessMapping, mapping), base_size, mip_count, roughness))
    return roughness[:mip_count]


def dfg_table(kind: Union[Dfg, str] = "scale_bias", size: int = 256) -> np.ndarray:
    """The other half of the split sum, float32 of the shape (size, size, 3): rows by roughness, columns by N.V.

    kind: "scale_bias" (r, g are the scale and the bias of F0) or "multiscatter" (r the bias, g the sum of both); b is
    cloth. size: 1 to 1024. Row y has perceptual roughness (y + 0.5) / size, column x has N.V = (x + 0.5) / size.
    """
    if not 1 <= size <= _MAX_DFG_SIZE:
        raise ValueError(f"size must be 1 to {_MAX_DFG_SIZE}, not {size}")
    table = np.empty((size, size, 3), np.float32)
    for row in range(size):  # so that Ctrl-C is heard
        pointer = table[row].ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        check(_native.lib.pnMakeDfgRows(to_enum(Dfg, kind), size, row, 1, table[row].size, pointer))
    return table


def to_native(
    sources: List[Texels], mip_count: Optional[int], mapping: Any, lobe: Any, effort: Any, base_size: int,
    roughness: Any,
) -> _native.Prefilter:
    native = _native.sized(_native.Prefilter, lobe=to_enum(Lobe, lobe), mapping=to_enum(RoughnessMapping, mapping),
                           effort=to_enum(Effort, effort), baseSize=base_size)
    if roughness is not None:
        values = to_floats(roughness, 0, "roughness")
        mip_count = values.size if mip_count is None else mip_count
        if values.shape != (mip_count,):
            raise ValueError(f"roughness must have the shape ({mip_count},), one number per mip, not {values.shape}")
        native.roughness = (ctypes.c_float * mip_count)(*values)
    if mip_count is None:
        counts = {_base_size(source, native).bit_length() for source in sources}
        if len(counts) > 1:
            raise ValueError("mip_count must be given for cubemaps of different sizes")
        mip_count = max(counts, default=1)
    native.mipCount = mip_count
    return native


def targets_of(source: Texels, native: _native.Prefilter) -> List[Texels]:
    base_size, count = _base_size(source, native), min(native.mipCount, _MAX_MIPS)
    return [source.target(max(1, base_size >> mip), 4) for mip in range(count)]


def to_result(native: _native.Prefilter, targets: List[Texels], info: _native.PrefilterInfo) -> PrefilteredCubemap:
    count = native.mipCount
    roughness = native.roughness[:count] if native.roughness else mip_roughness(native.mapping, count, targets[0].width)
    mips = [target.array for target in targets]
    return PrefilteredCubemap(mips, roughness, Backend(info.backend), bool(info.isReproducible))


def _base_size(source: Texels, native: _native.Prefilter) -> int:
    return min(native.baseSize or source.width, source.width)  # the library refuses a larger one
