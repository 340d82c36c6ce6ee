#include "sh/sh_set.h"

#include "support/failure.h"
#include "support/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pn::cli {
namespace {

constexpr std::uint32_t kVectorRows = 7;
constexpr std::uint32_t kFixedBands = 3;
constexpr std::array<const char*, kVectorRows> kVectorNames = {"SHAr", "SHAg", "SHAb", "SHBr", "SHBg", "SHBb", "SHC"};
constexpr std::array<std::size_t, 9> kPlayCanvasOrder = {0, 3, 1, 2, 7, 5, 4, 6, 8};

bool isVectorConvention(PnConvention convention)
{
    return convention == PN_CONVENTION_UNITY_SHA || convention == PN_CONVENTION_UNREAL_PACKED;
}

// A convention that holds one band holds any number.
bool hasFixedBands(PnConvention convention)
{
    return pnGetConventionFloatCount(convention, PN_MAX_BANDS) == 0;
}

[[noreturn]] void throwTooManyBands(PnConvention convention, std::uint32_t bands)
{
    std::vector<std::string> able;
    for (PnConvention other = 0; other < PN_CONVENTION_COUNT; ++other)
        if (pnGetConventionFloatCount(other, bands) > 0)
            able.emplace_back(pnGetConventionName(other));
    throw Failure(Exit::CommandLine, fmt::format("--convention {} holds 3 bands, not {}; these hold {}: {}",
                                                 pnGetConventionName(convention), bands, bands, fmt::join(able, ", ")));
}

// The index of a row's column among the floats of the C API.
std::size_t position(const ShSet& set, std::size_t row, std::size_t column)
{
    return isChannelMajor(set.convention) ? column * set.rows.size() + row : row * set.columns + column;
}

template <typename Value>
Value findName(std::string_view name, const std::vector<std::string>& names, const std::string& about)
{
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        throw Failure(Exit::InvalidInput,
                      fmt::format("{} must be one of {}, found {}", about, fmt::join(names, ", "), name));
    return static_cast<Value>(found - names.begin());
}

} // namespace

bool isChannelMajor(PnConvention convention)
{
    return convention == PN_CONVENTION_UNITY || convention == PN_CONVENTION_UNREAL ||
           convention == PN_CONVENTION_DIRECTXMATH;
}

ShSet emptySet(PnConvention convention, PnAxes axes, std::uint32_t bands)
{
    if (pnGetConventionFloatCount(convention, bands) == 0)
        throwTooManyBands(convention, bands);
    ShSet set{convention, axes, hasFixedBands(convention) ? kFixedBands : bands, 3, {}};
    if (isVectorConvention(convention))
        set.columns = 4;
    set.rows.resize(set.isVectors() ? kVectorRows : set.bands * set.bands);
    return set;
}

ShSet toSet(const PnSh& sh, PnConvention convention, PnAxes axes)
{
    ShSet set = emptySet(convention, axes, sh.bands);
    std::vector<float> floats(pnGetConventionFloatCount(convention, sh.bands));
    const auto count = static_cast<std::uint32_t>(floats.size());
    if (const PnResult result = pnConvertToConvention(&sh, convention, axes, count, floats.data());
        result != PN_SUCCESS)
        throwResult(result, pnGetConventionName(convention));
    for (std::size_t row = 0; row < set.rows.size(); ++row)
        for (std::size_t column = 0; column < set.columns; ++column)
            set.rows[row][column] = floats[position(set, row, column)];
    return set;
}

PnSh fromSet(const ShSet& set, const std::string& path)
{
    std::vector<float> floats(set.rows.size() * set.columns);
    for (std::size_t row = 0; row < set.rows.size(); ++row)
        for (std::size_t column = 0; column < set.columns; ++column)
            floats[position(set, row, column)] = set.rows[row][column];
    const auto count = static_cast<std::uint32_t>(floats.size());
    PnSh sh{};
    if (const PnResult result = pnConvertFromConvention(set.convention, set.axes, set.bands, count, floats.data(), &sh);
        result != PN_SUCCESS)
        throwResult(result, path);
    return sh;
}

std::string rowName(const ShSet& set, std::size_t row)
{
    if (set.isVectors())
        return kVectorNames[row];
    const std::size_t index = set.convention == PN_CONVENTION_PLAYCANVAS ? kPlayCanvasOrder[row] : row;
    int band = 0;
    while (static_cast<std::size_t>((band + 1) * (band + 1)) <= index)
        ++band;
    return fmt::format("L{}{}", band, static_cast<int>(index) - band * (band + 1));
}

PnConvention findConvention(std::string_view name, const std::string& about)
{
    return findName<PnConvention>(name, conventionNames(), about);
}

PnAxes findAxes(std::string_view name, const std::string& about)
{
    return findName<PnAxes>(name, axesNames(), about);
}

} // namespace pn::cli
