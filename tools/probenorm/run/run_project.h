#pragma once

#include "run/device.h"
#include "run/input.h"
#include "support/progress.h"

#include "image/formats/environment.h"

#include "probenorm/probenorm.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pn::cli {

// An environment that waits to be projected.
struct PendingProject
{
    image::Environment environment;
    InputFacts facts; // of the file, which was perhaps resampled to environment
    double decodeSeconds = 0.0;
};

struct ProjectedItem
{
    PnSh sh{};
    PnProjectInfo info{};
    std::string deviceName;
    double seconds = 0.0;                // its share of the call
    std::optional<PnLights> lights = {}; // that were taken out before sh was made
};

struct FoundLights
{
    PnLights lights{};
    PnSh residual{}; // coefficients of the environment without the lights
};

// Environments that are projected in one call, and the arrays that the library fills, index by index. The
// texels of what is added must outlive it. A call takes the items from first on, and says how many it finished.
class ProjectCall
{
public:
    void add(const PnEnvironmentView& environment) { m_environments.push_back(environment); }
    std::uint32_t size() const { return static_cast<std::uint32_t>(m_environments.size()); }

    PnResult run(PnContext context, const PnProjectOptions& options, std::uint32_t first, std::uint32_t* completed);
    std::vector<ProjectedItem> takeResults() { return std::move(m_results); }
    const PnProjectInfo& info(std::uint32_t index) const { return m_infos[index]; } // also of one that failed

    PnResult takeLights(PnContext context, const PnProjectOptions& options, std::uint32_t mostLights,
                        std::uint32_t first, std::uint32_t* completed);
    FoundLights lightsOf(std::size_t index) const { return {m_lights[index], m_residuals[index]}; }

private:
    std::vector<PnEnvironmentView> m_environments;
    std::vector<PnSh> m_shs;
    std::vector<PnProjectInfo> m_infos;
    std::vector<ProjectedItem> m_results;
    std::vector<PnLights> m_lights;
    std::vector<PnSh> m_residuals;
};

// Throws Failure that names the file, and where that is the reason, the place of a bad texel in it.
[[noreturn]] void throwProjectError(PnResult result, const std::string& path, image::Kind kind,
                                    const PnProjectInfo& info);

// Projects items in one call. Throws Failure that names the file at fault. onCompleted may be empty.
std::vector<ProjectedItem> projectItems(FallbackContext& fallback, std::span<const PendingProject> items,
                                        const PnProjectOptions& options,
                                        const std::function<void(std::uint32_t)>& onCompleted = {});

// Takes the lights out of one environment. about names it in the Failure that is thrown. residual: gets the environment
// without the lights, in its own kind and size, as RGBA32F; null where only the coefficients are wanted.
FoundLights findLights(PnContext context, const image::Environment& environment, const PnProjectOptions& options,
                       const PnLightOptions& lightOptions, const std::string& about, image::Image* residual = nullptr);

} // namespace pn::cli
