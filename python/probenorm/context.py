"""Contexts: projection and normalization of texels, on the CPU or one Vulkan device."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Callable, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _native, bc6h, checking
from ._arrays import (
    Coefficients, Floats, Texels, array_of, from_sh, levels_of, pointer, require_apart, text, to_enum, to_sh,
)
from ._native import lib
from .checking import Finding, Fixed
from .enums import (
    BadTexelPolicy, Backend, Bc6hEffort, ContextFlags, DeviceType, Effort, FixFlags, Format, Lobe, LogLevel,
    NegativePolicy, Result, RoughnessMapping,
)
from .errors import check, to_error
from .normalization import AnyNormalization
from .normalization import to_native as native_normalization
from .pictures import picture
from .prefiltering import PrefilteredCubemap, targets_of, to_result
from .prefiltering import to_native as native_prefilter

__all__ = [
    "Context", "ContextInfo", "DeviceInfo", "devices", "ExtractedLights", "Light", "LogMessage", "NormalizedCubemap",
    "Projection",
]

Progress = Callable[[int, int], Optional[bool]]


@dataclass(frozen=True)
class DeviceInfo:
    """A Vulkan device of this machine."""

    index: int
    type: DeviceType
    name: str
    driver: str
    vendor_id: int
    device_id: int
    api_version: int
    driver_version: int
    subgroup_size: int
    is_supported: bool


@dataclass(frozen=True)
class ContextInfo:
    """What a context runs on. is_reproducible: every kernel tested so far gave the CPU backend's bits."""

    backend: Backend
    device_index: int
    is_reproducible: bool
    subgroup_size: int
    thread_count: int
    name: str


@dataclass(frozen=True)
class LogMessage:
    """A message that was kept; a gap between numbers means that older ones were lost."""

    level: LogLevel
    number: int
    text: str


@dataclass(frozen=True, eq=False)
class Projection:
    """Coefficients of the shape (bands * bands, 3), and what was found in the texels.

    numpy.asarray(projection) gives the coefficients, so that every function which takes these takes it too.
    """

    coefficients: Floats
    algorithm: int  #: store it with the coefficients
    non_finite: int  #: texels with a NaN, an infinity, or a magnitude above 2^64
    negative: int  #: texels with a channel below zero
    clamped: int  #: texels that max_radiance changed
    bad_texel: Optional[Tuple[int, int, int]]  #: face, x and y of the first texel that is not finite
    backend: Backend
    is_reproducible: bool
    uploaded_bytes: int
    gpu_seconds: float  #: of the call, all probes; 0 where it is not measured
    call_seconds: float  #: of the call, all probes, by the wall clock

    def __array__(self, dtype: Any = None, copy: Any = None) -> Floats:
        return np.array(self.coefficients, dtype=dtype)

    def _repr_png_(self) -> bytes:
        return picture(self.coefficients).png


@dataclass(frozen=True, eq=False)
class NormalizedCubemap:
    """Divided mips, in the type and with the channels of the input; uint8 becomes float16."""

    mips: List[np.ndarray]
    light: Floats  #: the coefficients that the texels were divided by
    projection: Optional[Projection]  #: None where the light was given
    backend: Backend
    is_reproducible: bool
    width: float  #: of the Gaussian window that the denominator of the first mip needed; 1 for none
    minimum_before: float  #: the denominator's minimum over the sphere
    minimum_after: float
    energy_kept: float
    average: float  #: of the denominator over the sphere


@dataclass(frozen=True)
class Light:
    """A small bright light of an environment, as a disc at infinity."""

    direction: Tuple[float, float, float]  #: towards the light, in the environment's own axes
    irradiance: Tuple[float, float, float]  #: on a surface that faces it: the texels' unit times steradian
    peak: Tuple[float, float, float]  #: radiance of its brightest texel
    angular_radius: float  #: radians
    texel_count: int  #: texels that it was taken out of


