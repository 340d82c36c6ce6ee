"""Presets of normalization, and reflections on surfaces."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, List, Optional, Union

import numpy as np

from . import _native
from ._arrays import Coefficients, Floats, Texels, pointer, to_enum, to_floats, to_sh
from ._native import lib
from .enums import Channels, Dering, Format, Lobe, Preset, RoughnessMapping
from .errors import check

__all__ = [
    "evaluate_reflection", "get_preset", "Normalization", "pack_luminance", "PresetInfo", "preset_info", "preset_name",
    "preset_names",
]


@dataclass(frozen=True)
class Normalization:
    """How a probe is normalized. 0 in any field is the preset's own value; get_preset() has all of them.

    Fields are those of PnNormalization. Change some with dataclasses.replace().
    """

    preset: Union[Preset, int, str] = Preset.PROBENORM
    bands: int = 0
    channels: Union[Channels, int] = 0
    lobe: Union[Lobe, int] = 0
    dering: Union[Dering, int] = 0
    floor: float = 0.0
    low: float = 0.0
    high: float = 0.0
    fade_begin: float = 0.0
    fade_end: float = 0.0
    weight: float = 0.0
    version: int = 0
    mapping: Union[RoughnessMapping, int] = 0


AnyNormalization = Union[Normalization, Preset, str, None]


def to_native(normalization: AnyNormalization) -> _native.Normalization:
    """From a Normalization, a preset or its name, or None for all defaults."""
    if not isinstance(normalization, Normalization):
        normalization = Normalization() if normalization is None else Normalization(preset=normalization)
    n = normalization
    return _native.sized(
        _native.Normalization, preset=to_enum(Preset, n.preset), bands=n.bands, channels=n.channels, lobe=n.lobe,
        dering=n.dering, floor=n.floor, low=n.low, high=n.high, fadeBegin=n.fade_begin, fadeEnd=n.fade_end,
        weight=n.weight, version=n.version, mapping=n.mapping,
    )


def preset_name(preset: Union[Preset, int]) -> str:
    """The name that the command line tool uses, such as "hdrp-corrected"."""
    name = lib.pnGetPresetName(preset)
    if name is None:
        raise ValueError(f"{preset} is no preset")
    return name.decode()


def preset_names() -> List[str]:
    """The names of all presets, in the order of Preset."""
    return [preset_name(preset) for preset in Preset]


def get_preset(name: Union[str, Preset]) -> Normalization:
    """All values of a preset, by its name or number."""
    name = name if isinstance(name, str) else preset_name(name)
    n = _native.sized(_native.Normalization)
    check(lib.pnGetPreset(name.encode(), n))
    return Normalization(
        Preset(n.preset), n.bands, Channels(n.channels), Lobe(n.lobe), Dering(n.dering), n.floor, n.low, n.high,
        n.fadeBegin, n.fadeEnd, n.weight, n.version, RoughnessMapping(n.mapping),
    )


@dataclass(frozen=True)
class PresetInfo:
    """What the formula of a preset is and needs. The version grows when the formula changes."""

    version: int
    is_factor: bool
    can_divide: bool
    needs_normals: bool
    needs_average: bool
    needs_coefficients: bool


def preset_info(preset: Union[Preset, str]) -> PresetInfo:
    """What the formula of a preset is and needs."""
    info = _native.sized(_native.PresetInfo)
    check(lib.pnGetPresetInfo(to_enum(Preset, preset), info))
    return PresetInfo(
        info.version, bool(info.isFactor), bool(info.canDivide), bool(info.needsNormals), bool(info.needsAverage),
        bool(info.needsCoefficients),
    )


def _vectors(values: Optional[Any], along: Floats, name: str) -> Optional[Floats]:
    return None if values is None else to_floats(np.broadcast_to(values, along.shape), 3, name)


def _shares(values: Optional[Any], along: Floats, name: str) -> Optional[Floats]:
    return None if values is None else to_floats(np.broadcast_to(values, along.shape[:-1]), 0, name)


def evaluate_reflection(
    radiance: Optional[Any],
    reflections: Any,
    normals: Optional[Any],
    probe: Optional[Coefficients],
    local: Optional[Coefficients] = None,
    *,
    lookups: Optional[Any],
    probe_luminances: Optional[Any] = None,
    local_along_normals: Optional[Any] = None,
    local_along_reflections: Optional[Any] = None,
    roughness: Optional[Any] = None,
    metallic: Optional[Any] = None,
    is_divided: bool = False,
    is_factor: bool = False,
    normalization: AnyNormalization = None,
) -> Floats:
    """The normalized reflection r g b on each surface, of the shape (..., 3).

    radiance: what the probe's cubemap shows each surface; is_divided where normalize_cubemap() has divided it. With
    is_factor it is not read, and the result is what a reflection is multiplied by.
    reflections, normals: unit vectors of the shape (..., 3); normals may be None where the preset does not need them.
    lookups: unit vectors along which radiance was looked up: what a correction for parallax made of reflections, or
    reflections. None where only light along the normal is known, and for presets of engines.
    probe, local: radiance coefficients of the probe, and of the light at the shading point. Where local is None,
    local_along_normals, and local_along_reflections if known, are irradiance / pi of the shape (..., 3).
    probe_luminances: where probe is None, the luminance of the probe's own light along lookups, as its last mip of
    roughness 1 has it; of the shape (...), or one number for all.
    roughness, metallic: 0..1, of the shape (...), or one number for all; 1 where they are left out.
    """
    along = to_floats(reflections, 3, "reflections")
    surfaces = _native.sized(
        _native.Surfaces, count=along.size // 3, isDivided=int(is_divided), isFactor=int(is_factor))
    vectors = {"radiance": radiance, "normals": normals, "localAlongNormals": local_along_normals,
               "localAlongReflections": local_along_reflections, "lookups": lookups}
    numbers = {"roughness": roughness, "metallic": metallic, "probeLuminances": probe_luminances}
    arrays = {name: _vectors(values, along, name) for name, values in vectors.items()}
    arrays.update({name: _shares(values, along, name) for name, values in numbers.items()}, reflections=along)
    for name, array in arrays.items():  # which keeps what the struct points to
        setattr(surfaces, name, pointer(array))
    probe_sh = None if probe is None else to_sh(probe, "probe")
    local_sh = None if local is None else to_sh(local, "local")
    if probe_sh is not None:
        surfaces.probe = ctypes.pointer(probe_sh)
    if local_sh is not None:
        surfaces.local = ctypes.pointer(local_sh)
    result = np.empty_like(along)
    check(lib.pnEvaluateReflection(ctypes.byref(to_native(normalization)), ctypes.byref(surfaces), pointer(result)))
    return result


def pack_luminance(cubemap: Any, *, format: Union[Format, str, None] = None, srgb: bool = False) -> np.ndarray:
    """One channel of a divided cubemap: the luminance of each texel as float16, of the shape (6, n, n).

    Divide with Channels.LUMINANCE first. The shader reads the channel into r, g and b; evaluate_reflection() takes it
    three times as radiance, with is_divided.
    """
    texels = Texels(cubemap, "cubemap", format, srgb)
    halves = np.empty(texels.shape, np.float16)
    view = texels.environment_view()
    check(lib.pnPackLuminance(
        ctypes.byref(view), halves.size, halves.ctypes.data_as(ctypes.POINTER(ctypes.c_uint16))))
    return halves
