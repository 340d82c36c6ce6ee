#include "vulkan/kernels.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace pn::vulkan {
namespace {

constexpr std::uint32_t kShProject[] = {
#include "sh_project.spv.inc"
};
constexpr std::uint32_t kShProjectRounding[] = {
#include "sh_project_rte.spv.inc"
};
constexpr std::uint32_t kShProjectSubgroup[] = {
#include "sh_project_subgroup.spv.inc"
};
constexpr std::uint32_t kShProjectSubgroupRounding[] = {
#include "sh_project_subgroup_rte.spv.inc"
};
constexpr std::uint32_t kShCombine[] = {
#include "sh_combine.spv.inc"
};
constexpr std::uint32_t kShCombineRounding[] = {
#include "sh_combine_rte.spv.inc"
};
constexpr std::uint32_t kShFinalize[] = {
#include "sh_finalize.spv.inc"
};
constexpr std::uint32_t kShFinalizeRounding[] = {
#include "sh_finalize_rte.spv.inc"
};

constexpr Kernel kKernels[] = {
    {"sh_project", kShProject, kShProjectRounding},
    {"sh_project_subgroup", kShProjectSubgroup, kShProjectSubgroupRounding},
    {"sh_combine", kShCombine, kShCombineRounding},
    {"sh_finalize", kShFinalize, kShFinalizeRounding},
};

} // namespace

std::span<const Kernel> kernels()
{
    return kKernels;
}

const Kernel& kernel(const char* name)
{
    const auto found = std::find_if(std::begin(kKernels), std::end(kKernels),
                                    [name](const Kernel& k) { return std::strcmp(k.name, name) == 0; });
    assert(found != std::end(kKernels));
    return *found;
}

} // namespace pn::vulkan