@dataclass(frozen=True)
class ExtractedLights:
    """Lights, the strongest first, and the environment without them."""

    lights: List[Light]
    residual: Floats  #: coefficients
    residual_texels: np.ndarray  #: float32, r g b 1, in the shape of the input
    threshold: float  #: luminance from which on texels were looked at; 0 where none was bright enough


def devices() -> List[DeviceInfo]:
    """All Vulkan devices of this machine; none where there is no Vulkan."""
    count = ctypes.c_uint32()
    check(lib.pnEnumerateDevices(0, None, count))
    infos = _native.many(_native.DeviceInfo, count.value)
    if count.value:
        check(lib.pnEnumerateDevices(len(infos), infos, count))
    return [_to_device(info) for info in infos[: count.value]]


def _to_device(info: _native.DeviceInfo) -> DeviceInfo:
    return DeviceInfo(
        info.index, DeviceType(info.type), text(info.name), text(info.driver), info.vendorId, info.deviceId,
        info.apiVersion, info.driverVersion, info.subgroupSize, bool(info.isSupported),
    )


def _to_projection(sh: _native.Sh, info: _native.ProjectInfo) -> Projection:
    return Projection(
        coefficients=from_sh(sh),
        algorithm=info.algorithm,
        non_finite=info.nonFinite,
        negative=info.negative,
        clamped=info.clamped,
        bad_texel=(info.badFace, info.badX, info.badY) if info.hasBadTexel else None,
        backend=Backend(info.backend),
        is_reproducible=bool(info.isReproducible),
        uploaded_bytes=info.uploadedBytes,
        gpu_seconds=info.gpuNanoseconds * 1e-9,
        call_seconds=info.callNanoseconds * 1e-9,
    )


class _Watch:
    """A caller's progress function as a C callback. What it raises is raised again after the call."""

    def __init__(self, progress: Optional[Progress]) -> None:
        self._progress = progress
        self._raised: Optional[BaseException] = None
        self.function = _native.ProgressFunction(self._call) if progress else _native.ProgressFunction()

    def _call(self, _: Any, completed: int, total: int) -> int:
        assert self._progress is not None
        try:
            return 1 if self._progress(completed, total) else 0
        except BaseException as error:  # must not reach C
            self._raised = error
            return 1

    def reraise(self) -> None:
        if self._raised is not None:
            raise self._raised


