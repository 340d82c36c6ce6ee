// Reads the inputs of the prefilter command and writes their mips.
#pragma once

#include "run/change.h"
#include "run/device.h"
#include "run/environment_output.h"
#include "run/output.h"
#include "run/run_project.h"
#include "support/progress.h"

#include "probenorm/probenorm.h"

#include <string>
#include <vector>

namespace pn::cli {

// The options of the prefilter command.
struct PrefilterOptions
{
    std::vector<std::string> inputs;
    OutputOptions output;
    bool json = false;
    std::uint32_t size = 0;
    std::uint32_t mips = 0;
    image::Layout layout = image::Layout::CubemapFile;
    const Engine* engine = nullptr;
    PnRoughnessMapping mapping = 0; // 0: the engine's, or linear
    PnLobe lobe = PN_LOBE_GGX;
    PnEffort effort = PN_EFFORT_BAKED;
    PnFormat texels = PN_FORMAT_UNDEFINED;
    PnBc6hEffort bc6hEffort = 0;
    image::Ktx2Packing packing = image::Ktx2Packing::None;
    PnNegativePolicy negative = PN_NEGATIVE_ZERO;
    EnvironmentOptions inputOptions;
    DeviceOptions device;
    MessageOptions messages;

    void addTo(CLI::App& app);
    bool isAtlas() const { return layout == image::Layout::PlayCanvasAtlas; }
};

// Input by input; the context keeps what it has made for the size and the mapping. progress may be null.
class PrefilterRun
{
public:
    PrefilterRun(const PrefilterOptions& options, FallbackContext& context, Console& console, std::size_t count,
                 Progress* progress = nullptr)
        : m_options(options), m_context(context), m_console(console), m_progress(progress),
          m_report(options.json, options.messages.quiet, count)
    {
    }

    void add(const InputPath& input, const EnvironmentOutput& output);

private:
    void packAtlas(std::vector<image::Image>& mips, image::Image source, const InputFacts& facts);
    std::string harmonicsOf(PendingProject& read, const std::string& path);

    const PrefilterOptions& m_options;
    FallbackContext& m_context;
    Console& m_console;
    Progress* m_progress;
    EachReport m_report;
};

} // namespace pn::cli
