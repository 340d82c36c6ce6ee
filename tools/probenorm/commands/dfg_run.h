// Writes the table of the dfg command.
#pragma once

#include "support/options.h"

#include "probenorm/probenorm.h"

#include <string>

namespace pn::cli {

// The options of the dfg command.
struct DfgOptions
{
    std::string output;
    std::uint32_t size = 256;
    PnDfg kind = PN_DFG_SCALE_BIAS;
    bool isFloat = false;
    MessageOptions messages;

    void addTo(CLI::App& app);
};

void writeDfg(const DfgOptions& options);

} // namespace pn::cli
