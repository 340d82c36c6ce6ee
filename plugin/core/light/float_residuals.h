#pragma once

#include "core/light/extract_lights.h"

#include <memory>

namespace pn {

// Residuals as floats, r g b 1 per texel, of environments with lights in a format that cannot hold what lights are
// replaced by.
class FloatResiduals
{
public:
    // written: the residuals that are there already; null where not.
    FloatResiduals(std::span<const ProbeView> environments, std::span<const Extraction> extractions,
                   std::span<float* const> written);

    // Those that are still to be written; null where none is.
    std::span<float* const> missing() const { return m_missing; }

    bool has(std::size_t i) const { return m_residuals[i] != nullptr; }
    ProbeView view(std::size_t i) const; // to be projected

private:
    std::span<const ProbeView> m_environments;
    std::vector<float*> m_residuals, m_missing;
    std::vector<std::unique_ptr<float[]>> m_memory; // of the missing ones
};

} // namespace pn
