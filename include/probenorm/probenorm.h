/* ProbeNorm: spherical harmonics of HDR environments, and reflection probes normalized with them.
 *
 * A reflection probe is captured at one point and shown on every surface around it, so its reflections are too bright
 * in a dark corner and too dark in a bright one. ProbeNorm projects the probe onto spherical harmonics, which hold its
 * light in nine r g b coefficients, and uses them to normalize the probe: either a factor per surface at run time, or
 * a cubemap divided by its own light. The coefficients also light diffuse surfaces, and convert to what engines store.
 *
 * Results are bit-identical on the CPU and on every Vulkan device that passes its self-test. A bake can therefore be
 * cached by hash, spread over machines and repeated.
 *
 * A session, without its checks:
 *
 *     PnContext context;
 *     pnCreateContext(NULL, &context);                              // a GPU that passes its self-test, or the CPU
 *     PnEnvironmentView probe = {.structSize = sizeof(probe), .kind = PN_ENVIRONMENT_CUBEMAP};
 *     probe.format = PN_FORMAT_RGBA16F;
 *     probe.width = probe.height = 64;
 *     probe.faceBytes = 64 * 64 * 8;
 *     for (int i = 0; i < 6; ++i)
 *         probe.faces[i] = faces[i];                                // +X -X +Y -Y +Z -Z, the top row first
 *     PnSh sh;
 *     pnProjectEnvironment(context, &probe, NULL, &sh, NULL);       // radiance, 3 bands: 9 coefficients r g b
 *     float unity[27];
 *     pnConvertToConvention(&sh, PN_CONVENTION_UNITY, PN_AXES_KEEP, 27, unity);
 *     pnDestroyContext(context);
 *
 * This header has four parts:
 *   1. Basics         results, contexts, texels, projection
 *   2. Coefficients   evaluate, rotate, window; conventions of engines
 *   3. Reflections    presets, reflections on surfaces, normalized and prefiltered cubemaps, BC6H
 *   4. Advanced       lights, check and fix, ringing, devices, messages, versions
 *
 * Rules of every call:
 *   - Errors: PN_SUCCESS, or a negative code that pnGetLastErrorMessage() explains. Outputs are written on success
 *     only, except where this header says otherwise. Nothing is thrown.
 *   - Structs: where a struct has structSize, set it to sizeof the struct. Zero is the default of every other field
 *     whose comment does not give a range without it. New fields are appended.
 *   - Ownership: inputs and outputs are the caller's, and no call keeps a pointer to them; only pnCreateContext keeps
 *     its callbacks and their user data. pnCreate* pairs with pnDestroy*. Returned strings are static.
 *   - Threads: one thread at a time uses a context; contexts are independent. All other functions are thread-safe.
 *   - NULL: a pointer may be NULL only where this header says so.
 *   - Cancel: calls that take options stop at PnProgress.cancel, also within a large environment. The context stays
 *     usable.
 *   - A lost device: the call returns PN_ERROR_DEVICE_LOST or PN_ERROR_TIMEOUT, and results up to *outCompleted are
 *     valid. Destroy the context and go on with another, whose bits are the same. A context of PN_BACKEND_AUTO goes on
 *     with the CPU by itself.
 *
 * docs/abi.md is the long form. docs/math.md has the formulas, docs/conventions.md the engines' layouts,
 * docs/normalization.md the presets and their sources. probenorm.hpp is a C++ layer over this header.
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

/* ==== Part 1: Basics ================================================================== */

/* ---- Results ------------------------------------------------------------------------- */

/* What a call returns. */
typedef int32_t PnResult;
enum
{
    PN_SUCCESS = 0,
    PN_ERROR_UNKNOWN = -1,
    PN_ERROR_INVALID_ARGUMENT = -2,   /* the message names the argument and what it must be */
    PN_ERROR_OUT_OF_MEMORY = -3,      /* host or device */
    PN_ERROR_UNSUPPORTED_DEVICE = -4, /* no such device, or it lacks what ProbeNorm needs */
    PN_ERROR_DEVICE_LOST = -5,        /* the context's device is gone; destroy the context */
    PN_ERROR_TIMEOUT = -6,            /* the device did not finish in time; destroy the context */
    PN_ERROR_CANCELLED = -7,          /* the caller asked to stop */
    PN_ERROR_UNSUPPORTED_FORMAT = -8, /* the texel format is unknown, or cannot be used here */
    PN_ERROR_BAD_TEXEL = -9,          /* a NaN or infinite texel, where PN_BAD_TEXEL_ERROR was set */
    PN_ERROR_BUFFER_TOO_SMALL = -10,
    PN_ERROR_UNSUPPORTED = -11, /* a combination that has no meaning; the message says why */
    PN_ERROR_NOT_READY = -12    /* probenorm_vulkan.h, probenorm_unity.h: the device has not finished the job */
};

/* The name of a result, such as "PN_ERROR_OUT_OF_MEMORY". Never NULL; the string is static. */
PN_API const char* pnGetResultName(PnResult result);

/* Why the last call on this thread failed, as UTF-8; "" if it succeeded. Valid until the next call on this thread. */
PN_API const char* pnGetLastErrorMessage(void);

/* ---- Contexts ------------------------------------------------------------------------ */

/* The CPU or one Vulkan device, with its compiled kernels and tables. Creating one takes time: keep it. */
typedef struct PnContext_T* PnContext;

/* What a context runs on. */
typedef int32_t PnBackend;
enum
{
    PN_BACKEND_AUTO = 0,  /* the first hardware GPU that passes its self-test in pnCreateContext, or the CPU */
    PN_BACKEND_CPU = 1,   /* SIMD on several threads */
    PN_BACKEND_VULKAN = 2 /* the device at deviceIndex, software drivers included, even if its self-test fails */
};

/* How serious a message is. */
typedef int32_t PnLogLevel;
enum
{
    PN_LOG_ERROR = 0,
    PN_LOG_WARNING = 1,
    PN_LOG_INFO = 2,
    PN_LOG_DEBUG = 3
};

/* Receives messages as UTF-8, on any thread, during calls on the context. Must not call back into ProbeNorm. */
typedef void (*PnLogFunction)(void* userData, PnLogLevel level, const char* message);

/* What takes long to make is kept from run to run by the host, since the library opens no files: compiled kernels, and
 * the tables of pnPrefilterCubemaps. key is what it is kept under: letters, digits and '-', up to 127 of them; kernels
 * have one for each driver and device, tables one for each size and roughness, the same on every machine. The functions
 * are called on the thread that is inside pnCreateContext or pnDestroyContext (kernels) or inside a call that
 * prefilters (tables), and must not call back into ProbeNorm. The library checks the bytes: damaged ones are ignored.
 * Load: returns how many bytes there are, 0 for none, and copies them where capacity is large enough; capacity is 0
 * where the size alone is asked for. Store: keeps the bytes in place of earlier ones; what cannot be kept is made
 * again. A table has up to 128 MiB. */
