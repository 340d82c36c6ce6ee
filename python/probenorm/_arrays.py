"""NumPy arrays as the pointers and structs of the C ABI, and back."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_float
from enum import IntEnum
from typing import Any, Optional, Tuple, Type, TypeVar, Union

import numpy as np

from . import _native
from .enums import Format

# What functions take where they ask for coefficients: anything that becomes an array (bands * bands, 3).
Coefficients = Any
Floats = np.ndarray

AnyEnum = TypeVar("AnyEnum", bound=IntEnum)

_PACKED = (Format.RGB9E5, Format.R11G11B10F)
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
    """An image or the faces of a cubemap in memory that the library can read, with its format and row pitch.

    ``array`` has the shape (faces, height, width, channels), or (faces, height, width) for packed formats. It is the
    caller's own memory where that has rows of texels one behind the other, and a copy elsewhere.
    """

    def __init__(self, texels: Any, faces: int, format: Union[Format, int, str, None], srgb: bool) -> None:
        array = np.asarray(texels)
        if faces == 1:
            array = array[np.newaxis]
        wanted = None if format is None else to_enum(Format, format)
        if not _has_shape(array, faces, wanted in _PACKED):
            raise ValueError(_expected(faces, np.shape(texels)))
        self.format, array = _convert(array, wanted, srgb)
        self.height, self.width = array.shape[1:3]
        self.array = array if _has_plain_rows(array) else np.ascontiguousarray(array)
        self.row_pitch = self.array.strides[1] if self.height > 1 else 0
        self.face_bytes = (self.height - 1) * self.row_pitch + self.width * _native.lib.pnGetFormatBytes(self.format)

    def face(self, index: int) -> int:
        return self.array.ctypes.data + index * self.array.strides[0]

    def cubemap_view(self) -> _native.CubemapView:
        return self._with_faces(_native.sized(_native.CubemapView, faceSize=self.width, format=self.format))

    def cubemap_target(self) -> _native.CubemapTarget:
        return self._with_faces(_native.sized(_native.CubemapTarget, format=self.format))

    def _with_faces(self, cubemap: Any) -> Any:
        cubemap.rowPitchBytes, cubemap.faceBytes = self.row_pitch, self.face_bytes
        for index in range(6):
            cubemap.faces[index] = self.face(index)
        return cubemap

    def target(self, size: int = 0, channels: int = 0) -> "Texels":
        """New memory for a cubemap that is made of this one, in its format; that of 8-bit texels is half float.

        size: of a face in texels, channels: 3 or 4; 0 for this cubemap's own. Packed formats have no channels.
        """
        faces = (6, size or self.width, size or self.width)
        if self.array.ndim == 3:
            return Texels(np.empty(faces, self.array.dtype), 6, self.format, False)
        kind = np.float16 if self.array.dtype == np.uint8 else self.array.dtype
        return Texels(np.empty(faces + (channels or self.array.shape[3],), kind), 6, None, False)

    def equirect_view(self) -> _native.EquirectView:
        view = _native.sized(_native.EquirectView, width=self.width, height=self.height, format=self.format)
        view.rowPitchBytes, view.texelBytes, view.texels = self.row_pitch, self.face_bytes, self.face(0)
        return view


def _expected(faces: int, found: Tuple[int, ...]) -> str:
    what, shape = ("a cubemap", "(6, n, n, 3 or 4)") if faces == 6 else ("a map", "(h, w, 3 or 4)")
    return f"{what} must have the shape {shape}, or the same without channels for a packed format, not {found}"


def _has_shape(array: np.ndarray, faces: int, is_packed: bool) -> bool:
    if array.ndim != (3 if is_packed else 4) or array.size == 0 or array.shape[0] != faces:
        return False
    return (faces == 1 or array.shape[1] == array.shape[2]) and (is_packed or array.shape[3] in (3, 4))


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
