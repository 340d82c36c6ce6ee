/* ProbeNorm - spherical harmonics of reflection probes, the same bits on every device. Public C API.
 *
 * Threads:   one thread at a time uses a context; contexts are independent; the other functions are thread-safe.
 * Errors:    every fallible call returns PnResult; pnGetLastErrorMessage() tells more. Nothing is thrown.
 * Ownership: pnCreate* pairs with pnDestroy*. No other call allocates for the caller, who owns all inputs and outputs.
 * Structs:   zero means default. Set structSize; fields are only ever appended.
 * The long form is docs/abi.md; the formulas are in docs/math.md, the conventions in docs/conventions.md.
 */
#ifndef PROBENORM_H
#define PROBENORM_H

#include <stdint.h>

#define PN_VERSION_MAJOR 0
#define PN_VERSION_MINOR 1
#define PN_VERSION_PATCH 0

#if defined(PN_STATIC)
#define PN_API
#elif defined(_WIN32) && defined(PN_BUILD)
#define PN_API __declspec(dllexport)
#elif defined(_WIN32)
#define PN_API __declspec(dllimport)
#else
#define PN_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ------------------------------------------------------------------------- */

/* The library's version as major * 65536 + minor * 256 + patch. */
PN_API uint32_t pnGetVersion(void);

/* The number of the order of summation: equal texels have coefficients of equal bits as long as it is equal. */
PN_API uint32_t pnGetAlgorithmVersion(void);

/* ---- Results ------------------------------------------------------------------------- */

typedef int32_t PnResult;
enum
{
    PN_SUCCESS = 0,
    PN_ERROR_UNKNOWN = -1,
    PN_ERROR_INVALID_ARGUMENT = -2,
    PN_ERROR_OUT_OF_MEMORY = -3,      /* host or device */
    PN_ERROR_UNSUPPORTED_DEVICE = -4, /* no such device, or it lacks what ProbeNorm needs */
    PN_ERROR_DEVICE_LOST = -5,        /* the context's device is gone; destroy the context */
    PN_ERROR_TIMEOUT = -6,            /* the device did not finish in time; destroy the context */
    PN_ERROR_CANCELLED = -7,          /* the caller asked to stop */
    PN_ERROR_UNSUPPORTED_FORMAT = -8,
    PN_ERROR_BAD_TEXEL = -9, /* a NaN or infinite texel, where the caller wanted that to be an error */
    PN_ERROR_BUFFER_TOO_SMALL = -10,
    PN_ERROR_UNSUPPORTED = -11, /* a combination that has no meaning; the message says why */
    PN_ERROR_NOT_READY = -12    /* probenorm_vulkan.h: the device has not run what the result is of */
};

/* A fixed name such as "PN_ERROR_OUT_OF_MEMORY"; never NULL. */
PN_API const char* pnGetResultName(PnResult result);

/* Why the last failing call on this thread failed, as UTF-8; "" if the last call succeeded.
 * Valid until the next ProbeNorm call on this thread. */
PN_API const char* pnGetLastErrorMessage(void);

/* ---- Devices ------------------------------------------------------------------------- */

typedef int32_t PnDeviceType;
enum
{
    PN_DEVICE_TYPE_OTHER = 0,
    PN_DEVICE_TYPE_INTEGRATED_GPU = 1,
    PN_DEVICE_TYPE_DISCRETE_GPU = 2,
    PN_DEVICE_TYPE_VIRTUAL_GPU = 3,
    PN_DEVICE_TYPE_SOFTWARE = 4 /* a Vulkan driver that runs on the CPU */
};

typedef struct PnDeviceInfo
{
    uint32_t structSize; /* sizeof(PnDeviceInfo) */
    uint32_t index;      /* for PnContextDesc.deviceIndex */
    PnDeviceType type;
    uint32_t vendorId; /* as Vulkan reports it */
    uint32_t deviceId;
    uint32_t apiVersion;    /* Vulkan's packing */
    uint32_t driverVersion; /* the vendor's packing */
    uint32_t subgroupSize;
    uint32_t isSupported; /* 0 when ProbeNorm cannot run there */
    char name[256];       /* UTF-8 */
    char driver[256];     /* driver name and version text, UTF-8; "" when the driver does not tell */
} PnDeviceInfo;

/* Lists the Vulkan devices of this machine; none, and PN_SUCCESS, where there is no Vulkan.
 * Writes min(capacity, count) infos and the count. infos[0].structSize must be set; NULL is fine with capacity 0. */