typedef uint64_t (*PnLoadKeptFunction)(void* userData, const char* key, void* bytes, uint64_t capacity);
typedef void (*PnStoreKeptFunction)(void* userData, const char* key, const void* bytes, uint64_t size);

/* Flags of PnContextDesc. */
enum
{
    PN_CONTEXT_VALIDATION = 1,   /* load Vulkan's validation layer with synchronization checks; it logs */
    PN_CONTEXT_NO_SUBGROUPS = 2, /* use shared memory only; for tests and tuning, the bits are the same */
    PN_CONTEXT_KEEP_LOG = 4      /* keep the last messages for pnTakeLogMessage */
};

typedef struct PnContextDesc
{
    uint32_t structSize; /* sizeof(PnContextDesc) */
    PnBackend backend;
    uint32_t deviceIndex; /* for PN_BACKEND_VULKAN: PnDeviceInfo.index */
    uint32_t threadCount; /* CPU threads per call, up to 1024; 0 is one per logical processor */
    uint32_t timeoutMs;   /* longest wait for the device; 0 is 10 000, or 120 000 for a software driver */
    uint32_t flags;       /* PN_CONTEXT_* */
    uint64_t chunkBytes;  /* most texel bytes per upload and dispatch, rounded up to a row segment; 0 is our choice */
    PnLogFunction log;    /* NULL for none */
    void* logUserData;    /* passed to log */
    PnLoadKeptFunction loadKernels; /* both or none */
    PnStoreKeptFunction storeKernels;
    void* kernelsUserData;         /* passed to loadKernels and storeKernels */
    PnLoadKeptFunction loadTables; /* both or none */
    PnStoreKeptFunction storeTables;
    void* tablesUserData; /* passed to loadTables and storeTables */
} PnContextDesc;

/* Creates a context. desc may be NULL for all defaults. *outContext is NULL on failure.
 * PN_ERROR_UNSUPPORTED_DEVICE: PN_BACKEND_VULKAN, and deviceIndex does not exist or cannot run ProbeNorm. */
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
    uint32_t threadCount;    /* CPU threads per call */
    char name[256];          /* the instruction set, such as "AVX2", or the device's name; UTF-8 */
} PnContextInfo;

/* What the context runs on. Runs the self-test of the default kernel if none has run yet. */
PN_API PnResult pnGetContextInfo(PnContext context, PnContextInfo* outInfo);

/* ---- Texels -------------------------------------------------------------------------- */

/* Texel formats, in the byte order of the machine. Alpha is not read, but where texels are normalized: it is kept. */
typedef int32_t PnFormat;
enum
{
    PN_FORMAT_UNDEFINED = 0,
    PN_FORMAT_RGBA32F = 1,    /* 16 bytes */
    PN_FORMAT_RGB32F = 2,     /* 12 bytes */
    PN_FORMAT_RGBA16F = 3,    /* 8 bytes, half float (fp16) */
    PN_FORMAT_RGB9E5 = 4,     /* 4 bytes, shared exponent: VK_FORMAT_E5B9G9R9_UFLOAT_PACK32 */
    PN_FORMAT_R11G11B10F = 5, /* 4 bytes, small unsigned floats: VK_FORMAT_B10G11R11_UFLOAT_PACK32 */
    PN_FORMAT_RGBA8 = 6,      /* 4 bytes r g b a, linear, value / 255 */
    PN_FORMAT_RGBA8_SRGB = 7  /* 4 bytes r g b a, sRGB transfer function */
};

/* Bytes per texel; 0 for an unknown format. */
PN_API uint32_t pnGetFormatBytes(PnFormat format);

/* The largest inputs. A 32-bit float map wider than 16384 texels may exceed a device's maxStorageBufferRange:
 * PN_BACKEND_AUTO then uses the CPU, and a named device returns PN_ERROR_UNSUPPORTED. */
#define PN_MAX_FACE_SIZE 16384u
#define PN_MAX_EQUIRECT_WIDTH 32768u
#define PN_MAX_EQUIRECT_HEIGHT 16384u

/* How an environment's directions lie in its texels. */
typedef int32_t PnEnvironmentKind;
enum
{
    PN_ENVIRONMENT_CUBEMAP = 1, /* six square faces in the order +X -X +Y -Y +Z -Z, as Vulkan, Direct3D and OpenGL
                                   sample them */
    PN_ENVIRONMENT_EQUIRECT = 2 /* an equirectangular (lat-long) map: +Z in the middle, +X a quarter to the right, +Y
                                   at the top. Of a map with another axis in the middle, rotate the coefficients */
};

/* The light that arrives at one point, in the caller's memory, read only. Row 0 is the top row; of a face, it is the
 * row of the API's texture coordinate t = 0. */
typedef struct PnEnvironmentView
{
    uint32_t structSize; /* sizeof(PnEnvironmentView) */
    PnEnvironmentKind kind;
    PnFormat format;
    uint32_t width;         /* texels of a row: 1 to PN_MAX_FACE_SIZE, of a map to PN_MAX_EQUIRECT_WIDTH. Any number
                               will do, also one that is no power of two */
    uint32_t height;        /* rows: of a cubemap as many as width, of a map 1 to PN_MAX_EQUIRECT_HEIGHT */
    uint32_t rowPitchBytes; /* from row to row, a multiple of 4; 0 for no padding */
    const void* faces[6];   /* each aligned to 4 bytes. A map is faces[0], and the others are NULL */
    uint64_t faceBytes;     /* bytes readable at each of them; the last row needs no padding. Too few is
                               PN_ERROR_INVALID_ARGUMENT */
} PnEnvironmentView;

/* ---- Projection ---------------------------------------------------------------------- */

#define PN_MAX_BANDS 5u

/* Coefficients of real, orthonormal spherical harmonics without the Condon-Shortley phase: the canonical layout of this
 * library. Coefficient (l, m) is rgb[l * (l + 1) + m], in the texels' unit (radiance). The first bands * bands rows are
 * used, the others are zero. This layout never changes. */
typedef struct PnSh
{
    uint32_t bands; /* 1 to 5: l = 0 .. bands - 1 */
    float rgb[25][3];
} PnSh;

/* What becomes of negative radiance. */
typedef int32_t PnNegativePolicy;
enum
{
    PN_NEGATIVE_KEEP = 0, /* filtered HDR maps often have some; dropping them brightens the result */
    PN_NEGATIVE_ZERO = 1
};

/* What becomes of texels that are not finite. */
typedef int32_t PnBadTexelPolicy;
enum
{
    PN_BAD_TEXEL_REPLACE = 0, /* NaN becomes 0; infinity and magnitudes above 2^64 become 65504 with their sign; all are
                                 counted */
    PN_BAD_TEXEL_ERROR = 1    /* PN_ERROR_BAD_TEXEL; PnProjectInfo says where the first one is */
};

