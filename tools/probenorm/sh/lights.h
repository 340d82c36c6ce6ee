// Lights that were taken out of an environment, as text and as engines read them.
#pragma once

#include "sh/engine.h"
#include "sh/rotation.h"
#include "support/json.h"

#include "probenorm/probenorm.h"

#include <optional>
#include <string>

namespace pn::cli {

struct LightResult
{
    PnLights lights{};
    PnSh residual{}; // coefficients of the environment without the lights
    Json input;
    const Engine* engine = nullptr; // of --for, in whose axes text and JSON are
};

enum class LightFormat
{
    AsText,
    AsJson,
    Unity,
    Gltf,
    Three
};

// Lights as coefficients are written: rotated, turned, in the receiver's axes, and scaled.
PnLights turnedLights(PnLights lights, const std::optional<Degrees>& rotation, const EngineView& view, float scale);

Json lightsJson(const PnLights& lights);

std::string lightText(const LightResult& result, LightFormat format);

} // namespace pn::cli
