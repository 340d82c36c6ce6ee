#include "bake/probe_work.h"

#include "bake/digest.h"
#include "bake/probe_picture.h"
#include "run/device.h"
#include "run/run_check.h"
#include "support/interrupt.h"

#include "image/files/error.h"
#include "image/resample/resample.h"

#include <fmt/format.h>

#include <algorithm>

namespace pn::cli {
namespace {

EnvironmentOptions inputOptions(const BakeContext& context, const Probe& probe)
{
    EnvironmentOptions options;
    options.change = probe.settings.change;
    options.layout = probe.settings.layout;
    options.layer = probe.settings.layer;
    options.maxBytes = context.maxBytes;
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

// Reads a probe's own files, below the manifest's folder. What is decoded is what the digest is taken of, and mips
// that are read later must come from the same bytes.
class ProbeReader
{
public:
    ProbeReader(const BakeContext& context, ProbeWork& work)
        : m_context(context), m_work(work), m_input(context.manifest.inputOf(work.probe))
    {
        m_work.inputFacts = Json(std::vector<Json>(m_input.paths.size()));
        m_work.inputStats.assign(m_input.paths.size(), {});
        m_input.read = [this](const std::string& path, std::uint64_t maxBytes) { return read(path, maxBytes); };
    }
    ProbeReader(const ProbeReader&) = delete;
    ProbeReader& operator=(const ProbeReader&) = delete;

    const InputPath& input() const { return m_input; }

private:
    image::Buffer read(const std::string& path, std::uint64_t maxBytes)
    {
        const auto found = std::find(m_input.paths.begin(), m_input.paths.end(), path);
        if (found == m_input.paths.end())
            throw Failure(Exit::InvalidInput,
                          fmt::format("{}: is one face of six; name them all in files", m_input.name()));
        const auto index = static_cast<std::size_t>(found - m_input.paths.begin());
        image::FolderReader::File file = m_context.inputs.readBeneath(m_work.probe.files[index], maxBytes);
        Json& known = m_work.inputFacts[index];
        const Json facts = fileFacts(file.bytes.span());
        if (known.is_null())
            m_work.inputStats[index] = statOf(file.status);
        else if (known != facts)
            throw image::Error(image::ErrorKind::FileIo, "was changed while it was baked");
        known = facts;
        return std::move(file.bytes);
    }

    const BakeContext& m_context;
    ProbeWork& m_work;
    InputPath m_input;
};

// What is wrong with the probe, by its first mip.
void checkProbe(const BakeContext& context, ProbeWork& work)
{
    const std::vector<PnFinding> findings =
        check(work.environment, {&work.environment.image, 1}, context.threadsOfEachJob);
    addMarks(findings, work.environment, work.marks);
    work.findings = Json::array();
    for (const PnFinding& finding : findings)
    {
        work.findings.push_back(findingJson(finding));
        work.probe.judge(work.findings.back());
    }
}

// The cubemap that is divided. Without resampling it takes over the texels of the input, and the projection reads them
// there; mips are read from the file, if it has them.
void prepareCubemap(const BakeContext& context, const InputPath& input, ProbeWork& work)
{
    const BakeSettings& settings = work.probe.settings;
    work.cubemap = reading([&] {
        return makeCubemap(work.environment, work.facts,
                           {.input = input,
                            .options = inputOptions(context, work.probe),
                            .faceSize = settings.faceSize,
                            .readChain = !settings.mips,
                            .mapping = settings.prefilter,
                            .threads = context.threadsOfEachJob});
    });
    if (settings.mips)
        askForChain(*work.cubemap, settings.texels);
}

} // namespace

BakeSeconds& BakeSeconds::operator+=(const BakeSeconds& other)
{
    load += other.load;
    wait += other.wait;
    device += other.device;
    picture += other.picture;
    write += other.write;
    sync += other.sync;
    return *this;
}

Json secondsJson(const BakeSeconds& seconds)
{
    const auto rounded = [](double value) { return static_cast<float>(value); };
    return {{"load", rounded(seconds.load)},     {"wait", rounded(seconds.wait)},
            {"device", rounded(seconds.device)}, {"picture", rounded(seconds.picture)},
            {"write", rounded(seconds.write)},   {"sync", rounded(seconds.sync)}};
}

std::uint64_t ProbeWork::bytes() const
{
    std::uint64_t bytes = environment.image.texels.size() + picture.image.texels.size();
    if (cubemap)
    {
        for (const image::Image& mip : cubemap->mips)
            bytes += mip.texels.size();
        // the result, and the encoded file; and the prefiltered mips
        bytes += (cubemap->mapping != 0 ? 3 : 2) * dividedBytes(*cubemap);
    }
    if (divided)
        for (const image::Image& mip : divided->mips)
            bytes += 2 * std::uint64_t{mip.texels.size()};
    return bytes;
}

std::uint64_t bytesOf(const Probe& probe, std::uint64_t decodedBytes)
{
    constexpr std::uint64_t kLeast = 1 << 20;
    constexpr std::uint64_t kFloatsWithMips = 6 * 16 * 4 / 3; // bytes per texel of a face
    const std::uint64_t size = probe.settings.wantsCubemap() ? probe.settings.faceSize : 0;
    const std::uint64_t changed = probe.settings.change.isNothing() ? 0 : 8; // as floats, and floats that are sampled
    const std::uint64_t picture = std::uint64_t{4} * 6 * 16 * probe.settings.pictureSize * probe.settings.pictureSize;
    const std::uint64_t copies = (probe.settings.wantsCubemap() && size == 0 ? 12 : 2) + changed;
    return kLeast + picture + 2 * probe.fileBytes + copies * decodedBytes + 3 * kFloatsWithMips * size * size;
}

PnProjectOptions projectOptions(const BakeSettings& settings)
{
    auto options = probenorm::sized<PnProjectOptions>();
    options.bands = settings.bands;
    options.negative = settings.negative;
    options.badTexels = settings.badTexels;
    return options;
}

void loadProbe(const BakeContext& context, ProbeWork& work)
{
    throwIfInterrupted();
    work.watch = Watch();
    const ProbeReader reader(context, work);
    work.environment = reading(
        [&] { return loadChanged(reader.input(), inputOptions(context, work.probe), context.threadsOfEachJob); });
    work.facts = describe(work.environment);
    work.format = work.environment.fileFormat;
    work.note = noteOf(work.environment);
    work.readWarnings = work.environment.image.warnings;
    if (work.probe.settings.check.isOn())
        checkProbe(context, work);
    work.picture = image::resampleToCube(work.environment, work.probe.settings.pictureSize, context.threadsOfEachJob);
    if (work.probe.settings.wantsCubemap())
        prepareCubemap(context, reader.input(), work);
    work.watch.addTo(work.seconds.load);
}

} // namespace pn::cli
