#pragma once

#include "bake/folder.h"
#include "bake/manifest.h"
#include "bake/worker_pool.h"
#include "support/failure.h"

#include <string>

namespace pn::cli {

// How long each step of a probe took, for the log.
struct BakeSeconds
{
    double load = 0.0;    // reading, measuring, resampling
    double wait = 0.0;    // for the device, which another job had
    double device = 0.0;  // projecting and dividing
    double picture = 0.0; // drawing and compressing
    double write = 0.0;
};

struct BakedProbe
{
    BakeSeconds seconds;
    std::string deviceName;
};

// Everything that the steps of a bake share.
struct BakeContext
{
    const Manifest& manifest;
    const BakeFolder& folder;
    WorkerPool& workers;
    std::uint64_t maxBytes; // of one input, decoded
    std::uint32_t threadsOfEachJob;
};

// An input that was there when the manifest was read, and cannot be read now. Only its probe is to blame, unlike for
// results that cannot be written.
class UnreadableInput : public Failure
{
public:
    explicit UnreadableInput(const std::string& message) : Failure(Exit::FileIo, message) {}
};

// Bakes one probe and writes its files, the record last. Throws UnreadableInput, or what another failing step throws.
BakedProbe bakeProbe(const BakeContext& context, const Probe& probe);

} // namespace pn::cli