/* Memory of the caller, through which another thread follows and cancels a call by polling. It lives until the call
 * returns. The library accesses these words atomically, and so should the other thread. */
typedef struct PnProgress
{
    uint32_t completed; /* written: environments, or cubemaps, finished */
    uint32_t total;     /* written: those of this call */
    uint32_t cancel;    /* read, also within an environment: set it to 1 to stop with PN_ERROR_CANCELLED */
} PnProgress;

/* Called on the calling thread, between environments; must not call back into ProbeNorm. A result other than 0 stops
 * with PN_ERROR_CANCELLED. */
typedef int32_t (*PnProgressFunction)(void* userData, uint32_t completed, uint32_t total);

typedef struct PnProjectOptions
{
    uint32_t structSize; /* sizeof(PnProjectOptions) */
    uint32_t bands;      /* 1 to 5; 0 means 3. Fewer bands are a prefix of more, bit for bit */
    PnNegativePolicy negative;
    PnBadTexelPolicy badTexels;
    float maxRadiance;             /* upper limit of each channel's magnitude, 2^-14..2^64; 0 means none */
    uint32_t reserved;             /* 0 */
    PnProgress* progress;          /* NULL for none */
    PnProgressFunction onProgress; /* NULL for none */
    void* userData;                /* passed to onProgress */
} PnProjectOptions;

typedef struct PnProjectInfo
{
    uint32_t structSize;  /* sizeof(PnProjectInfo) */
    uint32_t algorithm;   /* pnGetAlgorithmVersion(): store it with the coefficients */
    uint32_t nonFinite;   /* texels with a NaN, an infinity, or a magnitude above 2^64 */
    uint32_t negative;    /* texels with a channel below zero */
    uint32_t clamped;     /* texels that maxRadiance changed */
    uint32_t hasBadTexel; /* 1 when nonFinite > 0; the next three fields are then valid */
    uint32_t badFace;     /* the first such texel in the order face, y, x; 0 for an equirectangular map */
    uint32_t badX;
    uint32_t badY;
    PnBackend backend;       /* what ran */
    uint32_t isReproducible; /* 1 when the kernel that ran passed its self-test */
    uint32_t reserved;
    uint64_t uploadedBytes;   /* texel bytes sent to the device in this call; 0 on the CPU */
    uint64_t gpuNanoseconds;  /* device time of this call, all environments; 0 where it is not measured */
    uint64_t callNanoseconds; /* wall-clock time of this call, all environments */
} PnProjectInfo;

/* Projects an environment onto spherical harmonics. options may be NULL for all defaults; outInfo may be NULL. With
 * PN_ERROR_BAD_TEXEL *outInfo is written, *outSh is not.
 *
 * The environment is integrated on its own grid, with the exact solid angle of each texel. The absolute error is at
 * most 2e-6 times the coefficient (0, 0) of |radiance| up to 3 bands, 4e-6 up to 5. Equal texels give equal bits on
 * every device. Suns make coefficients ring: pnExtractLights takes them out first, pnWindowSh softens the ringing. */
PN_API PnResult pnProjectEnvironment(PnContext context, const PnEnvironmentView* environment,
                                     const PnProjectOptions* options, PnSh* outSh, PnProjectInfo* outInfo);

/* Projects count environments of any kinds, sizes and formats. Each result is bit-identical to that of the environment
 * alone. Neighbours of equal kind, size and format share uploads and dispatches, so project many small probes in one
 * call.
 *
 * All views must have the same structSize, which is the array's stride; outInfos[0].structSize is that of outInfos.
 * outInfos and outCompleted may be NULL. The options' progress and onProgress count environments. After an error the
 * first *outCompleted results are valid; with PN_ERROR_BAD_TEXEL the next environment is the bad one, and its info is
 * written. */
PN_API PnResult pnProjectEnvironments(PnContext context, uint32_t count, const PnEnvironmentView* environments,
                                      const PnProjectOptions* options, PnSh* outShs, PnProjectInfo* outInfos,
                                      uint32_t* outCompleted);

/* ==== Part 2: Coefficients ============================================================ */

/* ---- Evaluate and change ------------------------------------------------------------- */

/* Radiance along count unit directions, or irradiance / pi, which is the colour of a white Lambert surface with that
 * normal. directions holds count * 3 floats x y z, of length 1 to 1e-3; outRgb receives count * 3 floats.
 * Irradiance: Ramamoorthi and Hanrahan 2001. */
PN_API PnResult pnEvaluateRadiance(const PnSh* sh, uint32_t count, const float* directions, float* outRgb);
PN_API PnResult pnEvaluateIrradiance(const PnSh* sh, uint32_t count, const float* directions, float* outRgb);

/* Rotates the environment: the result along matrix * d equals sh along d. matrix is row-major and orthogonal to 1e-4;
 * mirrors are allowed. Quarter turns and mirrors are exact. outSh may be sh. */
PN_API PnResult pnRotateSh(const PnSh* sh, const float matrix[9], PnSh* outSh);

/* Weights per band against ringing. */
typedef int32_t PnWindow;
enum
{
    PN_WINDOW_NONE = 0,
    PN_WINDOW_HANN = 1,    /* (1 + cos(pi l / w)) / 2, 0 from l = w on */
    PN_WINDOW_LANCZOS = 2, /* sinc(pi l / w), 0 from l = w on */
    PN_WINDOW_SINC4 = 3,   /* sinc(pi l / w)^4, 0 from l = w on */
    PN_WINDOW_GAUSS = 4    /* w^(l (l + 1) / 2), w up to 1: a Gaussian on the sphere, never cut off */
};

/* Multiplies each band l by the window's weight, which trades sharpness for less ringing around small bright lights.
 * width is the w of the formulas, above 0. outSh may be sh. */
PN_API PnResult pnWindowSh(const PnSh* sh, PnWindow window, float width, PnSh* outSh);

/* ---- Conventions of engines ---------------------------------------------------------- */

