"""NumPy arrays as the pointers and structs of the C ABI, and back."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_float
from enum import IntEnum
from typing import Any, Optional, Sequence, Tuple, Type, TypeVar, Union

import numpy as np

from . import _native
from .enums import EnvironmentKind, Format

# What functions take where they ask for coefficients: anything that becomes an array (bands * bands, 3).
Coefficients = Any
Floats = np.ndarray

AnyEnum = TypeVar("AnyEnum", bound=IntEnum)

_PACKED = (Format.RGB9E5, Format.R11G11B10F)
_SHAPES = {
    "cubemap": "a cubemap must have the shape (6, n, n, 3 or 4)",
    "picture": "a picture must have the shape (h, w, 3 or 4)",
    "environment": "an environment must have the shape (6, n, n, 3 or 4) of a cubemap or (h, w, 3 or 4) of a map",
}
_ROWS = {1: 1, 4: 2, 9: 3, 16: 4, 25: 5}


def to_enum(kind: Type[AnyEnum], value: Union[AnyEnum, int, str]) -> AnyEnum:
    """A member, its value, or its name in any case, such as "unity-sha" for Convention.UNITY_SHA."""
    if isinstance(value, str):
        name = value.upper().replace("-", "_")
        if name not in kind.__members__:
            names = ", ".join(member.lower().replace("_", "-") for member in kind.__members__)
            raise ValueError(f"{value!r} is no {kind.__name__}; these are: {names}")
        return kind[name]
    return kind(value)


def to_sh(coefficients: Coefficients, name: str = "coefficients") -> _native.Sh:
    array = np.asarray(coefficients, np.float32)
    if array.ndim != 2 or array.shape[1] != 3 or array.shape[0] not in _ROWS:
        raise ValueError(f"{name} must have the shape (bands * bands, 3) with 1 to 5 bands, not {array.shape}")
    sh = _native.Sh(bands=_ROWS[array.shape[0]])
    np.ctypeslib.as_array(sh.rgb)[: array.shape[0]] = array
    return sh


def from_sh(sh: _native.Sh) -> Floats:
    return np.ctypeslib.as_array(sh.rgb)[: sh.bands * sh.bands].copy()


def to_floats(values: Any, columns: int, name: str) -> Floats:
    """values as contiguous floats whose last axis has that many columns; 0 for single numbers."""
    array = np.ascontiguousarray(values, np.float32)
    if columns and (array.ndim == 0 or array.shape[-1] != columns):
        raise ValueError(f"{name} must have the shape (..., {columns}), not {array.shape}")
    return array


def pointer(array: Optional[Floats]) -> Any:
    return array.ctypes.data_as(POINTER(c_float)) if array is not None else None


class Texels:
    """A picture or the faces of a cubemap in memory that the library can read, with its format and row pitch.

    what: "cubemap", "picture", or "environment", which is a cubemap or an equirectangular map; the number of dimensions
    says which.

    ``array`` has the shape (faces, height, width, channels), or (faces, height, width) for packed formats. It is the
    caller's own memory where that has rows of texels one behind the other, and a copy elsewhere.
    """

    def __init__(self, texels: Any, what: str, format: Union[Format, int, str, None], srgb: bool) -> None:
        array = np.asarray(texels)
        wanted = None if format is None else to_enum(Format, format)
        is_packed = wanted in _PACKED
        self.is_cubemap = is_cubemap(array, wanted)
        _require_shape(array, what, self.is_cubemap, is_packed)
        self.format, array = _convert(array if self.is_cubemap else array[np.newaxis], wanted, srgb)
        self.height, self.width = array.shape[1:3]
        self.array = array if _has_plain_rows(array) else np.ascontiguousarray(array)
        self.row_pitch = self.array.strides[1] if self.height > 1 else 0
        self.face_bytes = (self.height - 1) * self.row_pitch + self.width * _native.lib.pnGetFormatBytes(self.format)

    @property
    def shape(self) -> Tuple[int, ...]:
        """(6, n, n) of a cubemap, (h, w) of a map."""
        return self.array.shape[0 if self.is_cubemap else 1 : 3]

    def face(self, index: int) -> int:
        return self.array.ctypes.data + index * self.array.strides[0]

    def environment_view(self) -> _native.EnvironmentView:
        kind = EnvironmentKind.CUBEMAP if self.is_cubemap else EnvironmentKind.EQUIRECT
        view = _native.sized(_native.EnvironmentView, kind=kind, format=self.format)
        view.width, view.height = self.width, self.height
        return self._with_faces(view)

    def picture_view(self) -> _native.PictureView:
        view = _native.sized(_native.PictureView, width=self.width, height=self.height, format=self.format)
        view.rowPitchBytes, view.texelBytes, view.texels = self.row_pitch, self.face_bytes, self.face(0)
        return view

    def cubemap_target(self) -> _native.CubemapTarget:
        return self._with_faces(_native.sized(_native.CubemapTarget, format=self.format))

    def _with_faces(self, view: Any) -> Any:
        view.rowPitchBytes, view.faceBytes = self.row_pitch, self.face_bytes
        for index in range(len(self.array)):
            view.faces[index] = self.face(index)
        return view

    def target(self, size: int = 0, channels: int = 0) -> "Texels":
        """New memory for a cubemap that is made of this one, in its format; that of 8-bit texels is half float.

        size: of a face in texels, channels: 3 or 4; 0 for this cubemap's own. Packed formats have no channels.
        """
        faces = (6, size or self.width, size or self.width)
        if self.array.ndim == 3:
            return Texels(np.empty(faces, self.array.dtype), "cubemap", self.format, False)
        kind = np.float16 if self.array.dtype == np.uint8 else self.array.dtype
        return Texels(np.empty(faces + (channels or self.array.shape[3],), kind), "cubemap", None, False)


def is_cubemap(texels: Any, format: Union[Format, int, str, None]) -> bool:
    """Whether an array has a dimension for faces."""
    is_packed = format is not None and to_enum(Format, format) in _PACKED
    return np.ndim(texels) == (3 if is_packed else 4)


def levels_of(mips: Any, format: Union[Format, int, str, None]) -> Sequence[Any]:
    """The mips of a list of cubemaps; one environment as the only mip. A list of six faces is one cubemap."""
    is_list = isinstance(mips, (list, tuple)) and len(mips) > 0 and is_cubemap(mips[0], format)
    return mips if is_list else [mips]


def require_apart(environments: Sequence[Any], format: Union[Format, int, str, None]) -> None:
    """Refuses six square pictures of one size: nobody can tell six maps from the faces of one cubemap."""
    if len(environments) != 6 or any(is_cubemap(each, format) for each in environments):
        return
    shapes = {np.shape(each)[:2] for each in environments}
    if len(shapes) == 1 and len(set(shapes.pop())) == 1:
        raise ValueError(
            "these are six maps or the faces of one cubemap: pass one cubemap as [cubemap], and such maps in two calls"
        )


def _require_shape(array: np.ndarray, what: str, is_cubemap: bool, is_packed: bool) -> None:
    is_fit = what == "environment" or (what == "cubemap") == is_cubemap
    is_fit = is_fit and array.ndim == 2 + is_cubemap + (not is_packed) and array.size > 0
    is_fit = is_fit and (is_packed or array.shape[-1] in (3, 4))
    if not is_fit or (is_cubemap and (array.shape[0] != 6 or array.shape[1] != array.shape[2])):
        raise ValueError(f"{_SHAPES[what]}, or the same without channels for a packed format, not {array.shape}")
    if what == "environment" and array.dtype == np.uint32 and not is_packed and _may_be_packed(array.shape):
        raise ValueError(
            f"uint32 of the shape {array.shape} may be a map or a packed cubemap: name the format, or convert to float32"
        )


def _may_be_packed(shape: Tuple[int, ...]) -> bool:
    return len(shape) == 3 and shape[0] == 6 and shape[1] == shape[2]


def _convert(array: np.ndarray, format: Optional[Format], srgb: bool) -> Tuple[Format, np.ndarray]:
    """The format for an array by its type and channels; types that no format has are converted."""
    if format in _PACKED:
        if array.dtype != np.uint32:
            raise ValueError(f"{format.name} needs an array of uint32, not {array.dtype}")
        return format, array
    channels = array.shape[3]
    if array.dtype == np.uint8:
        found, array = (Format.RGBA8_SRGB if srgb else Format.RGBA8), _with_alpha(array)
    elif array.dtype == np.float16:
        found, array = Format.RGBA16F, _with_alpha(array)
    else:
        found, array = (Format.RGB32F if channels == 3 else Format.RGBA32F), array.astype(np.float32, copy=False)
    if srgb and array.dtype != np.uint8:
        raise ValueError("srgb is for texels of type uint8")
    if format is not None and format != found:
        raise ValueError(f"texels of type {array.dtype} with {channels} channels are {found.name}, not {format.name}")
    return found, array


def _with_alpha(array: np.ndarray) -> np.ndarray:
    if array.shape[3] == 4:
        return array
    padded = np.ones(array.shape[:3] + (4,), array.dtype)
    padded[..., :3] = array
    return padded


def _has_plain_rows(array: np.ndarray) -> bool:
    """Whether each row is one run of texels, at a pitch and an address that the library takes."""
    texel = array.strides[2]
    tight = array[0, 0].nbytes
    is_run = texel * array.shape[2] == tight and (array.ndim == 3 or array.strides[3] == array.itemsize)
    return (
        is_run and array.strides[1] >= tight and array.strides[1] % 4 == 0 and array.strides[0] % 4 == 0
        and array.strides[1] < 2**32 and array.ctypes.data % 4 == 0 and array.dtype.isnative
    )


def array_of(kind: Any, items: Any) -> Any:
    """A ctypes array of structs."""
    return (kind * len(items))(*items)


def text(field: bytes) -> str:
    return field.decode("utf-8", "replace")
