// Reads an input of the resample command and writes it as a cubemap or a map.
#pragma once

#include "run/change.h"
#include "run/environment_output.h"
#include "run/output.h"
#include "support/progress.h"

#include "probenorm/probenorm.h"

#include <string>
#include <vector>

namespace pn::cli {

// The options of the resample command.
struct ResampleOptions
{
    std::vector<std::string> inputs;
    OutputOptions output;
    image::Layout layout = image::Layout::CubemapFile;
    std::uint32_t size = 0;
    bool mips = false;
    const Engine* engine = nullptr;
    PnFormat texels = PN_FORMAT_UNDEFINED;
    PnBc6hEffort bc6hEffort = 0;
    image::Ktx2Packing packing = image::Ktx2Packing::None;
    EnvironmentOptions inputOptions;
    std::uint32_t threads = 0;
    MessageOptions messages;

    void addTo(CLI::App& app);
};

// progress may be null.
void resample(const ResampleOptions& options, const InputPath& input, const std::string& path, Console& console,
              Progress* progress = nullptr);

} // namespace pn::cli