/* The order, sign, scale and packing of an engine or library; docs/conventions.md has each layout and its source. */
typedef int32_t PnConvention;
enum
{
    PN_CONVENTION_CANONICAL = 0,         /* PnSh.rgb */
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

/* The axes of the receiving engine, in terms of the cubemap's x y z. */
typedef int32_t PnAxes;
enum
{
    PN_AXES_KEEP = 0,
    PN_AXES_UNREAL = 1,   /* X = z, Y = x, Z = y */
    PN_AXES_ZUP = 2,      /* X = x, Y = -z, Z = y */
    PN_AXES_MIRROR_X = 3, /* X = -x */
    PN_AXES_MIRROR_Z = 4, /* Z = -z */
    PN_AXES_COUNT = 5
};

/* The command line's name of a convention, such as "unity-sha"; NULL for an unknown value. The string is static. */
PN_API const char* pnGetConventionName(PnConvention convention);
PN_API const char* pnGetAxesName(PnAxes axes);

/* How many floats hold a set of this many bands. Conventions with exactly 3 bands fill missing ones with zero. 0 when
 * the convention cannot hold the set: bands outside 1..5, or more than its 3. */
PN_API uint32_t pnGetConventionFloatCount(PnConvention convention, uint32_t bands);

/* Converts canonical coefficients to a convention, and back. floatCount must be pnGetConventionFloatCount(convention,
 * bands). PN_ERROR_BUFFER_TOO_SMALL when it is less. Convert last: a convention's numbers cannot be rotated or
 * windowed. */
PN_API PnResult pnConvertToConvention(const PnSh* sh, PnConvention convention, PnAxes axes, uint32_t floatCount,
                                      float* outFloats);
PN_API PnResult pnConvertFromConvention(PnConvention convention, PnAxes axes, uint32_t bands, uint32_t floatCount,
                                        const float* floats, PnSh* outSh);

/* ==== Part 3: Reflections ============================================================= */

/* ---- Presets ------------------------------------------------------------------------- */

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
    PN_PRESET_CLASSIC = 7,            /* one factor of luminance, with a floor, bounds and a fade */
    PN_PRESET_GODOT = 8,              /* Godot 4.5 */
    PN_PRESET_REND2 = 9,              /* the second renderer of ioquake3 */
    PN_PRESET_COMMUNITY_SHADERS = 10, /* Skyrim Community Shaders */
    PN_PRESET_COUNT = 11
};

/* One factor for all channels, or one per channel. */
typedef int32_t PnChannels;
enum
{
    PN_CHANNELS_LUMINANCE = 1, /* one factor for r g b, from the preset's luminance */
    PN_CHANNELS_RGB = 2        /* one factor per channel */
};

/* The lobe over which light is gathered. */
typedef int32_t PnLobe;
enum
{
    PN_LOBE_COSINE = 1, /* n.l / pi, whatever the roughness: irradiance / pi */
    PN_LOBE_GGX = 2, /* GGX at the surface's roughness; when normalizing, at each mip's, by PnNormalization.mapping */
    PN_LOBE_CHARLIE = 3 /* of cloth (Estevez and Kulla 2017), in PnPrefilter alone; roughness counts as 0.1 or more */
};

/* An engine's roughness-to-mip mapping: which perceptual roughness r a mip has. i is the mip, n their number.
 * docs/prefiltering.md has the sources. */
typedef int32_t PnRoughnessMapping;
enum
{
    PN_ROUGHNESS_MAPPING_LINEAR = 1, /* i / (n - 1): glTF, bevy, CesiumJS, PlayCanvas */
    PN_ROUGHNESS_MAPPING_UNITY = 2, /* i = 6 r (1.7 - 0.7 r), solved for r; mips from 6 on have 1. Unity reads 7 mips */
    PN_ROUGHNESS_MAPPING_UNREAL = 3,   /* 2^((3 - n + i) / 1.2), at most 1 */
    PN_ROUGHNESS_MAPPING_FILAMENT = 4, /* i / (n - 1) = r (2 - r), solved for r */
    PN_ROUGHNESS_MAPPING_BABYLON = 5,  /* r^2 = 2^(i / 0.8) / size of mip 0, at most 1; 0 for mip 0 */
    PN_ROUGHNESS_MAPPING_GODOT = 6     /* (i / (n - 1))^2: Godot 4.6 */
};

/* Whether light is de-ringed before it is used. */
typedef int32_t PnDering;
enum
{
    PN_DERING_AUTO = 1, /* as pnDeringSh does, with this normalization's floor */
    PN_DERING_NONE = 2
};

/* How reflections are normalized. The factor is reflection / radiance. 0 in any field but structSize is the preset's
 * own value, so an all-zero struct is the preset probenorm. */
typedef struct PnNormalization
{
    uint32_t structSize; /* sizeof(PnNormalization) */
    PnPreset preset;     /* whose formula */
    uint32_t bands;      /* 1 to 3 */
    PnChannels channels;
    PnLobe lobe;
    PnDering dering;
    float floor;      /* the smallest denominator, as a share of the probe's average: 1e-6..0.9 */
    float low;        /* bounds of the factor */
    float high;       /* at least low */
    float fadeBegin;  /* roughness up to which the factor is 1; at most 1 */
    float fadeEnd;    /* roughness from which the factor has its full weight; at most 1; negative for no fade */
    float weight;     /* 0..1: the factor is 1 + weight * (factor - 1) */
    uint32_t version; /* of the preset's formula: 0, or the one that this library has. Store it with what was baked */
    PnRoughnessMapping mapping; /* which roughness each mip has, for PN_LOBE_GGX; 0 is PN_ROUGHNESS_MAPPING_LINEAR */
} PnNormalization;

/* The command line's name of a preset, such as "hdrp-corrected"; NULL for an unknown value. The string is static. */
PN_API const char* pnGetPresetName(PnPreset preset);

/* Fills in all values of the preset with that name. outNormalization->structSize must be set. */
PN_API PnResult pnGetPreset(const char* name, PnNormalization* outNormalization);

typedef struct PnPresetInfo
{
    uint32_t structSize;   /* sizeof(PnPresetInfo) */
    uint32_t version;      /* of the preset's formula; it grows when the formula changes */
    uint32_t isFactor;     /* 1: the formula multiplies reflections by a factor. 0: it does more, and the factor is only
                              its simplest form */
    uint32_t canDivide;    /* 1: pnNormalizeCubemaps can divide by it */
    uint32_t needsNormals; /* 1: surfaces must have normals */
    uint32_t needsAverage; /* 1: the local light must be given as coefficients */
    uint32_t needsCoefficients; /* 1: the probe's light must be given as coefficients: its luminance is not enough */
    uint32_t reserved;          /* 0 */
} PnPresetInfo;

PN_API PnResult pnGetPresetInfo(PnPreset preset, PnPresetInfo* outInfo);

/* ---- Reflections on surfaces --------------------------------------------------------- */