PN_API PnResult pnEnumerateDevices(uint32_t capacity, PnDeviceInfo* infos, uint32_t* outCount);

/* ---- Context ------------------------------------------------------------------------- */

typedef struct PnContext_T* PnContext;

typedef int32_t PnBackend;
enum
{
    PN_BACKEND_AUTO = 0, /* the first real GPU that passes its self-test, else the CPU */
    PN_BACKEND_CPU = 1,
    PN_BACKEND_VULKAN = 2 /* the device named by deviceIndex, software drivers included */
};

typedef int32_t PnLogLevel;
enum
{
    PN_LOG_ERROR = 0,
    PN_LOG_WARNING = 1,
    PN_LOG_INFO = 2,
    PN_LOG_DEBUG = 3
};

/* May be called from any thread during a call on the context; must not call back into ProbeNorm. */
typedef void (*PnLogFunction)(void* userData, PnLogLevel level, const char* message);

enum
{
    PN_CONTEXT_VALIDATION = 1,   /* flags: load Vulkan's validation layer with synchronization checks; it is logged */
    PN_CONTEXT_NO_SUBGROUPS = 2, /* flags: shared memory only; for tests and tuning, the bits do not change */
    PN_CONTEXT_KEEP_LOG = 4      /* flags: keep the last messages for pnTakeLogMessage */
};

typedef struct PnContextDesc
{
    uint32_t structSize; /* sizeof(PnContextDesc) */
    PnBackend backend;
    uint32_t deviceIndex; /* for PN_BACKEND_VULKAN: PnDeviceInfo.index */
    uint32_t threadCount; /* CPU threads of one call; 0 is one for each processor */
    uint32_t timeoutMs;   /* how long to wait for the device; 0 is 10 000, or 120 000 for a software driver */
    uint32_t flags;       /* PN_CONTEXT_* */
    uint64_t chunkBytes;  /* most texel bytes of one upload and dispatch, up to a row segment more; 0 is our choice */
    PnLogFunction log;    /* NULL for none */
    void* logUserData;
} PnContextDesc;

/* Makes a context; *outContext is NULL on failure. desc may be NULL for all defaults. */
PN_API PnResult pnCreateContext(const PnContextDesc* desc, PnContext* outContext);

/* Frees the context and everything it made. NULL is allowed. */
PN_API void pnDestroyContext(PnContext context);

typedef struct PnContextInfo
{
    uint32_t structSize;     /* sizeof(PnContextInfo) */
    PnBackend backend;       /* PN_BACKEND_CPU or PN_BACKEND_VULKAN */
    uint32_t deviceIndex;    /* PN_BACKEND_VULKAN only */
    uint32_t isReproducible; /* 1 when every kernel tested so far gave the CPU backend's bits */
    uint32_t subgroupSize;   /* 0 where subgroups are not used */
    uint32_t threadCount;
    char name[256]; /* "AVX2", or the device's name */
} PnContextInfo;

/* What the context runs on. Runs the self-test of the default kernel if none has run yet. */
PN_API PnResult pnGetContextInfo(PnContext context, PnContextInfo* outInfo);

typedef struct PnLogMessage
{
    uint32_t structSize; /* sizeof(PnLogMessage) */
    PnLogLevel level;
    uint64_t number; /* counts from 1; a gap: older messages were dropped, since only the last 64 are kept. 0 is none */
    char text[1008]; /* UTF-8; longer text is cut */
} PnLogMessage;

/* Takes the oldest message that nobody took, of a context made with PN_CONTEXT_KEEP_LOG; outMessage->number is 0 when
 * there is none. For hosts that cannot give callbacks: any thread may call it, also during a call on the context, until
 * the context is destroyed. */
PN_API PnResult pnTakeLogMessage(PnContext context, PnLogMessage* outMessage);

/* ---- Texels -------------------------------------------------------------------------- */

typedef int32_t PnFormat;
enum
{
    PN_FORMAT_UNDEFINED = 0,
    PN_FORMAT_RGBA32F = 1,    /* 16 bytes; alpha is ignored here and below */
    PN_FORMAT_RGB32F = 2,     /* 12 bytes */
    PN_FORMAT_RGBA16F = 3,    /* 8 bytes */
    PN_FORMAT_RGB9E5 = 4,     /* 4 bytes, shared exponent */
    PN_FORMAT_R11G11B10F = 5, /* 4 bytes, unsigned small floats */
    PN_FORMAT_RGBA8 = 6,      /* 4 bytes, linear, value / 255 */
    PN_FORMAT_RGBA8_SRGB = 7  /* 4 bytes, sRGB transfer function */
};

