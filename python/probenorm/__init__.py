"""ProbeNorm: spherical harmonics of HDR environments, and reflection probes normalized with them.

    import numpy as np
    import probenorm

    with probenorm.Context() as context:                 # a GPU that passes its self-test, or the CPU
        sh = context.project_environment(image)          # (h, w, 3 or 4) of float32, or (6, n, n, 3 or 4)
    unity = probenorm.to_convention(sh, "unity")         # 27 floats
    white = probenorm.evaluate_irradiance(sh, [0, 1, 0]) # the colour of a white floor

Arrays of coefficients have the shape (bands * bands, 3): radiance in real, orthonormal harmonics without the
Condon-Shortley phase, coefficient (l, m) in row l * (l + 1) + m. docs/python.md is the manual, and the header
probenorm.h the reference of every function.

The module is made of ctypes and NumPy. It opens libprobenorm where `cmake --install` put it, or where the environment
variable PROBENORM_LIBRARY says: the library, or a build folder.
"""

from __future__ import annotations

from . import bc6h, checking, coefficients, context, enums, errors, images, normalization, pictures, prefiltering
from ._native import lib as _lib
from .bc6h import *
from .checking import *
from .coefficients import *
from .context import *
from .enums import *
from .errors import *
from .images import *
from .normalization import *
from .pictures import *
from .prefiltering import *

__all__ = ["algorithm_version", "format_bytes", "result_name", "version"]
__all__ += bc6h.__all__
__all__ += checking.__all__
__all__ += coefficients.__all__
__all__ += context.__all__
__all__ += enums.__all__
__all__ += errors.__all__
__all__ += images.__all__
__all__ += normalization.__all__
__all__ += pictures.__all__
__all__ += prefiltering.__all__


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
