#include "bench/bake/bake_parts.h"

#include "bake/commit_probes.h"
#include "bake/device_stage.h"
#include "bake/write_probe.h"
#include "image/files/output_file.h"
#include "image/files/parallel.h"
#include "image/formats/ktx.h"
#include "image/texels/half_rows.h"
#include "support/interrupt.h"
#include "support/json.h"
#include "support/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <memory>
#include <random>
#include <vector>

namespace pn::cli {
namespace {

constexpr std::uint32_t kFaces = 6;

image::Image makeProbe(std::uint32_t index, std::uint32_t size)
{
    image::Image image = image::makeImage(PN_FORMAT_RGBA16F, size, kFaces * size);
    std::mt19937 random(index); // the same on every machine
    const auto next = [&random] { return static_cast<float>(random() >> 8) * 0x1p-24f; };
    const float light = 0.2f + 2.0f * next();
    const auto sunX = static_cast<std::uint32_t>(next() * static_cast<float>(size));
    const auto sunRow = static_cast<std::uint32_t>(next() * static_cast<float>(image.height));
    std::vector<float> row(std::size_t{4} * size);
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        const float sky = light * (1.5f - static_cast<float>(y % size) / static_cast<float>(size));
        for (std::uint32_t x = 0; x < size; ++x)
        {
            const float grain = 0.8f + 0.4f * next();
            const float sun = x == sunX && y == sunRow ? 500.0f : 0.0f;
            const float texel[4] = {sky * grain + sun, 0.9f * sky * grain + sun, 1.2f * sky * grain + sun, 1.0f};
            std::copy(texel, texel + 4, &row[std::size_t{4} * x]);
        }
        image::floatsToHalves(row.data(), row.size(), image.row(y));
    }
    return image;
}

using Group = std::vector<std::unique_ptr<ProbeWork>>;

constexpr std::size_t kGroup = 128;

// Calls step with each probe, by threads that take the next one when they are free.
template <typename Step>
void forAll(Group& group, std::uint32_t threads, Step&& step)
{
    std::atomic<std::size_t> next = 0;
    image::parallelRanges(threads, threads, [&](std::uint32_t, std::uint32_t) {
        for (std::size_t i = next++; i < group.size(); i = next++)
            step(*group[i]);
    });
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
            image::writeKtx2({&pointer, 1}, image::Ktx2Packing::None,
                             [&file](std::span<const std::byte> bytes) { file.write(bytes); });
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

StageTimes timeStages(const Manifest& manifest, const std::string& folder, FallbackContext device, std::uint32_t jobs)
{
    const BakeFolder target(folder, ExistingBake::Refuse);
    Compressor jobsAlone({}, {}, ~0ull);
    const BakeContext context{manifest, target, InputOptions{}.maxBytes, 1, jobsAlone};
    DeviceStage stage(std::move(device));
    CommitTeam commits(jobs);
    StageTimes times;
    for (std::size_t first = 0; first < manifest.probes.size(); first += kGroup)
    {
        throwIfInterrupted();
        Group group;
        for (std::size_t i = first; i < std::min(first + kGroup, manifest.probes.size()); ++i)
            group.push_back(std::make_unique<ProbeWork>(manifest.probes[i], i));
        Watch watch;
        forAll(group, jobs, [&](ProbeWork& work) { loadProbe(context, work); });
        watch.addTo(times.load);
        stage.run(group);
        for (const auto& work : group)
            if (work->error)
                std::rethrow_exception(work->error);
        watch.addTo(times.device);
        forAll(group, jobs, [&](ProbeWork& work) { writeProbe(context, work); });
        watch.addTo(times.write);
        commits.commitProbes(group);
        watch.addTo(times.sync);
    }
    return times;
}

} // namespace pn::cli