/* Bytes of one texel; 0 for an unknown format. */
PN_API uint32_t pnGetFormatBytes(PnFormat format);

#define PN_MAX_FACE_SIZE 16384u
/* In the two 32-bit formats, a map wider than 16384 may come in parts that no buffer of the device holds. That is
 * PN_ERROR_UNSUPPORTED; under PN_BACKEND_AUTO the CPU takes it. */
#define PN_MAX_EQUIRECT_WIDTH 32768u
#define PN_MAX_EQUIRECT_HEIGHT 16384u

/* Six square faces in the order +X -X +Y -Y +Z -Z, row 0 at the top, as Vulkan, D3D and GL sample them. Only read. */
typedef struct PnCubemapView
{
    uint32_t structSize; /* sizeof(PnCubemapView) */
    uint32_t faceSize;   /* texels along one edge, 1 to PN_MAX_FACE_SIZE; any, not only powers of two */
    PnFormat format;
    uint32_t rowPitchBytes; /* a multiple of 4; 0 is tight */
    const void* faces[6];   /* each aligned to 4 bytes */
    uint64_t faceBytes;     /* bytes readable at each face; checked, so that a short buffer is caught */
} PnCubemapView;

/* A latitude-longitude map: +Z in the middle, +X a quarter to the right, +Y at the top. Only read. */
typedef struct PnEquirectView
{
    uint32_t structSize; /* sizeof(PnEquirectView) */
    uint32_t width;      /* 1 to PN_MAX_EQUIRECT_WIDTH */
    uint32_t height;     /* 1 to PN_MAX_EQUIRECT_HEIGHT */
    PnFormat format;
    uint32_t rowPitchBytes; /* a multiple of 4; 0 is tight */
    uint32_t reserved;      /* 0 */
    const void* texels;     /* aligned to 4 bytes */
    uint64_t texelBytes;    /* bytes readable at texels */
} PnEquirectView;

/* ---- Spherical harmonics ------------------------------------------------------------- */

#define PN_MAX_BANDS 5u

/* Canonical coefficients: radiance in real, orthonormal spherical harmonics without the Condon-Shortley sign,
 * rgb[l * (l + 1) + m]; bands counts the l values, 1 to 5. Rows from bands * bands on are zero. Fixed for ever. */
typedef struct PnSh
{
    uint32_t bands;
    float rgb[25][3];
} PnSh;

/* ---- Projection ---------------------------------------------------------------------- */

typedef int32_t PnNegativePolicy;
enum
{
    PN_NEGATIVE_KEEP = 0,
    PN_NEGATIVE_ZERO = 1
};

typedef int32_t PnBadTexelPolicy;
enum
{
    PN_BAD_TEXEL_REPLACE = 0, /* NaN becomes 0, infinity 65504 with its sign; counted */
    PN_BAD_TEXEL_ERROR = 1    /* PN_ERROR_BAD_TEXEL; the info tells where the first one is */
};

/* Memory of the caller's through which another thread follows and cancels a call by polling.
 * The library reads and writes these words atomically. */
typedef struct PnProgress
{
    uint32_t completed; /* probes finished */
    uint32_t total;
    uint32_t cancel; /* the caller sets it to 1 to stop */
} PnProgress;

/* Called on the calling thread, between probes. A non-zero return cancels. */
typedef int32_t (*PnProgressFunction)(void* userData, uint32_t completed, uint32_t total);

typedef struct PnProjectOptions
{
    uint32_t structSize; /* sizeof(PnProjectOptions) */
    uint32_t bands;      /* 1 to 5; 0 is 3 */
    PnNegativePolicy negative;
    PnBadTexelPolicy badTexels;
    float maxRadiance;             /* clamps each channel's magnitude to this, in 2^-14..2^64; 0 is no clamp */
    uint32_t reserved;             /* 0 */
    PnProgress* progress;          /* NULL for none */
    PnProgressFunction onProgress; /* NULL for none */
    void* userData;                /* for onProgress */
} PnProjectOptions;