/* Surfaces that all show the reflection of one probe. */
typedef struct PnSurfaces
{
    uint32_t structSize; /* sizeof(PnSurfaces) */
    uint32_t count;
    const float* radiance;    /* count * 3 floats r g b: what the probe's cubemap shows each surface */
    const float* reflections; /* count * 3 floats x y z, unit vectors */
    const float* normals;     /* the same; NULL is allowed for presets that do not need them (pnGetPresetInfo) */
    const float* roughness;   /* count floats, perceptual, 0..1; NULL is 1 everywhere */
    const float* metallic;    /* count floats, 0..1, for the preset godot; NULL is 1 everywhere */
    const PnSh* probe;        /* the probe's light, as radiance coefficients; NULL where probeLuminances is given */
    const PnSh* local;        /* the local light, the same; NULL where it is given along directions instead */

    /* The local light as irradiance / pi, count * 3 floats r g b, where local is NULL. localAlongReflections is NULL
     * where only light along the normal is known, as in a lightmap: the probe's light is then taken along the normal,
     * too. */
    const float* localAlongNormals;
    const float* localAlongReflections;

    uint32_t isDivided; /* 1: radiance is from a cubemap that pnNormalizeCubemaps divided */
    uint32_t isFactor;  /* 1: radiance is not read, and the result is what a reflection is multiplied by */

    /* The directions along which radiance was looked up, count * 3 floats: what a correction for parallax (box
     * projection) made of reflections, or reflections themselves. The preset probenorm takes the probe's light along
     * them, so they must be given beside probe, except where only light along the normal is known. Other presets do
     * not read them. */
    const float* lookups;

    /* The luminance of the probe's own light along the lookup, count floats, where probe is NULL: that of the probe's
     * last mip, if it is of roughness 1. Where only light along the normal is known, read that mip along the normal.
     * Neither a preset whose info has needsCoefficients nor isDivided can do with it. */
    const float* probeLuminances;
} PnSurfaces;

/* The normalized reflection on each surface, or with isFactor the factor. normalization may be NULL for all defaults.
 * outRadiance receives count * 3 floats r g b, and may be surfaces->radiance.
 *
 * The preset probenorm, for shaders to copy (docs/normalization.md, section 2, has its floors and its source): with x
 * the luminance of the local light E along the reflection, y that of the probe's light along the lookup, P the
 * radiance, whose luminance is p, and r the roughness,
 *
 *     t = (x - y)^2 / (x^2 - x y + y^2),  d = 1 - (1 - r^2) (0.7 - 0.4 p / y)
 *     reflection = (1 - t) min(1.5 x / y, 1) P + t d E
 *
 * Where x equals y, it returns the radiance exactly. It takes negative radiance for 0. With isDivided, normalization
 * and probe must be those that the cubemap was divided by. */
PN_API PnResult pnEvaluateReflection(const PnNormalization* normalization, const PnSurfaces* surfaces,
                                     float* outRadiance);

/* ---- Normalized cubemaps ------------------------------------------------------------- */

/* Where one mip of a cubemap is written: faces in the order and of the size of the mip.
 *
 * A normalized mip may be written over its source, which an error then leaves undefined: a face may be the mip's own
 * memory if its format has as many bytes
 * per texel and the row pitch is the same; 8-bit formats therefore cannot be normalized in place. Otherwise a target
 * must not overlap any mip or other target. */
typedef struct PnCubemapTarget
{
    uint32_t structSize;    /* sizeof(PnCubemapTarget) */
    PnFormat format;        /* the mip's own; PN_FORMAT_RGBA16F for the 8-bit ones */
    uint32_t rowPitchBytes; /* from row to row, a multiple of 4; 0 for no padding */
    uint32_t reserved;      /* 0 */
    void* faces[6];         /* each aligned to 4 bytes */
    uint64_t faceBytes;     /* bytes writable at each face; too few is PN_ERROR_INVALID_ARGUMENT */
} PnCubemapTarget;

typedef struct PnNormalizeInfo
{
    uint32_t structSize;     /* sizeof(PnNormalizeInfo) */
    PnBackend backend;       /* what ran */
    uint32_t isReproducible; /* 1 when the kernels that ran passed their self-test */
    float width;             /* of the PN_WINDOW_GAUSS that the denominator of mip 0 needed; 1 for none */
    float minimumBefore;     /* the denominator's minimum over the sphere, smallest channel, before the window */
    float minimumAfter;      /* the same after the window */
    float energyKept;        /* as in PnDeringInfo, for the denominator */
    float average;           /* of the denominator over the sphere: luminance, or the mean of r g b */
    uint64_t uploadedBytes;  /* this and the next two: as in PnProjectInfo */
    uint64_t gpuNanoseconds;
    uint64_t callNanoseconds;
} PnNormalizeInfo;

/* One cubemap of pnNormalizeCubemaps. */
typedef struct PnNormalizeItem
{
    uint32_t structSize;            /* sizeof(PnNormalizeItem) */
    uint32_t mipCount;              /* 1 to 15 */
    const PnEnvironmentView* mips;  /* cubemaps, each half the size of the one before; stride is their structSize */
    const PnCubemapTarget* targets; /* mipCount elements; stride is their structSize */
    const PnSh* light;              /* the probe's coefficients; NULL projects mips[0] first */
    uint32_t givenMipCount;         /* elements of mips, 1 to mipCount; 0 for mipCount. The other mips are generated */
    uint32_t reserved;              /* 0 */
} PnNormalizeItem;

/* Divides every texel of count cubemaps by max(the probe's light along the texel's direction, floor). At run time the
 * engine multiplies by the local light. Each result is bit-identical to that of the cubemap alone.
 *
 * normalization, options: NULL for all defaults. The options' negative and maxRadiance also apply to the texels that
 * are divided; progress and onProgress count cubemaps. Returns PN_ERROR_UNSUPPORTED if the preset divides by light
 * along the surface's normal (hdrp, source2).
 *
 * A generated mip averages the texels of the mip before, weighted by solid angle, in float32 and with negative and
 * maxRadiance applied first. It is divided and only then rounded to its target's format. If a face is larger than
 * chunkBytes, a cubemap with generated mips runs on the CPU, and outInfos says so.
 *
 * All items must have the same structSize, which is the array's stride; the outputs' is that of their first element.
 * outShs receives the light that was used, outProjectInfos is written where it was projected. All outputs may be NULL.
 * After an error the first *outCompleted results and targets are valid, and the others' are undefined; with
 * PN_ERROR_BAD_TEXEL the next cubemap is the bad one, and its outProjectInfos is written. */
PN_API PnResult pnNormalizeCubemaps(PnContext context, uint32_t count, const PnNormalizeItem* items,
                                    const PnNormalization* normalization, const PnProjectOptions* options, PnSh* outShs,
                                    PnProjectInfo* outProjectInfos, PnNormalizeInfo* outInfos, uint32_t* outCompleted);

/* One channel of a divided cubemap: the luminance of each texel as half float (fp16), a quarter of RGBA16F's memory.
 * For engines that bake through this library or its bindings and keep one channel. Divide with PN_CHANNELS_LUMINANCE
 * first. At run time the value stands for all three channels (PnSurfaces.isDivided), and the colour is that of the
 * light at run time.
 *
 * cubemap: one mip, of any format. outHalves receives 6 * width * width values, face by face and row by row; halfCount
 * is how many it can hold. NaN becomes 0, and what is too large for half float 65504. */
PN_API PnResult pnPackLuminance(const PnEnvironmentView* cubemap, uint64_t halfCount, uint16_t* outHalves);

/* ---- Prefiltered cubemaps ------------------------------------------------------------ */

