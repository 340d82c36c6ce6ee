#include "bench/bake/bake_inputs.h"

#include "support/interrupt.h"
#include "support/json.h"

#include "image/files/output_file.h"
#include "image/files/parallel.h"
#include "image/formats/ktx.h"
#include "image/texels/half_rows.h"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

namespace pn::cli {
namespace {

constexpr std::uint32_t kFaceCount = 6;

// Numbers that look random, the same on every machine.
class Noise
{
public:
    explicit Noise(std::uint32_t seed) : m_state(seed * 2654435761u + 1u) {}

    // 0 to below 1.
    float next()
    {
        m_state = m_state * 1664525u + 1013904223u;
        return static_cast<float>(m_state >> 8) * 0x1p-24f;
    }

private:
    std::uint32_t m_state;
};

image::Image makeProbe(std::uint32_t index, std::uint32_t size)
{
    image::Image image{PN_FORMAT_RGBA16F, size, kFaceCount * size, image::Buffer(std::size_t{48} * size * size)};
    Noise noise(index);
    const float light = 0.2f + 2.0f * noise.next();
    const auto sunX = static_cast<std::uint32_t>(noise.next() * static_cast<float>(size));
    const auto sunRow = static_cast<std::uint32_t>(noise.next() * static_cast<float>(image.height));
    std::vector<float> row(std::size_t{4} * size);
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        const float sky = light * (1.5f - static_cast<float>(y % size) / static_cast<float>(size));
        for (std::uint32_t x = 0; x < size; ++x)
        {
            const float grain = 0.8f + 0.4f * noise.next();
            const float sun = x == sunX && y == sunRow ? 500.0f : 0.0f;
            const float texel[4] = {sky * grain + sun, 0.9f * sky * grain + sun, 1.2f * sky * grain + sun, 1.0f};
            std::copy(texel, texel + 4, &row[std::size_t{4} * x]);
        }
        image::floatsToHalves(row.data(), row.size(), image.row(y));
    }
    return image;
}

} // namespace

std::string writeBakeInputs(const std::string& folder, const BakeInputs& inputs)
{
    std::filesystem::create_directories(folder);
    const auto nameOf = [](std::uint32_t index) { return fmt::format("probe-{:06}", index); };
    image::parallelRanges(inputs.count, 0, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i)
        {
            throwIfInterrupted();
            const image::Image probe = makeProbe(i, inputs.faceSize);
            const image::Image* const pointer = &probe;
            image::OutputFile file(fmt::format("{}/{}.ktx2", folder, nameOf(i)));
            file.write(image::encodeKtx2({&pointer, 1}, image::Ktx2Packing::None));
            file.publish();
        }
    });
    Json manifest = {{"version", 1},
                     {"defaults", {{"cubemap", inputs.cubemap}, {"mips", inputs.mips && inputs.cubemap != "none"}}},
                     {"probes", Json::array()}};
    for (std::uint32_t i = 0; i < inputs.count; ++i)
        manifest["probes"].push_back({{"id", nameOf(i)}, {"file", nameOf(i) + ".ktx2"}});
    const std::string path = folder + "/probes.json";
    image::writeFile(path, manifest.dump());
    return path;
}

} // namespace pn::cli
