"""Pictures of coefficients, maps and cubemaps, which notebooks show."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from .coefficients import evaluate_irradiance, evaluate_radiance

__all__ = ["Picture", "picture"]

_CELLS = ((2, 1), (0, 1), (1, 0), (1, 2), (1, 1), (3, 1))  # column and row of each face in a horizontal cross


@dataclass(frozen=True)
class Picture:
    """A PNG. A notebook shows it as the result of a cell."""

    png: bytes

    def _repr_png_(self) -> bytes:
        return self.png


def picture(values: Any, exposure: float = 0.0) -> Picture:
    """A map as it is, a cubemap as a horizontal cross, and coefficients as two maps: radiance, and irradiance / pi.

    Values times 2^exposure are shown, 1 is white.
    """
    array = np.asarray(values, np.float32)
    if array.ndim == 2:
        directions = _map_directions(128)
        array = np.hstack([evaluate_radiance(array, directions), evaluate_irradiance(array, directions)])
    elif array.ndim == 4:
        array = _cross(array)
    if array.ndim != 3 or array.shape[2] not in (3, 4):
        raise ValueError(f"a picture needs (bands * bands, 3), (h, w, 3 or 4) or (6, n, n, 3 or 4), not {np.shape(values)}")
    linear = np.clip(np.nan_to_num(array[..., :3]) * np.float32(2.0**exposure), 0, 1)
    srgb = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return Picture(_png(np.rint(srgb * 255).astype(np.uint8)))


def _map_directions(height: int) -> np.ndarray:
    latitude = (0.5 - (np.arange(height) + 0.5) / height) * np.pi
    longitude = ((np.arange(2 * height) + 0.5) / height - 1) * np.pi
    latitude, longitude = np.meshgrid(latitude, longitude, indexing="ij")
    x, z = np.cos(latitude) * np.sin(longitude), np.cos(latitude) * np.cos(longitude)
    return np.stack([x, np.sin(latitude), z], -1)


def _cross(cubemap: np.ndarray) -> np.ndarray:
    size = cubemap.shape[1]
    cross = np.zeros((3 * size, 4 * size, 3), np.float32)
    for face, (column, row) in zip(cubemap, _CELLS):
        cross[row * size : (row + 1) * size, column * size : (column + 1) * size] = face[..., :3]
    return cross


def _png(rgb: np.ndarray) -> bytes:
    height, width = rgb.shape[:2]
    rows = np.zeros((height, 1 + 3 * width), np.uint8)  # each begins with its filter, none
    rows[:, 1:] = rgb.reshape(height, -1)
    chunks = [(b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows.tobytes())), (b"IEND", b"")]
    parts = [struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)