class Context:
    """The CPU or one Vulkan device, with its compiled kernels. Creating one takes time: keep it.

    backend: "auto" (the first GPU that passes its self-test, or the CPU), "cpu" or "vulkan".
    device: for "vulkan", DeviceInfo.index.
    threads: CPU threads per call; 0 is one per logical processor.
    log: called with a LogLevel and a text, on any thread, during calls on the context.
    flags: ContextFlags; KEEP_LOG is what take_log_message() needs.

    One thread at a time uses a context. It is freed by close(), at the end of a with statement, or with the object.
    """

    def __init__(
        self,
        backend: Union[Backend, int, str] = Backend.AUTO,
        device: int = 0,
        *,
        threads: int = 0,
        timeout_ms: int = 0,
        chunk_bytes: int = 0,
        flags: ContextFlags = ContextFlags(0),
        log: Optional[Callable[[LogLevel, str], None]] = None,
    ) -> None:
        self._handle = ctypes.c_void_p()
        desc = _native.sized(_native.ContextDesc, backend=to_enum(Backend, backend), deviceIndex=device)
        desc.threadCount, desc.timeoutMs, desc.chunkBytes, desc.flags = threads, timeout_ms, chunk_bytes, flags
        if log is not None:
            desc.log = _native.LogFunction(lambda _, level, message: log(LogLevel(level), text(message)))
        self._log = desc.log  # lives as long as the context
        check(lib.pnCreateContext(desc, self._handle))

    def close(self) -> None:
        if self._handle:
            lib.pnDestroyContext(self._handle)
            self._handle = ctypes.c_void_p()

    def __enter__(self) -> "Context":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None) and lib is not None:
            self.close()

    def info(self) -> ContextInfo:
        """What the context runs on. Runs the self-test of the default kernel if none has run yet."""
        info = _native.sized(_native.ContextInfo)
        check(lib.pnGetContextInfo(self._handle, info))
        return ContextInfo(
            Backend(info.backend), info.deviceIndex, bool(info.isReproducible), info.subgroupSize, info.threadCount,
            text(info.name),
        )

    def take_log_message(self) -> Optional[LogMessage]:
        """The oldest message that was not taken yet, or None. The context must have ContextFlags.KEEP_LOG."""
        message = _native.sized(_native.LogMessage)
        check(lib.pnTakeLogMessage(self._handle, message))
        return LogMessage(LogLevel(message.level), message.number, text(message.text)) if message.number else None

    def project_environment(
        self, environment: Any, *, format: Union[Format, str, None] = None, srgb: bool = False, **options: Any
    ) -> Projection:
        """Projects a cubemap or an equirectangular map onto spherical harmonics.

        environment: radiance. The number of dimensions says which it is. A cubemap has the shape (6, n, n, 3 or 4), with
        faces +X -X +Y -Y +Z -Z and the top row first. A map has the shape (height, width, 3 or 4), with +Z in the
        middle, +X a quarter to the right, and +Y at the top. Alpha is ignored. float32 and float16 are read as they are,
        uint8 as value / 255 (or sRGB), other types as float32. Packed formats ("rgb9e5", "r11g11b10f") are uint32
        without channels, (6, n, n) or (height, width).
        options: bands (1 to 5, default 3), negative ("keep" or "zero"), bad_texels ("replace" or "error"),
        max_radiance (clamps each channel; 0 for no clamp).
        """
        texels = Texels(environment, "environment", format, srgb)
        sh, info = _native.Sh(), _native.sized(_native.ProjectInfo)
        check(lib.pnProjectEnvironment(self._handle, texels.environment_view(), _to_options(**options), sh, info))
        return _to_projection(sh, info)

    def project_environments(
        self,
        environments: Sequence[Any],
        *,
        format: Union[Format, str, None] = None,
        srgb: bool = False,
        progress: Optional[Progress] = None,
        **options: Any,
    ) -> List[Projection]:
        """Projects many cubemaps and maps of any sizes and types, each with the bits that it has alone.

        progress: called with the completed and the total number between environments; True stops with Cancelled.
        When this raises Error, its ``completed`` holds the projections that were finished.
        """
        require_apart(environments, format)
        texels = [Texels(each, "environment", format, srgb) for each in environments]
        count, views = len(texels), array_of(_native.EnvironmentView, [each.environment_view() for each in texels])
        shs, infos = (_native.Sh * count)(), _native.many(_native.ProjectInfo, count)
        return self._run_many(
            lib.pnProjectEnvironments, (count, views), options, progress, (shs, infos),
            lambda i: _to_projection(shs[i], infos[i]),
        )

    def encode_bc6h(
        self, picture: Any, *, effort: Union[Bc6hEffort, str] = Bc6hEffort.HIGH, signed: bool = False,
        format: Union[Format, str, None] = None, srgb: bool = False
    ) -> np.ndarray:
        """The blocks of a picture of the shape (height, width, 3 or 4): uint8 of the shape (h / 4, w / 4, 16), rounded
        up. effort: "low", "middle" or "high". signed: keeps negative channels."""
        texels = Texels(picture, "picture", format, srgb)
        return bc6h.encode(self._handle, texels.picture_view(), to_enum(Bc6hEffort, effort), signed)

    def normalize_cubemap(
        self,
        mips: Any,
        normalization: AnyNormalization = None,
        *,
        light: Optional[Coefficients] = None,
        format: Union[Format, str, None] = None,
        srgb: bool = False,
        **options: Any,
    ) -> NormalizedCubemap:
        """Divides the texels of a cubemap by the probe's own light, at least its floor.

        mips: one cubemap as in project_environment(), or a list of them, each half the size of the one before.
        normalization: a Normalization, the name of a preset, or None for all defaults.
        light: the probe's coefficients; None projects the first mip.
        """
        given = {"lights": [light], "format": format, "srgb": srgb}
        return self.normalize_cubemaps([mips], normalization, **given, **options)[0]

    def normalize_cubemaps(
        self,
        cubemaps: Sequence[Any],
        normalization: AnyNormalization = None,
        *,
        lights: Optional[Sequence[Optional[Coefficients]]] = None,
        make_mips: bool = False,
        format: Union[Format, str, None] = None,
        srgb: bool = False,
        progress: Optional[Progress] = None,
        **options: Any,
    ) -> List[NormalizedCubemap]:
        """Normalizes many cubemaps of any sizes and types, each with the bits that it has alone.

        cubemaps: each as in normalize_cubemap(). lights: the coefficients of each, or None to project it.
        make_mips: make the mips that follow the last one of each, down to one texel.
        progress: called with the completed and the total number between cubemaps; True stops with Cancelled.
        When this raises Error, its ``completed`` holds the cubemaps that were finished.
        """
        count = len(cubemaps)
        given = list(lights) if lights is not None else [None] * count
        if len(given) != count:
            raise ValueError("lights must be as many as cubemaps")
        levels = [levels_of(cubemap, format) for cubemap in cubemaps]
        sources = [[Texels(mip, "cubemap", format, srgb) for mip in mips] for mips in levels]
        targets = [_targets(mips, make_mips) for mips in sources]
        views = [array_of(_native.EnvironmentView, [s.environment_view() for s in mips]) for mips in sources]
        outs = [array_of(_native.CubemapTarget, [t.cubemap_target() for t in mips]) for mips in targets]
        shs = [to_sh(light, "light") if light is not None else None for light in given]
        items = [
            _native.sized(_native.NormalizeItem, mipCount=len(out), givenMipCount=len(view), mips=view, targets=out,
                          light=ctypes.pointer(sh) if sh is not None else None)
            for view, out, sh in zip(views, outs, shs)
        ]
        out_shs = (_native.Sh * count)()
        infos = _native.many(_native.ProjectInfo, count)
        facts = _native.many(_native.NormalizeInfo, count)

        def read(i: int) -> NormalizedCubemap:
            projection = None if shs[i] is not None else _to_projection(out_shs[i], infos[i])
            return _to_normalized(targets[i], levels[i][0], out_shs[i], projection, facts[i])

        inputs = (count, array_of(_native.NormalizeItem, items), native_normalization(normalization))
        return self._run_many(lib.pnNormalizeCubemaps, inputs, options, progress, (out_shs, infos, facts), read)

    def prefilter_cubemap(
        self, cubemap: Any, *, mip_count: Optional[int] = None,
        mapping: Union[RoughnessMapping, str] = RoughnessMapping.LINEAR, lobe: Union[Lobe, str] = Lobe.GGX,
        effort: Union[Effort, str] = Effort.BAKED, base_size: int = 0, roughness: Optional[Sequence[float]] = None,
        format: Union[Format, str, None] = None, srgb: bool = False, **options: Any,
    ) -> PrefilteredCubemap:
        """Makes the mips of a cubemap for surfaces of rising roughness.

        cubemap: as in project_environment(). NaN counts as 0, infinity as 65504.
        mip_count: 1 to 15; None for one per roughness, or without these for all mips down to one texel.
        mapping: the roughness of each mip, as mip_roughness() returns it. lobe: "ggx", "charlie" (cloth) or "cosine".
        effort: "baked", or "realtime", which takes less time.
        base_size: of a face of the first mip in texels, at most the cubemap's; 0 for the cubemap's. Mip i has
        max(1, base_size >> i).
        roughness: one perceptual roughness per mip, 0..1, instead of the mapping's.
        options: negative and max_radiance of project_environment(), for the cubemap's texels.
        """
        chosen = {"mip_count": mip_count, "mapping": mapping, "lobe": lobe, "effort": effort, "base_size": base_size}
        given = {"roughness": roughness, "format": format, "srgb": srgb}
        return self.prefilter_cubemaps([cubemap], **chosen, **given, **options)[0]

    def prefilter_cubemaps(
        self, cubemaps: Sequence[Any], *, mip_count: Optional[int] = None,
        mapping: Union[RoughnessMapping, str] = RoughnessMapping.LINEAR, lobe: Union[Lobe, str] = Lobe.GGX,
        effort: Union[Effort, str] = Effort.BAKED, base_size: int = 0, roughness: Optional[Sequence[float]] = None,
        format: Union[Format, str, None] = None, srgb: bool = False, progress: Optional[Progress] = None,
        **options: Any,
    ) -> List[PrefilteredCubemap]:
        """The same for many cubemaps of any sizes and types, each with the bits that it has alone.

        mip_count: as above; cubemaps whose chains down to one texel differ in length need a number.
        progress: called with the completed and the total number between cubemaps; True stops with Cancelled.
        When this raises Error, its ``completed`` holds the cubemaps that were finished.
        """
        count = len(cubemaps)
        sources = [Texels(cubemap, "cubemap", format, srgb) for cubemap in cubemaps]
        prefilter = native_prefilter(sources, mip_count, mapping, lobe, effort, base_size, roughness)
        targets = [targets_of(source, prefilter) for source in sources]
        items = [
            _native.sized(_native.PrefilterItem, cubemap=ctypes.pointer(source.environment_view()),
                          targets=array_of(_native.CubemapTarget, [target.cubemap_target() for target in mips]))
            for source, mips in zip(sources, targets)
        ]
        infos = _native.many(_native.PrefilterInfo, count)
        return self._run_many(
            lib.pnPrefilterCubemaps, (count, array_of(_native.PrefilterItem, items), prefilter), options, progress,
            (infos,), lambda i: to_result(prefilter, targets[i], infos[i]),
        )

    def check_environment(
        self, mips: Any, *, format: Union[Format, str, None] = None, srgb: bool = False
    ) -> List[Finding]:
        """What may be wrong with an environment as in project_environment(); the gravest finding comes first.

        mips: a cubemap or an equirectangular map, or a list of a cubemap's mips, each half the size of the one before.
        """
        levels = [Texels(mip, "environment", format, srgb) for mip in levels_of(mips, format)]
        return checking.find(self._handle, levels)

    def fix_environment(
        self, environment: Any, fixes: FixFlags, *, format: Union[Format, str, None] = None, srgb: bool = False
    ) -> Fixed:
        """Fixes what check_environment() finds in a map, or in one mip of a cubemap. fixes: at least one of them."""
        return checking.fix(self._handle, Texels(environment, "environment", format, srgb), fixes)

    def extract_lights(
        self, environment: Any, *, format: Union[Format, str, None] = None, srgb: bool = False, **options: Any
    ) -> ExtractedLights:
        """Takes small bright lights out of a cubemap or a map as in project_environment().

        options: those of project_environment(), and max_lights (1 to 16), min_share (of the sky's irradiance, 0.01) and
        max_angular_radius (radians, 7.5 degrees).
        """
        given = {"keep_texels": True, "format": format, "srgb": srgb}
        return self.extract_lights_of_each([environment], **given, **options)[0]

    def extract_lights_of_each(
        self,
        environments: Sequence[Any],
        *,
        keep_texels: bool = False,
        format: Union[Format, str, None] = None,
        srgb: bool = False,
        progress: Optional[Progress] = None,
        **options: Any,
    ) -> List[ExtractedLights]:
        """The same for many cubemaps and maps, on all threads of the context.

        keep_texels: also return what is left as texels; without it residual_texels is empty.
        options: as of extract_lights(). progress: as of project_environments().
        """
        require_apart(environments, format)
        texels = [Texels(each, "environment", format, srgb) for each in environments]
        residuals = [np.empty((*each.shape, 4) if keep_texels else (0,), np.float32) for each in texels]
        items = [
            _native.sized(_native.LightItem, environment=ctypes.pointer(each.environment_view()),
                          residualFloats=residual.size, residual=pointer(residual) if keep_texels else None)
            for each, residual in zip(texels, residuals)
        ]
        lights = _native.many(_native.Lights, len(items))
        shs, limits = (_native.Sh * len(items))(), _light_options(options)
        return self._run_many(
            lib.pnExtractLights, (len(items), array_of(_native.LightItem, items)), options, progress,
            (limits, lights, shs), lambda i: _to_extracted(lights[i], shs[i], residuals[i]),
        )

    def _run_many(
        self, function: Any, inputs: Any, options: Any, progress: Optional[Progress], outputs: Any, read: Any
    ) -> List[Any]:
        """Calls a function of many, whose options stand between inputs and outputs. read(i) returns the i-th result."""
        if inputs[0] == 0:
            return []
        watch, done = _Watch(progress), ctypes.c_uint32()
        native = _to_options(**options)
        native.onProgress = watch.function
        result = function(self._handle, *inputs, native, *outputs, done)
        error = to_error(result) if result != Result.SUCCESS else None  # now, since the next call clears the message
        watch.reraise()
        finished = [read(i) for i in range(done.value)]
        if error is not None:
            error.completed = finished
            raise error
        return finished


