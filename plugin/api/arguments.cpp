#include "api/arguments.h"

#include "core/sh/preset.h"

#include <bit>
#include <cmath>

namespace pn::api {
namespace {

std::string conventionsOfAnyBands()
{
    std::string names;
    for (PnConvention i = 0; i < PN_CONVENTION_COUNT; ++i)
        if (findConvention(i)->holdsAnyBands)
            names += (names.empty() ? "" : ", ") + std::string(findConvention(i)->name);
    return names;
}

} // namespace

ShSet readSh(const PnSh* sh, const char* name)
{
    require(sh != nullptr, name, " is null");
    require(sh->bands >= 1 && sh->bands <= kMaxBands, name, ".bands must be in 1..5");
    return widenSh(*sh);
}

ShSet readFiniteSh(const PnSh* sh, const char* name)
{
    const ShSet set = readSh(sh, name);
    for (std::size_t i = 0; i < set.count(); ++i)
        for (const double channel : set.rgb[i])
            require(std::isfinite(channel), name, " must be finite");
    return set;
}

void checkDirections(const float* directions, std::size_t count, const char* name)
{
    constexpr double kTolerance = 1e-3; // wide enough for directions stored as half floats
    for (std::size_t i = 0; i < count; ++i)
    {
        const Vec3 d = {directions[3 * i], directions[3 * i + 1], directions[3 * i + 2]};
        const double square = dot(d, d);
        if (std::abs(square - 1.0) <= 1.9 * kTolerance)
            continue; // nearly all end here, without a root: the square of 1 - 1e-3 is 1 - 1.999e-3
        require(std::abs(std::sqrt(square) - 1.0) <= kTolerance, name,
                " must have length 1, to 1e-3"); // NaN fails, too
    }
}

Mat3 readMatrix(const float* matrix)
{
    require(matrix != nullptr, "matrix is null");
    Mat3 m;
    for (std::size_t r = 0; r < 3; ++r)
        m.rows[r] = {matrix[3 * r], matrix[3 * r + 1], matrix[3 * r + 2]};
    const double error = orthogonalityError(m);
    require(std::isfinite(error), "matrix must be finite");
    require(error <= 1e-4, "matrix must be orthogonal, to 1e-4 in each element of its transpose times itself");
    return m;
}

const Convention& readConvention(PnConvention convention, std::uint32_t bands, std::uint32_t floatCount)
{
    const Convention* found = findConvention(convention);
    require(found != nullptr, "convention must be one of PN_CONVENTION_*");
    require(bands >= 1 && bands <= kMaxBands, "bands must be in 1..5");
    const std::uint32_t expected = pn::floatCount(*found, bands);
    if (expected == 0)
        throw Error(PN_ERROR_INVALID_ARGUMENT, joined("convention ", found->name, " holds 3 bands, not ", bands,
                                                      "; these hold 1 to 5: ", conventionsOfAnyBands()));
    if (floatCount != expected)
        throw Error(floatCount < expected ? PN_ERROR_BUFFER_TOO_SMALL : PN_ERROR_INVALID_ARGUMENT,
                    joined("floatCount must be ", expected, ", not ", floatCount));
    return *found;
}

Mat3 readAxes(PnAxes axes)
{
    require(axesName(axes) != nullptr, "axes must be one of PN_AXES_*");
    return axesMatrix(axes);
}

PnProjectOptions readOptions(const PnProjectOptions* options)
{
    PnProjectOptions read{};
    read.structSize = sizeof(read);
    if (options != nullptr)
        read = readDesc(options, sizeof(PnProjectOptions), "options");
    if (read.bands == 0)
        read.bands = 3;
    require(read.bands <= PN_MAX_BANDS, "options.bands must be in 1..5, or 0 for 3");
    require(read.negative == PN_NEGATIVE_KEEP || read.negative == PN_NEGATIVE_ZERO, "options.negative is unknown");
    require(read.badTexels == PN_BAD_TEXEL_REPLACE || read.badTexels == PN_BAD_TEXEL_ERROR,
            "options.badTexels is unknown");
    require(read.maxRadiance == 0.0f || (read.maxRadiance >= 0x1p-14f && read.maxRadiance <= 0x1p64f),
            "options.maxRadiance must be 0 for none, or in 2^-14..2^64");
    require(read.reserved == 0, "options.reserved must be 0");
    return read;
}

PnNormalization readNormalization(const PnNormalization* normalization)
{
    PnNormalization read{};
    if (normalization != nullptr)
        read = readDesc(normalization, kFirstNormalizationSize, "normalization");
    return resolveNormalization(read);
}

ProjectSettings toSettings(const PnProjectOptions& options)
{
    ProjectSettings settings;
    settings.bands = options.bands;
    settings.policy.zeroNegative = options.negative == PN_NEGATIVE_ZERO;
    if (options.maxRadiance != 0.0f)
        settings.policy.maximumBits = std::bit_cast<std::uint32_t>(options.maxRadiance);
    return settings;
}

} // namespace pn::api
