#include "bake/bake_probe.h"

#include "bake/probe_picture.h"
#include "bake/record.h"
#include "bake/warnings.h"
#include "run/output.h"
#include "run/run_normalize.h"
#include "run/run_project.h"
#include "sh/result.h"
#include "support/failure.h"
#include "support/interrupt.h"

#include "image/convert.h"
#include "image/cubemap_file.h"
#include "image/error.h"
#include "image/output_file.h"
#include "image/read_beneath.h"
#include "image/resample.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

namespace pn::cli {
namespace {

using Clock = std::chrono::steady_clock;

// Adds the time since it was last asked to one of BakeSeconds.
class Watch
{
public:
    void addTo(double& seconds)
    {
        const auto now = Clock::now();
        seconds += std::chrono::duration<double>(now - m_last).count();
        m_last = now;
    }

private:
    Clock::time_point m_last = Clock::now();
};

InputOptions inputOptions(const BakeContext& context, const Probe& probe)
{
    InputOptions options;
    options.layout = probe.settings.layout;
    options.maxBytes = context.maxBytes;
    return options;
}

PnProjectOptions projectOptions(const BakeSettings& settings)
{
    auto options = probenorm::sized<PnProjectOptions>();
    options.bands = settings.bands;
    options.negative = settings.negative;
    options.badTexels = settings.badTexels;
    return options;
}

// Calls load, and tells a file that it cannot read from one that cannot be written.
template <typename Load>
auto reading(Load load)
{
    try
    {
        return load();
    }
    catch (const image::Error& error)
    {
        if (error.kind() == image::ErrorKind::FileIo)
            throw UnreadableInput(error.what());
        throw;
    }
}

// The steps from a probe's files to its own, in their order.
class ProbeBake
{
public:
    ProbeBake(const BakeContext& context, const Probe& probe)
        : m_context(context), m_probe(probe), m_input(context.manifest.inputOf(probe)),
          m_normalization(probe.settings.normalization())
    {
        m_input.read = [this](const std::string& path, std::uint64_t maxBytes) { return read(path, maxBytes); };
    }
    ProbeBake(const ProbeBake&) = delete;
    ProbeBake& operator=(const ProbeBake&) = delete;

    BakedProbe run()
    {
        load();
        project();
        if (m_probe.settings.wantsCubemap())
            divide();
        draw();
        write();
        return std::move(m_result);
    }

private:
    // Reads one of the probe's own files, below the manifest's folder. What is decoded is what the digest is taken of,
    // and mips that are read later must come from the same bytes.
    image::Buffer read(const std::string& path, std::uint64_t maxBytes)
    {
        const auto found = std::find(m_input.paths.begin(), m_input.paths.end(), path);
        if (found == m_input.paths.end())
            throw Failure(Exit::InvalidInput,
                          fmt::format("{}: is one face of six; name them all in files", m_input.name()));
        const auto index = static_cast<std::size_t>(found - m_input.paths.begin());
        image::Buffer bytes = image::readBeneath(m_context.manifest.folder(), m_probe.files[index], maxBytes);
        const Json facts = fileFacts(bytes.span());
        if (!m_inputFacts[index].is_null() && m_inputFacts[index] != facts)
            throw image::Error(image::ErrorKind::FileIo, "was changed while it was baked");
        m_inputFacts[index] = facts;
        return bytes;
    }

    void load()
    {
        m_inputFacts = Json(std::vector<Json>(m_input.paths.size()));
        m_items.emplace_back();
        PendingProject& item = m_items.front();
        item.environment = reading([&] { return loadInput(m_input, inputOptions(m_context, m_probe)); });
        item.facts = describe(item.environment);
        m_readWarnings = item.environment.image.warnings;
        m_picture = image::resampleToCube(item.environment, kPictureFaceSize, m_context.threadsOfEachJob);
        m_watch.addTo(m_result.seconds.load);
    }

    void project()
    {
        throwIfInterrupted();
        const WorkerPool::Lease lease(m_context.workers);
        m_watch.addTo(m_result.seconds.wait);
        m_projected =
            projectItems(lease.worker(), m_items, projectOptions(m_probe.settings), [](std::uint32_t) {}).front();
        m_result.deviceName = m_projected.deviceName;
        m_format = m_items.front().environment.image.format;
        m_watch.addTo(m_result.seconds.device);
    }

