#pragma once

#include "bake/bake_index.h"
#include "bake/compressor.h"
#include "bake/folder.h"
#include "bake/manifest.h"
#include "run/run_normalize.h"
#include "run/run_project.h"
#include "support/failure.h"

#include "image/files/input_file.h"
#include "image/files/output_file.h"

#include <glm/vec3.hpp>

#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pn::cli {

// How long each step of a probe took, for the log.
struct BakeSeconds
{
    double load = 0.0;    // reading, measuring, resampling
    double wait = 0.0;    // until the device took it, and until its files were written together with others
    double device = 0.0;  // its share of the batch that it was projected and divided in
    double picture = 0.0; // drawing and compressing
    double write = 0.0;   // encoding and writing, without waiting for the disk
    double sync = 0.0;    // its share of making a group of probes durable

    BakeSeconds& operator+=(const BakeSeconds& other);
};

Json secondsJson(const BakeSeconds& seconds);

// Tells the time since it was last asked.
class Watch
{
public:
    double lap()
    {
        const auto last = std::exchange(m_last, std::chrono::steady_clock::now());
        return std::chrono::duration<double>(m_last - last).count();
    }
    void addTo(double& seconds) { seconds += lap(); }

private:
    std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
};

// Everything that the steps of a bake share.
struct BakeContext
{
    const Manifest& manifest;
    const BakeFolder& folder;
    std::uint64_t maxBytes; // of one input, decoded
    std::uint32_t threadsOfEachJob;
    Compressor& compressor;
    image::FolderReader inputs{manifest.folder};
};

// An input that was there when the manifest was read, and cannot be read now. Only its probe is to blame, unlike for
// results that cannot be written.
class UnreadableInput : public Failure
{
public:
    explicit UnreadableInput(const std::string& message) : Failure(Exit::FileIo, message) {}
};

// A probe on its way from its files to its results: loadProbe(), DeviceStage, writeProbe(), CommitTeam.
struct ProbeWork
{
    ProbeWork(const Probe& ofProbe, std::size_t indexInRun)
        : probe(ofProbe), index(indexInRun), normalization(ofProbe.settings.normalization())
    {
    }

    const Probe& probe;
    std::size_t index; // among the probes of this run
    PnNormalization normalization;

    // Made by loadProbe()
    std::vector<FileStat> inputStats; // from before the inputs were first read
    Json inputFacts;                  // of each of its files
    InputFacts facts;
    PnFormat format = PN_FORMAT_UNDEFINED; // of the file
    Json note;                             // that the file has, or null
    Json findings;                         // where the probe is checked: those that were accepted have a reason
    std::vector<glm::vec3> marks;          // of their places; and of its lights
    std::vector<std::string> readWarnings;
    image::Environment picture;     // as few texels as the report shows
    image::Environment environment; // what is projected; no texels where that is the first mip of the cubemap
    std::optional<CubemapMips> cubemap;

    // Made by DeviceStage, which drops the two above
    ProjectedItem projected;
    std::optional<NormalizedMips> divided;

    // Made by writeProbe(); its files have no name yet, the record is the last
    std::string missingLight;       // of the cubemap, in its file
    std::optional<float> bc6hError; // of the cubemap's blocks, in stops
    std::vector<std::unique_ptr<image::OutputFile>> files;
    Json resultFacts; // of each of them but the record, by its name

    Watch watch;
    BakeSeconds seconds;
    std::uint64_t reservedBytes = 0; // what the pipeline counts for it
    std::exception_ptr error;        // why it has failed on the device, or when it was written

    // The bytes of the texels that are in memory, and of those that the device will make.
    std::uint64_t bytes() const;
};

// What a probe takes whose decoded texels have so many bytes: its files here and in a decoder; texels in the decoder
// and on their way here; then the cubemap and its mips as floats, which may have four times as many bytes as the input,
// what they are divided to, and the encoded file.
std::uint64_t bytesOf(const Probe& probe, std::uint64_t decodedBytes);

// The options of the projection and of the division.
PnProjectOptions projectOptions(const BakeSettings& settings);

// Reads, decodes and measures the inputs, and makes the cubemap that will be divided. Throws UnreadableInput, or what
// another failing step throws.
void loadProbe(const BakeContext& context, ProbeWork& work);

} // namespace pn::cli