def _light_options(options: Any) -> _native.LightOptions:
    return _native.sized(
        _native.LightOptions,
        maxLights=options.pop("max_lights", 0),
        minShare=options.pop("min_share", 0.0),
        maxAngularRadius=options.pop("max_angular_radius", 0.0),
    )


def _to_extracted(lights: _native.Lights, sh: _native.Sh, residual: np.ndarray) -> ExtractedLights:
    found = [
        Light(tuple(x.direction), tuple(x.irradiance), tuple(x.peak), x.angularRadius, x.texelCount)
        for x in lights.light[: lights.count]
    ]
    return ExtractedLights(found, from_sh(sh), residual, lights.threshold)


def _to_options(
    *,
    bands: int = 3,
    negative: Union[NegativePolicy, str] = NegativePolicy.KEEP,
    bad_texels: Union[BadTexelPolicy, str] = BadTexelPolicy.REPLACE,
    max_radiance: float = 0.0,
) -> _native.ProjectOptions:
    return _native.sized(
        _native.ProjectOptions,
        bands=bands,
        negative=to_enum(NegativePolicy, negative),
        badTexels=to_enum(BadTexelPolicy, bad_texels),
        maxRadiance=max_radiance,
    )


def _targets(sources: Sequence[Texels], make_mips: bool) -> List[Texels]:
    """Memory for mips, and for those that are made from the last of them."""
    targets = [source.target() for source in sources]
    while make_mips and targets[-1].width > 1:
        targets.append(targets[-1].target(targets[-1].width // 2))
    return targets


def _to_normalized(
    targets: Sequence[Texels], mip: Any, sh: _native.Sh, projection: Optional[Projection], info: _native.NormalizeInfo
) -> NormalizedCubemap:
    """mip: the caller's first one, whose channels the result has."""
    channels = slice(np.shape(mip)[-1] if np.ndim(mip) == 4 else None)
    return NormalizedCubemap(
        [target.array[..., channels] for target in targets], from_sh(sh), projection, Backend(info.backend),
        bool(info.isReproducible), info.width, info.minimumBefore, info.minimumAfter, info.energyKept, info.average,
    )
