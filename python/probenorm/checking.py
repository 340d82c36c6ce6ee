"""Findings: what is wrong with an environment."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, List, Optional, Sequence, Tuple

import numpy as np

from . import _native
from ._arrays import Texels, array_of, pointer, text
from .enums import FindingKind, FixFlags, Severity
from .errors import check

__all__ = ["Finding", "Fixed"]

_MOST = 64  # the library finds no more
_NO_TEXEL = 2**32 - 1


@dataclass(frozen=True)
class Finding:
    """Something that may be wrong. docs/check.md explains each kind, its value and its limit."""

    kind: FindingKind
    name: str
    severity: Severity
    text: str
    fixes: FixFlags
    count: int
    mip: int
    face: Optional[int]
    x: Optional[int]
    y: Optional[int]
    value: float
    limit: float
    average: float  #: change of the average light, as a share of the light without the defect
    irradiance: float  #: the same of irradiance, where that changes most
    reflection: float  #: the same of the brightest texel
    order: Optional[List[Tuple[int, int]]]  #: for FACE_ORDER: the given face that belongs to each place, and its turn


@dataclass(frozen=True, eq=False)
class Fixed:
    """An environment after fixing."""

    texels: np.ndarray  #: float32, r g b 1, in the shape of the input
    fixed: FixFlags  #: what changed something
    texel_count: int
    face_count: int
    average: float  #: luminance of the average light before
    fixed_average: float


def find(handle: Any, mips: Sequence[Texels]) -> List[Finding]:
    views = array_of(_native.EnvironmentView, [mip.environment_view() for mip in mips])
    findings = _native.many(_native.Finding, _MOST)
    count = ctypes.c_uint32()
    check(_native.lib.pnCheckEnvironment(handle, len(mips), views, _MOST, findings, count))
    return [_to_finding(native) for native in findings[: count.value]]


def fix(handle: Any, environment: Texels, fixes: FixFlags) -> Fixed:
    texels, info = np.empty((*environment.shape, 4), np.float32), _native.sized(_native.FixInfo)
    view = environment.environment_view()
    check(_native.lib.pnFixEnvironment(handle, view, fixes, texels.size, pointer(texels), info))
    return Fixed(texels, FixFlags(info.fixed), info.texels, info.faces, info.average, info.fixedAverage)


def _to_finding(native: _native.Finding) -> Finding:
    kind = FindingKind(native.kind)
    has_texel, has_face = native.x != _NO_TEXEL, native.face < 6
    return Finding(
        kind, text(_native.lib.pnGetFindingName(kind)), Severity(native.severity), text(native.text),
        FixFlags(native.fixes), native.count, native.mip, native.face if has_face else None,
        native.x if has_texel else None, native.y if has_texel else None, native.value, native.limit, native.average,
        native.irradiance, native.reflection,
        list(zip(native.places, native.turns)) if kind == FindingKind.FACE_ORDER else None,
    )
