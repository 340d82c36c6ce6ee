"""What one does with coefficients. They are arrays of the shape (bands * bands, 3): radiance, r g b per harmonic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List, Union

import numpy as np

from . import _native
from ._arrays import Coefficients, Floats, from_sh, pointer, to_enum, to_floats, to_sh
from ._native import lib
from .enums import Axes, Convention, Window
from .errors import check

__all__ = [
    "axes_name", "axes_names", "convention_float_count", "convention_name", "convention_names", "Deringed", "dering",
    "evaluate_irradiance", "evaluate_radiance", "find_irradiance_minimum", "from_convention", "rotate", "to_convention",
    "window",
]


def _evaluate(function: Any, coefficients: Coefficients, directions: Any) -> Floats:
    along = to_floats(directions, 3, "directions")
    rgb = np.empty_like(along)
    check(function(to_sh(coefficients), along.size // 3, pointer(along), pointer(rgb)))
    return rgb


def evaluate_radiance(coefficients: Coefficients, directions: Any) -> Floats:
    """Radiance along unit directions x y z of the shape (..., 3); r g b of the same shape."""
    return _evaluate(lib.pnEvaluateRadiance, coefficients, directions)


def evaluate_irradiance(coefficients: Coefficients, directions: Any) -> Floats:
    """Irradiance / pi, the colour of a white Lambert surface, along normals of the shape (..., 3)."""
    return _evaluate(lib.pnEvaluateIrradiance, coefficients, directions)


def rotate(coefficients: Coefficients, matrix: Any) -> Floats:
    """Rotates the environment: the result along matrix @ d is what the coefficients are along d.

    matrix has the shape (3, 3) and is orthogonal to 1e-4. Mirrors are allowed.
    """
    values = np.ascontiguousarray(matrix, np.float32)
    if values.shape != (3, 3):
        raise ValueError(f"matrix must have the shape (3, 3), not {values.shape}")
    result = _native.Sh()
    check(lib.pnRotateSh(to_sh(coefficients), pointer(values), result))
    return from_sh(result)


def window(coefficients: Coefficients, kind: Union[Window, int, str], width: float) -> Floats:
    """Multiplies each band by the weight of a window: "hann", "lanczos", "sinc4" or "gauss"."""
    result = _native.Sh()
    check(lib.pnWindowSh(to_sh(coefficients), to_enum(Window, kind), width, result))
    return from_sh(result)


def find_irradiance_minimum(coefficients: Coefficients) -> Floats:
    """The minimum of irradiance / pi over the sphere: r, g, b, luminance (Rec. 709). Accurate to 1e-5 of L00."""
    minimum = np.empty(4, np.float32)
    check(lib.pnFindIrradianceMinimum(to_sh(coefficients), pointer(minimum)))
    return minimum


@dataclass(frozen=True, eq=False)
class Deringed:
    """De-ringed coefficients, and what the window did."""

    coefficients: Floats
    width: float  #: of the Gaussian window; 1 when none was needed
    minimum_before: float  #: of irradiance / pi over the sphere, smallest channel
    minimum_after: float
    energy_kept: float  #: share of the irradiance's squared coefficients above band 0 that is left

    def __array__(self, dtype: Any = None, copy: Any = None) -> Floats:
        return np.array(self.coefficients, dtype=dtype)


def dering(coefficients: Coefficients, floor: float = 0.0) -> Deringed:
    """Applies the mildest Gaussian window that keeps each channel's irradiance at floor (0..0.9) times its average."""
    result, info = _native.Sh(), _native.sized(_native.DeringInfo)
    check(lib.pnDeringSh(to_sh(coefficients), floor, result, info))
    return Deringed(from_sh(result), info.width, info.minimumBefore, info.minimumAfter, info.energyKept)


def convention_name(convention: Union[Convention, int]) -> str:
    """The name that the command line tool uses, such as "unity-sha"."""
    name = lib.pnGetConventionName(convention)
    if name is None:
        raise ValueError(f"{convention} is no convention")
    return name.decode()


def axes_name(axes: Union[Axes, int]) -> str:
    """The name that the command line tool uses, such as "mirror-x"."""
    name = lib.pnGetAxesName(axes)
    if name is None:
        raise ValueError(f"{axes} are no axes")
    return name.decode()


def convention_names() -> List[str]:
    """The names of all conventions, in the order of Convention."""
    return [convention_name(convention) for convention in Convention]


def axes_names() -> List[str]:
    """The names of all axes, in the order of Axes."""
    return [axes_name(axes) for axes in Axes]


def convention_float_count(convention: Union[Convention, int, str], bands: int) -> int:
    """How many floats hold that many bands; 0 when the convention cannot hold them."""
    return lib.pnGetConventionFloatCount(to_enum(Convention, convention), bands)


def to_convention(
    coefficients: Coefficients, convention: Union[Convention, int, str], axes: Union[Axes, int, str] = Axes.KEEP
) -> Floats:
    """The floats that an engine stores: to_convention(sh, "unity") has 27. docs/conventions.md has each layout."""
    sh, which = to_sh(coefficients), to_enum(Convention, convention)
    floats = np.empty(lib.pnGetConventionFloatCount(which, sh.bands), np.float32)
    check(lib.pnConvertToConvention(sh, which, to_enum(Axes, axes), floats.size, pointer(floats)))
    return floats


def from_convention(
    floats: Any,
    convention: Union[Convention, int, str],
    bands: int = 3,
    axes: Union[Axes, int, str] = Axes.KEEP,
) -> Floats:
    """Coefficients from the floats of an engine, in any shape."""
    values = np.ascontiguousarray(floats, np.float32).ravel()
    sh = _native.Sh()
    which = to_enum(Convention, convention)
    check(lib.pnConvertFromConvention(which, to_enum(Axes, axes), bands, values.size, pointer(values), sh))
    return from_sh(sh)