/* Accuracy against the exact integral. Lower effort is faster. */
typedef int32_t PnEffort;
enum
{
    PN_EFFORT_BAKED = 1,   /* errors of .1 % of the mean (rms) and 1 % of a texel at most, on all maps tried */
    PN_EFFORT_REALTIME = 2 /* 1 % of the mean (rms) */
};

typedef struct PnPrefilter
{
    uint32_t structSize;        /* sizeof(PnPrefilter) */
    PnLobe lobe;                /* 0 is PN_LOBE_GGX, D(h) n.l with V = N: that of the split sum (Karis 2013) */
    PnRoughnessMapping mapping; /* 0 is PN_ROUGHNESS_MAPPING_LINEAR */
    PnEffort effort;            /* 0 is PN_EFFORT_BAKED */
    uint32_t baseSize;          /* of mip 0, at most the source's; 0 is the source's. Mip i has max(1, baseSize >> i) */
    uint32_t mipCount;          /* 1 to 15 */
    const float*
        roughness; /* mipCount perceptual roughnesses, 0..1, instead of the mapping's; NULL for the mapping's */
} PnPrefilter;

typedef struct PnPrefilterInfo
{
    uint32_t structSize;     /* sizeof(PnPrefilterInfo) */
    PnBackend backend;       /* what ran: the CPU where the device does not support the request */
    uint32_t isReproducible; /* 1 when the kernels that ran passed their self-test */
    uint32_t reserved;       /* 0 */
    uint64_t uploadedBytes;  /* this and the next two: as in PnProjectInfo */
    uint64_t gpuNanoseconds;
    uint64_t callNanoseconds;
} PnPrefilterInfo;

/* The perceptual roughness of each mip by a mapping; 0 is PN_ROUGHNESS_MAPPING_LINEAR. outRoughness receives mipCount
 * floats, 1 to 15. baseSize: of mip 0, 1..16384; PN_ROUGHNESS_MAPPING_BABYLON alone reads it. */
PN_API PnResult pnGetMipRoughness(PnRoughnessMapping mapping, uint32_t baseSize, uint32_t mipCount,
                                  float* outRoughness);

/* One cubemap of pnPrefilterCubemaps. */
typedef struct PnPrefilterItem
{
    uint32_t structSize; /* sizeof(PnPrefilterItem) */
    uint32_t reserved;   /* 0 */
    const PnEnvironmentView* cubemap;
    const PnCubemapTarget*
        targets; /* PnPrefilter.mipCount of any format but the 8-bit ones; stride is their structSize */
} PnPrefilterItem;

/* Makes the mips of count cubemaps for surfaces of rising roughness. Each result is bit-identical to that of the
 * cubemap alone.
 *
 * A texel is the integral, over the sphere, of the source's radiance, which is constant over each of its texels, times
 * the lobe around the texel's direction. GGX of roughness 0 takes texels as they are, or their means over solid angle
 * where sizes differ. A source of one colour keeps it, to the bit. Alpha becomes 1.
 *
 * prefilter: mipCount must be set. Targets must overlap neither the source nor each other. options: NULL for all
 * defaults; negative and maxRadiance apply to the source's texels, and badTexels must be PN_BAD_TEXEL_REPLACE. progress
 * and onProgress count cubemaps.
 *
 * All items must have the same structSize, which is the array's stride; outInfos[0].structSize is that of outInfos.
 * outInfos and outCompleted may be NULL. After an error the first *outCompleted results are valid, and the others' are
 * undefined. */
PN_API PnResult pnPrefilterCubemaps(PnContext context, uint32_t count, const PnPrefilterItem* items,
                                    const PnPrefilter* prefilter, const PnProjectOptions* options,
                                    PnPrefilterInfo* outInfos, uint32_t* outCompleted);

/* How the texels of a DFG table are arranged. A and B are the scale and the bias of F0 in the split sum (Karis 2013),
 * with GGX and Smith's height-correlated shadowing (Heitz 2014): F = A F0 + B. */
typedef int32_t PnDfg;
enum
{
    PN_DFG_SCALE_BIAS = 1,  /* r = A, g = B: glTF viewers, Unreal */
    PN_DFG_MULTISCATTER = 2 /* r = B, g = A + B: F = mix(r, g, F0), and 1 + F0 (1 / g - 1) is what multiple scattering
                               adds: Filament */
};

/* The other half of the split sum: what a surface reflects of light that is 1 everywhere. Writes rowCount rows, from
 * firstRow on, of a table of size * size texels, so that the caller can spread rows over its threads and stop between
 * calls: 1024 rows take many seconds. Rows have the same bits in every call, which runs on the calling thread.
 *
 * Row y has perceptual roughness (y + 0.5) / size, column x has N.V = (x + 0.5) / size. b is cloth: Charlie's
 * distribution (Estevez and Kulla 2017) with the visibility 1 / (4 (N.L + N.V - N.L N.V)). Values are within 1e-4 of
 * the integral, those above 1 within 1e-4 of themselves.
 *
 * size: 1 to 1024. outRgb receives 3 * size * rowCount floats; floatCount is how many it can hold. */
PN_API PnResult pnMakeDfgRows(PnDfg kind, uint32_t size, uint32_t firstRow, uint32_t rowCount, uint64_t floatCount,
                              float* outRgb);

/* ---- Compressed texels --------------------------------------------------------------- */

/* Accuracy of the blocks. Lower effort is faster (docs/bc6h.md). */
typedef int32_t PnBc6hEffort;
enum
{
    PN_BC6H_EFFORT_LOW = 1,    /* one line of colours per block */
    PN_BC6H_EFFORT_MIDDLE = 2, /* one or two, by estimates */
    PN_BC6H_EFFORT_HIGH = 3    /* within 2 % of the best modes and partitions */
};

/* A picture in the caller's memory, read only: a face, a map, or any other. Row 0 is the top row. */
typedef struct PnPictureView
{
    uint32_t structSize; /* sizeof(PnPictureView) */
    uint32_t width;      /* 1 to PN_MAX_EQUIRECT_WIDTH */
    uint32_t height;     /* 1 to PN_MAX_EQUIRECT_HEIGHT */
    PnFormat format;
    uint32_t rowPitchBytes; /* from row to row, a multiple of 4; 0 for no padding */
    uint32_t reserved;      /* 0 */
    const void* texels;     /* aligned to 4 bytes */
    uint64_t texelBytes;    /* bytes readable at texels; too few is PN_ERROR_INVALID_ARGUMENT */
} PnPictureView;

