#pragma once

#include "api/arguments.h"
#include "api/views.h"

#include <optional>
#include <vector>

namespace pn::api {

// One cubemap of a call, checked.
struct NormalizeItem
{
    std::vector<ProbeView> mips;
    std::vector<CubemapTarget> targets;
    std::optional<PnSh> light;
    std::size_t madeMips = 0;
};

NormalizeItem readItem(const PnNormalizeItem& from, const PnProjectOptions& options);

// One cubemap of a batch. Messages about it begin with its number.
NormalizeItem readItem(const PnNormalizeItem& item, const Element& subject, const PnProjectOptions& options);

} // namespace pn::api
