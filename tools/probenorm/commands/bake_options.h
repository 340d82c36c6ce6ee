#pragma once

#include "bake/folder.h"
#include "bake/shard.h"
#include "support/options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pn::cli {

struct BakeOptions
{
    std::string manifest;
    std::string output;
    bool json = false;
    bool resume = false;
    bool overwrite = false;
    bool verify = false;
    bool strict = false;
    Shard shard;
    std::vector<std::string> merge;
    std::uint32_t jobs = 0;
    std::uint64_t maxBytes = InputOptions{}.maxBytes;
    std::uint64_t maxMemory = 0; // 0: memoryBound() chooses
    DeviceOptions device;
    MessageOptions messages;

    void addTo(CLI::App& app);
    ExistingBake existing() const;
    std::uint32_t threadCount() const;
    std::uint32_t jobCount() const;
    std::uint64_t memoryBound() const;
};

} // namespace pn::cli