typedef struct PnProjectInfo
{
    uint32_t structSize;  /* sizeof(PnProjectInfo) */
    uint32_t algorithm;   /* pnGetAlgorithmVersion() */
    uint32_t nonFinite;   /* texels with a NaN, an infinity or a magnitude over 2^64 */
    uint32_t negative;    /* texels with a channel below zero */
    uint32_t clamped;     /* texels that maxRadiance changed */
    uint32_t hasBadTexel; /* 1 when nonFinite > 0; then the next three tell the first by (face, y, x) */
    uint32_t badFace;
    uint32_t badX;
    uint32_t badY;
    PnBackend backend;       /* what ran */
    uint32_t isReproducible; /* 1 when the kernel passed its self-test */
    uint32_t reserved;
    uint64_t uploadedBytes;   /* texel bytes sent to the device in this call; 0 on the CPU */
    uint64_t gpuNanoseconds;  /* device time of this call, all probes; 0 where it is not measured */
    uint64_t callNanoseconds; /* wall time of this call, all probes */
} PnProjectInfo;

/* Projects radiance onto spherical harmonics. options may be NULL; outInfo may be NULL.
 * *outSh is written only on success; *outInfo also with PN_ERROR_BAD_TEXEL. */
PN_API PnResult pnProjectCubemap(PnContext context, const PnCubemapView* cubemap, const PnProjectOptions* options,
                                 PnSh* outSh, PnProjectInfo* outInfo);
PN_API PnResult pnProjectEquirect(PnContext context, const PnEquirectView* map, const PnProjectOptions* options,
                                  PnSh* outSh, PnProjectInfo* outInfo);

/* The same for many, of any sizes and formats; equal neighbours share dispatches. Each element has the same bits as
 * alone. structSize of every view, and of infos[0], must be set. After an error the first *outCompleted elements are
 * valid; with PN_ERROR_BAD_TEXEL the one after them is the bad one. outInfos and outCompleted may be NULL. */
PN_API PnResult pnProjectCubemaps(PnContext context, uint32_t count, const PnCubemapView* cubemaps,
                                  const PnProjectOptions* options, PnSh* outShs, PnProjectInfo* outInfos,
                                  uint32_t* outCompleted);
PN_API PnResult pnProjectEquirects(PnContext context, uint32_t count, const PnEquirectView* maps,
                                   const PnProjectOptions* options, PnSh* outShs, PnProjectInfo* outInfos,
                                   uint32_t* outCompleted);

/* ---- Using coefficients -------------------------------------------------------------- */

/* Radiance, or irradiance / pi (what a white Lambert surface shows), along each of count unit directions x y z.
 * outRgb receives 3 * count floats. */
PN_API PnResult pnEvaluateRadiance(const PnSh* sh, uint32_t count, const float* directions, float* outRgb);
PN_API PnResult pnEvaluateIrradiance(const PnSh* sh, uint32_t count, const float* directions, float* outRgb);

/* Turns the environment: the result along matrix * d is what sh is along d. matrix is row-major, orthogonal to 1e-4;
 * mirrors are allowed. outSh may be sh. */
PN_API PnResult pnRotateSh(const PnSh* sh, const float matrix[9], PnSh* outSh);

typedef int32_t PnWindow;
enum
{
    PN_WINDOW_NONE = 0,
    PN_WINDOW_HANN = 1,    /* (1 + cos(pi l / w)) / 2 */
    PN_WINDOW_LANCZOS = 2, /* sinc(pi l / w) */
    PN_WINDOW_SINC4 = 3,   /* sinc(pi l / w)^4 */
    PN_WINDOW_GAUSS = 4    /* w^(l (l + 1) / 2), w up to 1: a Gaussian on the sphere, never cut off */
};

/* Scales each band by the window's weight; 0 from l = width on. width is above 0. outSh may be sh. */
PN_API PnResult pnWindowSh(const PnSh* sh, PnWindow window, float width, PnSh* outSh);

/* The least values over the sphere of radiance, or of irradiance / pi: of r, g, b and luminance (Rec. 709).
 * Right to 1e-5 of L00. */
PN_API PnResult pnFindRadianceMinimum(const PnSh* sh, float outMinimum[4]);
PN_API PnResult pnFindIrradianceMinimum(const PnSh* sh, float outMinimum[4]);

typedef struct PnDeringInfo
{
    uint32_t structSize; /* sizeof(PnDeringInfo) */
    float width;         /* of the PN_WINDOW_GAUSS that was applied; 1: it was not needed */
    float minimumBefore; /* of irradiance / pi, the smallest channel over the sphere */
    float minimumAfter;
    float energyKept; /* share of the irradiance's squared coefficients above band 0 that is left */
} PnDeringInfo;

