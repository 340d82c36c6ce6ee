#pragma once

#include <cstdint>
#include <string>

namespace pn::cli {

struct BakeInputs
{
    std::uint32_t count = 2000;
    std::uint32_t faceSize = 128;
    std::string cubemap = "ktx2"; // "none" for coefficients and pictures alone
    bool mips = true;
};

// Writes KTX2 cubemaps of RGBA16F texels, each with a sky, noise and a sun of its own, and a manifest of them to
// folder. Returns the manifest's path.
std::string writeBakeInputs(const std::string& folder, const BakeInputs& inputs);

} // namespace pn::cli