/* Compresses a picture to BC6H: RGB of half floats (fp16), 16 bytes per 4 x 4 texels. Where its size is no multiple of
 * four, the last column and row are repeated. NaN becomes 0. The error that blocks are chosen by is that of half-float
 * bit patterns, which is roughly logarithmic.
 *
 * effort: 0 is PN_BC6H_EFFORT_HIGH. isSigned: 1 keeps negative channels (BC6H_SF16), 0 makes them 0 (BC6H_UF16).
 * outBlocks receives the blocks row by row, 16 * ceil(width / 4) * ceil(height / 4) bytes; blockBytes is how many it
 * can hold.
 *
 * Equal texels give equal blocks on every machine. A Vulkan context compresses pictures of PN_FORMAT_RGBA16F on its
 * device, PN_BACKEND_AUTO those of 4 Mi texels or more; the CPU does all others, and those of devices that fail a
 * self-test. */
PN_API PnResult pnEncodeBc6h(PnContext context, const PnPictureView* picture, PnBc6hEffort effort, uint32_t isSigned,
                             uint64_t blockBytes, uint8_t* outBlocks);

/* Decodes blocks of BC6H to the bit, as devices do. outHalves receives 16 texels of four halves per block, row by row;
 * alpha is 1. Reserved modes are black. */
PN_API PnResult pnDecodeBc6h(uint32_t isSigned, uint64_t blockCount, const uint8_t* blocks, uint16_t* outHalves);

/* ==== Part 4: Advanced ================================================================ */

/* ---- Lights -------------------------------------------------------------------------- */

#define PN_MAX_LIGHTS 16u

/* A small bright light of an environment, such as the sun, as a disc at infinity. This layout never changes. */
typedef struct PnLight
{
    float direction[3];  /* towards the light, of unit length, in the environment's own axes */
    float irradiance[3]; /* r g b on a surface that faces the light: the texels' unit times steradian */
    float peak[3];       /* radiance of its brightest texel */
    float angularRadius; /* radians, of the disc with this irradiance and the peak's brightness; the true light is
                            smaller where none of it fills a whole texel */
    uint32_t texelCount; /* texels that it was taken out of */
} PnLight;

typedef struct PnLightOptions
{
    uint32_t structSize;    /* sizeof(PnLightOptions) */
    uint32_t maxLights;     /* 1 to PN_MAX_LIGHTS; 0 is PN_MAX_LIGHTS */
    float minShare;         /* least luminance of a light's irradiance, as a share of the sky's; 0 means 0.01 */
    float maxAngularRadius; /* radians, up to 0.2; what is larger, such as a window, stays. 0 is 7.5 degrees */
} PnLightOptions;

typedef struct PnLights
{
    uint32_t structSize; /* sizeof(PnLights) */
    uint32_t count;
    float threshold;              /* luminance from which on texels were looked at; 0 where none was bright enough */
    PnLight light[PN_MAX_LIGHTS]; /* the first count ones, the strongest first */
} PnLights;

/* One environment of pnExtractLights. */
typedef struct PnLightItem
{
    uint32_t structSize; /* sizeof(PnLightItem) */
    uint32_t reserved;   /* 0 */
    const PnEnvironmentView* environment;
    uint64_t residualFloats; /* how many residual can hold: 4 per texel, or 0 */
    float* residual;         /* written: r g b 1 per texel, face by face and row by row; may be NULL */
} PnLightItem;

/* Takes small bright lights out of count environments of any kinds, sizes and formats. What is left, the residual, is
 * the environment with each light replaced by its surroundings: fewer coefficients hold it, and an engine adds the
 * lights analytically.
 *
 * options, lightOptions: NULL for all defaults. options->bands is how many bands outResidualShs gets. negative,
 * badTexels and maxRadiance apply to the lights, too; progress and onProgress count environments. The CPU makes lights
 * and residuals, on all threads of the context, and the context's backend the coefficients. Equal texels give equal
 * bits.
 *
 * All items must have the same structSize, which is the array's stride; outLights[0].structSize is that of outLights.
 * outResidualShs and outCompleted may be NULL. After an error the first *outCompleted results and residuals are valid,
 * and the others' are undefined; with PN_ERROR_BAD_TEXEL the next environment is the bad one. */
PN_API PnResult pnExtractLights(PnContext context, uint32_t count, const PnLightItem* items,
                                const PnProjectOptions* options, const PnLightOptions* lightOptions,
                                PnLights* outLights, PnSh* outResidualShs, uint32_t* outCompleted);

/* ---- Check and fix ------------------------------------------------------------------- */

/* What may be wrong with an environment. A finding's value is the measurement that is named here, and its limit is the
 * threshold that makes it a finding. docs/check.md explains each. */
typedef int32_t PnFindingKind;
enum
{
    PN_FINDING_NON_FINITE = 1,     /* NaN, infinity, or a magnitude above 2^64. value: texels */
    PN_FINDING_NEGATIVE = 2,       /* light below zero. value: share of the average light */
    PN_FINDING_FIREFLY = 3,        /* at most four texels far above all around them. value: peak / neighbours */
    PN_FINDING_SUN_OR_FIREFLY = 4, /* the same where it may be a sun or a lamp. value: the same */
    PN_FINDING_CLIPPED = 5,        /* many texels side by side have the largest value. value: that value */
    PN_FINDING_EIGHT_BIT = 6,      /* texels of floats with at most 256 values per channel. value: their number */
    PN_FINDING_TRANSFER = 7,       /* the sRGB function was applied twice or not undone. value: distinct values */
    PN_FINDING_BLACK = 8,          /* a face, or all of them. value: their number */
    PN_FINDING_CONSTANT = 9,       /* a face of one colour, or all of them. value: their number */
    PN_FINDING_FACE_ORDER = 10,    /* faces swapped, turned or mirrored. value: their seams / those of the best order */
    PN_FINDING_FACE_GAIN = 11,     /* a face is brighter or darker than its neighbours. value: its gain */
    PN_FINDING_SEAM = 12,          /* a step at an edge. value: the step / steps between texels beside it */
    PN_FINDING_LOWER_HALF = 13,    /* everything below the horizon is black or of one colour. value: its luminance */
    PN_FINDING_ENCLOSED = 14,      /* most of it is black or not finite, as inside a wall. value: that share */
    PN_FINDING_BOX_FILTERED_MIPS = 15, /* mips are box-filtered, not prefiltered. value: relative error against that */
    PN_FINDING_ROUGHNESS_MAPPING = 16, /* the mapping that prefiltered mips fit. value: relative error */
    PN_FINDING_FOREIGN_MIP = 17,       /* a mip fits neither a box filter nor a lobe. value: relative error */
    PN_FINDING_COARSE_SUN = 18,        /* a sun of few texels. value: its texels */
    PN_FINDING_COUNT = 19
};

/* How much a finding matters. A gate of a build stops at errors. */
typedef int32_t PnSeverity;
enum
{
    PN_SEVERITY_NOTE = 1,    /* may well be meant */
    PN_SEVERITY_WARNING = 2, /* look at it */
    PN_SEVERITY_ERROR = 3    /* the light is wrong by 1 % or more, or an engine will show it */
};

