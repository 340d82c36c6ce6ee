#pragma once

#include "bake/acceptances.h"
#include "bake/fields.h"
#include "bake/probe_picture.h"
#include "run/change.h"
#include "sh/window.h"
#include "support/json.h"

#include "image/formats/ktx.h"

#include "probenorm/probenorm.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace pn::cli {

// What is looked for in a probe, and what of it ends the bake with exit code 3 (docs/check.md).
struct CheckSettings
{
    std::string fail = "none";                              // nothing is looked for
    std::vector<std::shared_ptr<const Acceptances>> accept; // of "defaults", shared by all probes; of the probe

    bool isOn() const { return fail != "none"; }
};

// How a probe is baked: fields of a manifest's probe, or of its "defaults" for all of them.
struct BakeSettings
{
    // Input
    std::string layout = "auto";
    std::string layer; // of an OpenEXR file; empty for the one that is usually meant
    PnNegativePolicy negative = PN_NEGATIVE_KEEP;
    PnBadTexelPolicy badTexels = PN_BAD_TEXEL_REPLACE;
    CheckSettings check;
    Change change;
    const Engine* engine = nullptr; // that all is written for; null: our axes

    // Coefficients
    std::uint32_t bands = 3;
    PnConvention convention = PN_CONVENTION_CANONICAL;
    PnAxes axes = PN_AXES_KEEP;
    WindowOption window = parseWindow("auto");
    std::uint32_t extractLights = 0; // at most; 0: the lights stay in the coefficients

    // Normalization; 0 is the preset's own
    PnPreset preset = PN_PRESET_PROBENORM;
    PnChannels divide = 0;
    PnLobe lobe = 0;
    float floor = 0.0f;

    // The normalized cubemap
    std::string cubemap = "none"; // or the ending of its file
    std::uint32_t faceSize = 0;   // 0: a cubemap's own; of a map, a quarter of its width
    bool mips = false;
    PnRoughnessMapping prefilter = 0;      // by which the mips are prefiltered; 0: they are not
    PnFormat texels = PN_FORMAT_UNDEFINED; // the input's
    PnBc6hEffort bc6hEffort = PN_BC6H_EFFORT_HIGH;
    std::uint32_t channels = 3; // 1: luminance alone, as half floats
    image::Ktx2Packing packing = image::Ktx2Packing::None;

    std::uint32_t pictureSize = kReportFaceSize; // of a face in the probe's picture, a multiple of that

    // How the engine has coefficients, or axes alone.
    EngineView view() const { return engine != nullptr ? engine->panorama : EngineView{{}, axes}; }

    bool wantsCubemap() const { return cubemap != "none"; }

    // Every value of the normalization, the preset's where nothing else was said.
    PnNormalization normalization() const;
};

// Gets an id that must be that of a probe, and where it stands.
using ProbeReference = std::function<void(const std::string& where, const std::string& id)>;

// Reads the settings among fields, and checks that they go together.
void readSettings(Fields& fields, BakeSettings& settings, const ProbeReference& refer);

// All of them in the manifest's words, but for what is accepted, which changes no result.
Json settingsJson(const BakeSettings& settings);

} // namespace pn::cli