/* Applies the mildest PN_WINDOW_GAUSS (its width a multiple of 1/1024) that keeps the irradiance of each channel at or
 * above floor times its average; floor in 0..0.9. Channels whose average is not positive have no say.
 * outSh may be sh; outInfo may be NULL. */
PN_API PnResult pnDeringSh(const PnSh* sh, float floor, PnSh* outSh, PnDeringInfo* outInfo);

/* ---- Normalization ------------------------------------------------------------------- */

/* The formulas of games and engines, and ours; docs/normalization.md has each one and its source. */
typedef int32_t PnPreset;
enum
{
    PN_PRESET_PROBENORM = 0,
    PN_PRESET_BLACKOPS = 1,
    PN_PRESET_UNREAL = 2,
    PN_PRESET_HDRP = 3, /* as shipped */
    PN_PRESET_HDRP_CORRECTED = 4,
    PN_PRESET_SOURCE2 = 5,
    PN_PRESET_EEVEE = 6,
    PN_PRESET_COUNT = 7
};

typedef int32_t PnChannels;
enum
{
    PN_CHANNELS_LUMINANCE = 1, /* one factor for all channels, from the preset's luminance */
    PN_CHANNELS_RGB = 2
};

typedef int32_t PnLobe;
enum
{
    PN_LOBE_COSINE = 1,
    PN_LOBE_GGX = 2 /* of the roughness: of a mip, mip / (mips - 1) */
};

typedef int32_t PnDering;
enum
{
    PN_DERING_AUTO = 1, /* as pnDeringSh does, to the floor */
    PN_DERING_NONE = 2
};

/* What divides a probe's light, and how the factor is bounded. In every field but structSize, 0 is the preset's own
 * value, so that all zero is the preset probenorm. */
typedef struct PnNormalization
{
    uint32_t structSize; /* sizeof(PnNormalization) */
    PnPreset preset;     /* whose formula */
    uint32_t bands;      /* 1 to 3 */
    PnChannels channels;
    PnLobe lobe;
    PnDering dering;
    float floor; /* the least denominator, as a share of the probe's average: 1e-6..0.9 */
    float low;   /* bounds of the factor */
    float high;
    float fadeBegin; /* roughness below which the factor is 1, up to 1 */
    float fadeEnd;   /* roughness from which it has its full weight; negative: at any */
    float weight;    /* of the factor against 1 */
} PnNormalization;

/* The name the CLI uses, such as "hdrp-corrected"; NULL for an unknown value. */
PN_API const char* pnGetPresetName(PnPreset preset);

/* All values of the preset of that name. outNormalization->structSize must be set. */
PN_API PnResult pnFindPreset(const char* name, PnNormalization* outNormalization);

/* What a reflection is multiplied by on each of count surfaces, given the probe's light and the place's. reflections
 * and normals are unit vectors x y z; normals are needed by the presets unreal, hdrp and source2, and may be NULL for
 * the others. roughness is perceptual, 0 to 1; NULL is 1 everywhere. outFactors receives 3 * count floats, r g b.
 * normalization may be NULL for all defaults. */
PN_API PnResult pnEvaluateFactor(const PnNormalization* normalization, const PnSh* probe, const PnSh* local,
                                 uint32_t count, const float* reflections, const float* normals, const float* roughness,
                                 float* outFactors);

/* A cubemap to write: faces in the order of PnCubemapView, of the same size as the mip it is for. A face may be the
 * mip's own memory if texels stay where they are: in a format of as many bytes, so no 8-bit one, and with the mip's row
 * pitch. Otherwise a target overlaps no mip and no other target. */
typedef struct PnCubemapTarget
{
    uint32_t structSize;    /* sizeof(PnCubemapTarget) */
    PnFormat format;        /* the mip's own; PN_FORMAT_RGBA16F for the 8-bit ones */
    uint32_t rowPitchBytes; /* a multiple of 4; 0 is tight */
    uint32_t reserved;      /* 0 */
    void* faces[6];         /* each aligned to 4 bytes */
    uint64_t faceBytes;     /* bytes writable at each face */
} PnCubemapTarget;

