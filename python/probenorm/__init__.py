"""ProbeNorm: spherical harmonics of HDR environments, and reflection probes normalized with them.

    import numpy as np
    import probenorm

    with probenorm.Context() as context:                 # a GPU that passes its self-test, or the CPU
        sh = context.project_equirect(image)             # (height, width, 3 or 4) of float32
    unity = probenorm.to_convention(sh, "unity")         # 27 floats
    white = probenorm.evaluate_irradiance(sh, [0, 1, 0]) # the colour of a white floor

Arrays of coefficients have the shape (bands * bands, 3): radiance in real, orthonormal harmonics without the
Condon-Shortley phase, coefficient (l, m) in row l * (l + 1) + m. docs/python.md is the manual, and the header
probenorm.h the reference of every function.

The module is made of ctypes and NumPy. It opens libprobenorm where `cmake --install` put it, or where the environment
variable PROBENORM_LIBRARY says: the library, or a build folder.
"""

from __future__ import annotations

from ._native import lib as _lib
from .coefficients import (
    Deringed,
    axes_name,
    axes_names,
    convention_float_count,
    convention_name,
    convention_names,
    dering,
    evaluate_irradiance,
    evaluate_radiance,
    find_irradiance_minimum,
    find_radiance_minimum,
    from_convention,
    rotate,
    to_convention,
    window,
)
from .context import (
    Context,
    ContextInfo,
    DeviceInfo,
    ExtractedLights,
    Light,
    LogMessage,
    NormalizedCubemap,
    Projection,
    devices,
)
from .enums import (
    Axes,
    Backend,
    BadTexelPolicy,
    Channels,
    ContextFlags,
    Convention,
    Dering,
    DeviceType,
    Format,
    Lobe,
    LogLevel,
    NegativePolicy,
    Preset,
    Result,
    Window,
)
from .errors import BadTexel, Cancelled, Error, InvalidArgument, OutOfMemory
from .normalization import (
    Normalization, PresetInfo, evaluate_factor, evaluate_reflection, find_preset, pack_luminance, preset_info,
    preset_name, preset_names,
)

__all__ = [
    "algorithm_version",
    "Axes",
    "axes_name",
    "axes_names",
    "Backend",
    "BadTexel",
    "BadTexelPolicy",
    "Cancelled",
    "Channels",
    "Context",
    "ContextFlags",
    "ContextInfo",
    "Convention",
    "convention_float_count",
    "convention_name",
    "convention_names",
    "Dering",
    "dering",
    "Deringed",
    "DeviceInfo",
    "devices",
    "DeviceType",
    "Error",
    "evaluate_factor",
    "evaluate_irradiance",
    "evaluate_radiance",
    "evaluate_reflection",
    "ExtractedLights",
    "find_irradiance_minimum",
    "find_preset",
    "find_radiance_minimum",
    "Format",
    "format_bytes",
    "from_convention",
    "InvalidArgument",
    "Light",
    "Lobe",
    "LogLevel",
    "LogMessage",
    "NegativePolicy",
    "Normalization",
    "NormalizedCubemap",
    "OutOfMemory",
    "pack_luminance",
    "Preset",
    "PresetInfo",
    "preset_info",
    "preset_name",
    "preset_names",
    "Projection",
    "Result",
    "result_name",
    "rotate",
    "to_convention",
    "version",
    "Window",
    "window",
]


def version() -> str:
    """The library's version, such as "0.1.0"."""
    number = _lib.pnGetVersion()
    return f"{number >> 16}.{number >> 8 & 255}.{number & 255}"


def algorithm_version() -> int:
    """The version of the summation order. Equal texels give equal coefficient bits as long as it is equal."""
    return _lib.pnGetAlgorithmVersion()


def format_bytes(format: Format) -> int:
    """Bytes per texel; 0 for an unknown format."""
    return _lib.pnGetFormatBytes(format)


def result_name(result: int) -> str:
    """The name of a result in C, such as "PN_ERROR_OUT_OF_MEMORY"."""
    return _lib.pnGetResultName(result).decode()
