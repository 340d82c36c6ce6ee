// Reads the inputs of the project command and projects them in batches.
#pragma once

#include "run/change.h"
#include "run/output.h"
#include "run/run_project.h"
#include "support/progress.h"

#include "probenorm/probenorm.h"

#include <set>

namespace pn::cli {

// The options of the project command.
struct ProjectOptions
{
    std::vector<std::string> inputs;
    OutputOptions output;
    EnvironmentOptions input;
    DeviceOptions device;
    MessageOptions messages;
    FormOptions form;
    std::uint32_t bands = 3;
    std::uint32_t resample = 0;
    std::uint32_t extractLights = 0; // at most; 0: the lights stay in the coefficients
    PnNegativePolicy negative = PN_NEGATIVE_KEEP;
    PnBadTexelPolicy badTexels = PN_BAD_TEXEL_REPLACE;

    void addTo(CLI::App& app);
    PnProjectOptions forLibrary() const;
};

// Projects inputs in the order in which they are added.
class ProjectRun
{
public:
    ProjectRun(const ProjectOptions& options, FallbackContext& context, Console& console, std::uint32_t count);

    void add(const InputPath& path);
    std::vector<ShResult> finish();
    const std::vector<std::string>& files() const { return m_files; } // that were read

private:
    bool isFaceOfAnother(const InputPath& path);
    PendingProject load(const InputPath& path);
    void resample(image::Environment& environment) const;
    void flush();
    void takeLights(const PendingProject& item, ProjectedItem& projected);

    const ProjectOptions& m_options;
    Console& m_console;
    FallbackContext& m_context;
    Progress m_progress;
    std::vector<PendingProject> m_waiting;
    std::uint64_t m_waitingBytes = 0;
    std::set<std::string> m_cubemaps; // patterns of those that one of their faces stood for
    std::uint32_t m_skipped = 0;
    std::vector<std::string> m_files;
    std::vector<ShResult> m_results;
};

} // namespace pn::cli
