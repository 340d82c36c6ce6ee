// What each form of a reflection costs in a fragment shader with ordinary lit shading, by the device's clock.
#pragma once

#include "bench/statistics.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace pn::bench {

struct ShadeSettings
{
    std::uint32_t width =
        0; // of the picture in pixels, whose height is 9/16 of it; 0: 1920, or 480 on a software driver
    std::uint32_t lamps = 4;
    std::uint32_t shadows = 0; // how many lamps have a filtered shadow map
    std::uint32_t runs = 20;
    std::function<void(const std::string& form)> onForm; // before each is made ready
    std::function<void()> onRun;                         // before each run of all forms
};

struct ShadeRow
{
    std::string form;
    Spread seconds{};         // of one picture
    double overPlain = 0.0;   // median over the runs of seconds / plain's in the same run, less 1
    double nanoseconds = 0.0; // of one pixel, the median
};

struct ShadeReport
{
    std::string device;
    std::string driver;
    std::uint32_t width = 0, height = 0;
    std::uint32_t pictures = 0; // drawn between two time stamps
    std::vector<ShadeRow> rows; // plain first, and plain again last: its distance from 0 is the noise
};

// Throws Error(PN_ERROR_UNSUPPORTED_DEVICE) where the device draws nothing or has no time stamps.
ShadeReport benchShade(std::uint32_t deviceIndex, const ShadeSettings& settings);

} // namespace pn::bench
