#include "commands/command.h"
#include "run/output.h"
#include "run/run_normalize.h"
#include "support/json.h"
#include "support/text.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

Json presetJson(const std::string& name)
{
    const PnNormalization values = probenorm::getPreset(name);
    const PnPresetInfo info = probenorm::presetInfo(values.preset);
    Json json = normalizationJson(values);
    json["isFactor"] = info.isFactor != 0;
    json["canDivide"] = info.canDivide != 0;
    json["needsNormals"] = info.needsNormals != 0;
    json["needsAverage"] = info.needsAverage != 0;
    json["needsCoefficients"] = info.needsCoefficients != 0;
    return json;
}

std::string presetsJson()
{
    Json list = Json::array();
    for (const std::string& name : presetNames())
        list.push_back(presetJson(name));
    return jsonText({{"probenorm", versionText()}, {"presets", list}});
}

std::string presetsText()
{
    std::string out = fmt::format("{:<18} {:>7}  {:<9}  {:>5}  {:<6}  {:<7}\n", "preset", "version", "channels",
                                  "bands", "divide", "normals");
    for (const std::string& name : presetNames())
    {
        const PnNormalization values = probenorm::getPreset(name);
        const PnPresetInfo info = probenorm::presetInfo(values.preset);
        out += fmt::format("{:<18} {:>7}  {:<9}  {:>5}  {:<6}  {}\n", name, info.version,
                           values.channels == PN_CHANNELS_RGB ? "rgb" : "luminance", values.bands,
                           info.canDivide != 0 ? "yes" : "no", info.needsNormals != 0 ? "needed" : "-");
    }
    return out;
}

Exit printPresets(ListOptions& options, Console&)
{
    writeOutput("-", options.json ? presetsJson() : presetsText());
    return Exit::Success;
}

} // namespace

const Command kPresetsCommand{
    .name = "presets",
    .summary = "List the formulas of normalization",
    .manual =
        R"(A preset is a formula of normalization with all its values; docs/normalization.md has each formula and its source.
The version is that of the formula, and what is baked has it in its record. "divide" says whether `normalize` can divide a
cubemap by it.

  probenorm presets
  probenorm presets --format json)",
    .add = addCommand<ListOptions, printPresets>,
};

} // namespace pn::cli
