// The options of the project command.
#pragma once

#include "commands/engine_option.h"
#include "run/output.h"
#include "sh/rotation.h"
#include "sh/window.h"

#include "probenorm/probenorm.h"

namespace pn::cli {

struct ProjectOptions
{
    std::vector<std::string> inputs;
    OutputOptions output;
    InputOptions input;
    DeviceOptions device;
    MessageOptions messages;
    WindowOption window;
    std::uint32_t bands = 3;
    PnConvention convention = PN_CONVENTION_CANONICAL;
    PnAxes axes = PN_AXES_KEEP;
    EngineOption engine;
    std::optional<Rotation> rotation;
    std::uint32_t resample = 0;
    std::uint32_t extractLights = 0; // at most; 0: the lights stay in the coefficients
    float scale = 1.0f;
    float maxRadiance = 0.0f;
    PnNegativePolicy negative = PN_NEGATIVE_KEEP;
    PnBadTexelPolicy badTexels = PN_BAD_TEXEL_REPLACE;

    void addTo(CLI::App& app);
    PnProjectOptions forLibrary() const;
};

} // namespace pn::cli