typedef struct PnNormalizeInfo
{
    uint32_t structSize; /* sizeof(PnNormalizeInfo) */
    PnBackend backend;   /* what ran */
    uint32_t isReproducible;
    float width;         /* of the PN_WINDOW_GAUSS that the denominator of mip 0 needed; 1: none */
    float minimumBefore; /* of that denominator over the sphere, the smallest channel */
    float minimumAfter;
    float energyKept;       /* as in PnDeringInfo, of the denominator */
    float average;          /* of the denominator over the sphere: luminance, or the mean of r g b */
    uint64_t uploadedBytes; /* of this call, as in PnProjectInfo */
    uint64_t gpuNanoseconds;
    uint64_t callNanoseconds;
} PnNormalizeInfo;

/* Divides a cubemap, all its mips, by the probe's own light: every texel by max(light along its direction, floor). The
 * run time multiplies by the local light. light is the probe's; NULL projects mips[0] first, without a read-back in
 * between. Texels are read under the options' policy (negative, maxRadiance); of their progress only cancel is read.
 * options, outSh, outProjectInfo (written where light is NULL) and outInfo may be NULL. Arrays have the stride of
 * their first structSize. PN_ERROR_UNSUPPORTED for presets that divide by light along the surface's normal. */
PN_API PnResult pnNormalizeCubemap(PnContext context, uint32_t mipCount, const PnCubemapView* mips,
                                   const PnNormalization* normalization, const PnSh* light,
                                   const PnProjectOptions* options, const PnCubemapTarget* targets, PnSh* outSh,
                                   PnProjectInfo* outProjectInfo, PnNormalizeInfo* outInfo);

/* ---- Conventions --------------------------------------------------------------------- */

/* Order, sign, scale and packing of an engine or library; docs/conventions.md has each one's layout and source. */
typedef int32_t PnConvention;
enum
{
    PN_CONVENTION_CANONICAL = 0,
    PN_CONVENTION_UNITY = 1,             /* SphericalHarmonicsL2: 27 floats, channel-major */
    PN_CONVENTION_UNITY_SHA = 2,         /* unity_SHAr SHAg SHAb SHBr SHBg SHBb SHC: 7 x 4 floats */
    PN_CONVENTION_UNREAL = 3,            /* FSHVector3 of R, G and B: 27 floats, channel-major */
    PN_CONVENTION_UNREAL_PACKED = 4,     /* the sky light's 7 x 4 floats */
    PN_CONVENTION_FILAMENT = 5,          /* IndirectLight, cmgen --sh-shader */
    PN_CONVENTION_FILAMENT_RADIANCE = 6, /* cmgen --sh=N */
    PN_CONVENTION_GODOT = 7,
    PN_CONVENTION_THREE = 8,
    PN_CONVENTION_BABYLON = 9,
    PN_CONVENTION_PLAYCANVAS = 10,
    PN_CONVENTION_DIRECTXMATH = 11,
    PN_CONVENTION_GOOGLE = 12,
    PN_CONVENTION_CMFT = 13,
    PN_CONVENTION_EEVEE = 14,
    PN_CONVENTION_COUNT = 15
};

/* Axes of the receiving engine, given the cubemap's own x y z. */
typedef int32_t PnAxes;
enum
{
    PN_AXES_KEEP = 0,
    PN_AXES_UNREAL = 1, /* X = z, Y = x, Z = y */
    PN_AXES_ZUP = 2,    /* X = x, Y = -z, Z = y */
    PN_AXES_MIRROR_X = 3,
    PN_AXES_MIRROR_Z = 4,
    PN_AXES_COUNT = 5
};

/* The name the CLI uses, such as "unity-sha"; NULL for an unknown value. */
PN_API const char* pnGetConventionName(PnConvention convention);
PN_API const char* pnGetAxesName(PnAxes axes);

/* Floats that hold a set of this many bands; 0 when the convention cannot hold it (bands out of 1..5, or more than
 * 3 where the convention has exactly 3 bands; fewer are filled with zero). */
PN_API uint32_t pnConventionFloatCount(PnConvention convention, uint32_t bands);

/* Canonical to a convention and back. floatCount must be pnConventionFloatCount(convention, bands). */
PN_API PnResult pnConvertToConvention(const PnSh* sh, PnConvention convention, PnAxes axes, uint32_t floatCount,
                                      float* outFloats);
PN_API PnResult pnConvertFromConvention(PnConvention convention, PnAxes axes, uint32_t bands, uint32_t floatCount,
                                        const float* floats, PnSh* outSh);

#ifdef __cplusplus
}
#endif

#endif /* PROBENORM_H */