    // The environment is not needed any more afterwards. The device is others' while the cubemap is made.
    void divide()
    {
        const BakeSettings& settings = m_probe.settings;
        const CubemapMips cubemap = reading([&] { // mips are read from the file, if it has them
            return makeCubemap(std::move(m_items.front().environment), m_input, inputOptions(m_context, m_probe),
                               settings.faceSize, settings.mips, m_context.threadsOfEachJob);
        });
        m_watch.addTo(m_result.seconds.load);
        PnProjectOptions options = projectOptions(settings);
        options.badTexels = PN_BAD_TEXEL_REPLACE; // they were looked for when it was projected
        throwIfInterrupted();
        const WorkerPool::Lease lease(m_context.workers);
        m_watch.addTo(m_result.seconds.wait);
        m_divided = normalizeMips(lease.worker(), cubemap, m_normalization, options, &m_projected.sh);
        m_watch.addTo(m_result.seconds.device);
    }

    void draw()
    {
        m_png = drawProbe(m_picture, m_projected.sh, m_normalization);
        m_watch.addTo(m_result.seconds.picture);
    }

    void write()
    {
        throwIfInterrupted();
        Json files = Json::object();
        if (m_divided)
            writeResult(cubemapName(), encodeCubemap(), files);
        writeResult(probeFileName(m_probe.id, "png"), m_png, files);
        Json record = makeRecord();
        record["inputs"] = m_inputFacts;
        record["files"] = files;
        const std::string text = sealRecord(record);
        image::writeFile(m_context.folder.pathOf(probeFileName(m_probe.id, "json")), text);
        m_watch.addTo(m_result.seconds.write);
    }

    void writeResult(const std::string& name, std::span<const std::byte> bytes, Json& files) const
    {
        image::writeFile(m_context.folder.pathOf(name), bytes);
        files[name] = fileFacts(bytes);
    }

    std::string cubemapName() const { return probeFileName(m_probe.id, m_probe.settings.cubemap); }

    std::vector<std::byte> encodeCubemap()
    {
        const image::CubemapFile file = *image::findCubemapFile(cubemapName());
        std::vector<image::Image>& mips = m_divided->mips;
        if (!file.holdsMips)
            mips.erase(mips.begin() + 1, mips.end());
        convertMips(outputFormat(), mips);
        std::vector<const image::Image*> pointers;
        for (const image::Image& mip : mips)
            pointers.push_back(&mip);
        return image::encodeCubemapFile(m_context.folder.pathOf(cubemapName()), pointers);
    }

    // A chain of means in float goes back to half where the input had no more.
    PnFormat outputFormat() const
    {
        const BakeSettings& settings = m_probe.settings;
        const bool isFloat = m_format == PN_FORMAT_RGBA32F || m_format == PN_FORMAT_RGB32F;
        return settings.texels == PN_FORMAT_UNDEFINED && settings.mips && !isFloat ? PN_FORMAT_RGBA16F
                                                                                   : settings.texels;
    }

    InputFacts inputFacts() const
    {
        InputFacts facts = m_items.front().facts;
        facts.path = m_probe.files.front();
        facts.nonFinite = m_projected.info.nonFinite; // the library's rule, for which 2^65 is infinite too
        facts.negative = m_projected.info.negative;
        return facts;
    }

    Json makeRecord() const
    {
        const BakeSettings& settings = m_probe.settings;
        PnSh sh = m_projected.sh;
        const Json dering = settings.window.applyTo(sh);
        ShResult result = makeResult(sh, settings.convention, settings.axes, settings.window.name);
        result.dering = dering;
        result.title = m_probe.id;
        result.input = inputJson(inputFacts());
        requireFinite(result);
        result.run = {{"algorithm", m_projected.info.algorithm},
                      {"reproducible", m_projected.info.isReproducible != 0},
                      {"normalization", normalizationJson(m_normalization)}};
        if (m_divided)
            result.run["denominator"] = denominatorJson(m_divided->info);
        result.run["warnings"] = findWarnings(inputFacts(), m_format, m_projected.sh, m_readWarnings);
        result.run["plan"] = planJson(m_probe);
        return resultJson(result);
    }

    const BakeContext& m_context;
    const Probe& m_probe;
    InputPath m_input;
    PnNormalization m_normalization;
    Watch m_watch;
    Json m_inputFacts; // of each of its files, null before it is read
    std::vector<std::string> m_readWarnings;
    std::vector<PendingProject> m_items; // one
    image::Environment m_picture;
    ProjectedItem m_projected;
    PnFormat m_format = PN_FORMAT_UNDEFINED;
    std::optional<NormalizedMips> m_divided;
    std::vector<std::byte> m_png;
    BakedProbe m_result;
};

} // namespace

BakedProbe bakeProbe(const BakeContext& context, const Probe& probe)
{
    return ProbeBake(context, probe).run();
}

} // namespace pn::cli