/* What pnFixEnvironment changes. */
enum
{
    PN_FIX_NON_FINITE = 1,       /* such texels get the median of their neighbours */
    PN_FIX_NEGATIVE = 2,         /* negative channels become 0 */
    PN_FIX_FIREFLIES = 4,        /* fireflies get the median of their neighbours' logarithms */
    PN_FIX_SUN_OR_FIREFLIES = 8, /* the same where they may be suns */
    PN_FIX_FACES = 16,           /* reorders and turns faces, where seams show one order as the best */
    PN_FIX_GAINS = 32            /* a face is divided by its gain */
};

typedef struct PnFinding
{
    uint32_t structSize; /* sizeof(PnFinding) */
    PnFindingKind kind;
    PnSeverity severity;
    uint32_t fixes; /* bit mask of PN_FIX_*, each of which fixes it; 0 where none does */
    uint32_t count; /* of texels, faces, edges or mips, as the text says */
    uint32_t mip;   /* where the worst of it is */
    uint32_t face;  /* 6: no single face */
    uint32_t x;     /* PN_NO_TEXEL: no single texel */
    uint32_t y;
    float value; /* see PnFindingKind */
    float limit;
    float average;      /* how the defect changes the average light, as a share of the light without it */
    float irradiance;   /* the largest such change of irradiance, over all normals */
    float reflection;   /* the same of the brightest texel */
    uint32_t places[6]; /* PN_FINDING_FACE_ORDER: which given face belongs to place i, mirrored if turn & 4 */
    uint32_t turns[6];  /* turn & 3: then turned clockwise by so many quarters */
    char text[256];     /* the same for people, UTF-8 */
} PnFinding;

#define PN_NO_TEXEL 4294967295u

/* The command line's name of a finding, such as "sun-or-firefly"; NULL for an unknown value. The string is static. */
PN_API const char* pnGetFindingName(PnFindingKind kind);

/* Looks for what is wrong with an environment and its mips. Runs on the CPU; equal texels give equal findings on any
 * number of threads.
 *
 * mips: mipCount views (1 to 15) of a cubemap, each half the size of the one before, or one equirectangular map; stride
 * is their structSize. Writes the number of findings, at most 64, to *outCount, and min(capacity, *outCount) findings,
 * the gravest first, with the stride findings[0].structSize. findings may be NULL with capacity 0. An environment with
 * findings is PN_SUCCESS. */
PN_API PnResult pnCheckEnvironment(PnContext context, uint32_t mipCount, const PnEnvironmentView* mips,
                                   uint32_t capacity, PnFinding* findings, uint32_t* outCount);

typedef struct PnFixInfo
{
    uint32_t structSize; /* sizeof(PnFixInfo) */
    uint32_t fixed;      /* PN_FIX_* that changed something */
    uint32_t texels;     /* that were replaced */
    uint32_t faces;      /* that were moved or divided */
    float average;       /* luminance of the average light before */
    float fixedAverage;  /* and after */
} PnFixInfo;

/* Fixes what pnCheckEnvironment finds in one mip of an environment; make the other mips anew. fixes: PN_FIX_*, at least
 * one. outTexels: r g b 1 per texel, face by face and row by row, floatCount of them (4 per texel). Texels that need no
 * fix keep their values. outInfo may be NULL. */
PN_API PnResult pnFixEnvironment(PnContext context, const PnEnvironmentView* environment, uint32_t fixes,
                                 uint64_t floatCount, float* outTexels, PnFixInfo* outInfo);

/* ---- Ringing ------------------------------------------------------------------------- */

/* The minimum over the sphere of irradiance / pi: of r, g, b and luminance (Rec. 709). Below zero a surface shows
 * negative light, and pnDeringSh helps. Accurate to 1e-5 * L00. */
PN_API PnResult pnFindIrradianceMinimum(const PnSh* sh, float outMinimum[4]);

typedef struct PnDeringInfo
{
    uint32_t structSize; /* sizeof(PnDeringInfo) */
    float width;         /* of the PN_WINDOW_GAUSS that was applied; 1 when none was needed */
    float minimumBefore; /* minimum of irradiance / pi over the sphere, smallest channel, before the window */
    float minimumAfter;  /* the same after the window */
    float energyKept;    /* share of the irradiance's squared coefficients above band 0 that is left */
} PnDeringInfo;

/* Applies the mildest PN_WINDOW_GAUSS, its width a multiple of 1/1024, that keeps the irradiance of each channel at or
 * above floor times its average. floor is in 0..0.9. Channels whose average is not positive are ignored.
 * outSh may be sh; outInfo may be NULL. */
PN_API PnResult pnDeringSh(const PnSh* sh, float floor, PnSh* outSh, PnDeringInfo* outInfo);

/* ---- Devices ------------------------------------------------------------------------- */

/* What a Vulkan device is. */
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
    uint32_t vendorId;      /* as Vulkan reports it */
    uint32_t deviceId;      /* as Vulkan reports it */
    uint32_t apiVersion;    /* Vulkan's packing */
    uint32_t driverVersion; /* the vendor's packing */
    uint32_t subgroupSize;
    uint32_t isSupported; /* 0 when ProbeNorm cannot run there */
    char name[256];       /* UTF-8 */
    char driver[256];     /* driver name and version, UTF-8; "" where the driver does not report them */
} PnDeviceInfo;

/* Lists the Vulkan devices of this machine. Writes their number to *outCount, and min(capacity, *outCount) infos with
 * the stride infos[0].structSize. infos may be NULL with capacity 0. Without Vulkan there are none, and that is
 * PN_SUCCESS. */
PN_API PnResult pnEnumerateDevices(uint32_t capacity, PnDeviceInfo* infos, uint32_t* outCount);

/* ---- Messages by polling ------------------------------------------------------------- */

typedef struct PnLogMessage
{
    uint32_t structSize; /* sizeof(PnLogMessage) */
    PnLogLevel level;
    uint64_t number; /* from 1; 0 is no message. The last 64 are kept; a gap means that older ones were lost */
    char text[1008]; /* UTF-8; a longer text is cut */
} PnLogMessage;

/* Takes the oldest message that was not taken yet, from a context made with PN_CONTEXT_KEEP_LOG; outMessage->number is
 * 0 when there is none. For hosts that cannot pass callbacks. Any thread may call it, also during a call on the
 * context. */
PN_API PnResult pnTakeLogMessage(PnContext context, PnLogMessage* outMessage);

/* ---- Versions ------------------------------------------------------------------------ */

/* The library's version as major * 65536 + minor * 256 + patch. */
PN_API uint32_t pnGetVersion(void);

/* The version of the results' bits: of the order of summation and of the weights of prefiltering. Equal texels give
 * equal coefficients and prefiltered texels, to the bit, as long as it is equal. */
PN_API uint32_t pnGetAlgorithmVersion(void);

#ifdef __cplusplus
}
#endif

#endif /* PROBENORM_H */
