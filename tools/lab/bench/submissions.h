#pragma once

#include "probenorm/probenorm.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// How long the device is busy with one submission. An operating system resets a GPU that does not answer for some
// seconds, and nothing else is drawn meanwhile.
namespace pn::bench {

enum class SubmissionKind
{
    ProjectCubemap,  // one that fills a submission
    ProjectCubemaps, // as many of 16 texels as fill one
    ProjectMap,
    NormalizeCubemap,
    NormalizeCubemaps, // of 16 texels
};

struct SubmissionCase
{
    SubmissionKind kind = SubmissionKind::ProjectCubemap;
    PnFormat format = PN_FORMAT_RGBA16F;
    std::uint32_t bands = 3; // of a projection
    bool isRgb = false;      // of a normalization
};

struct SubmissionTimes
{
    SubmissionCase what;
    std::uint32_t probeCount = 0;
    std::uint64_t bytes = 0; // of texels that are read
    double median = 0;       // seconds
    double slowest = 0;
};

struct SubmissionReport
{
    std::string device;
    std::string driver;
    std::uint64_t chunkBytes = 0; // texels of a submission, the library's choice for the device
    std::vector<SubmissionTimes> rows;
};

struct SubmissionSettings
{
    std::uint32_t runs = 20;
    std::function<void(const SubmissionCase&)> onCase; // before each
};

// Every kernel, in every format of texels.
std::vector<SubmissionCase> allSubmissions();

// Calls of the C API that fill one submission, by the device's clock: its kernels, without copies from and to the host.
SubmissionReport timeSubmissions(std::uint32_t deviceIndex, const std::vector<SubmissionCase>& cases,
                                 const SubmissionSettings& settings);

} // namespace pn::bench
