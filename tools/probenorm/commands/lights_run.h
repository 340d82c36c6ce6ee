// Reads the input of the lights command and writes its lights.
#pragma once

#include "run/change.h"
#include "run/device.h"
#include "sh/lights.h"
#include "support/progress.h"

#include "probenorm/probenorm.h"

#include <string>

namespace pn::cli {

// The options of the lights command.
struct LightsOptions
{
    std::string input, output = "-", residual;
    bool overwrite = false;
    LightFormat format = LightFormat::AsText;
    std::uint32_t bands = 3, most = PN_MAX_LIGHTS;
    float share = 0.01f, radius = 7.5f; // degrees
    const Engine* engine = nullptr;
    EnvironmentOptions inputOptions;
    DeviceOptions device;
    MessageOptions messages;

    void addTo(CLI::App& app);
};

// Returns the lights that it has written, and writes the residual where there is to be one. progress may be null.
PnLights writeLights(const LightsOptions& options, const InputPath& input, PnContext context, Console& console,
                     Progress* progress = nullptr);

} // namespace pn::cli
