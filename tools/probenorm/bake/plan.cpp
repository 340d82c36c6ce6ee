#include "bake/plan.h"

#include "bake/fields.h"
#include "bake/record.h"
#include "support/failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <limits>

namespace pn::cli {
namespace {

constexpr std::uint32_t kVersion = 1;
constexpr std::uint64_t kMaxBytes = std::uint64_t{256} << 20; // a million shards take some 60 MB

// The bytes of all probes before each one, and of all of them.
std::vector<std::uint64_t> sumsOf(const Manifest& manifest)
{
    std::vector<std::uint64_t> sums = {0};
    for (const Probe& probe : manifest.probes)
        sums.push_back(sums.back() + probe.fileBytes);
    return sums;
}

// Where the shards before index end: the place whose sum is nearest to their share.
std::size_t cutOf(const std::vector<std::uint64_t>& sums, std::uint32_t index, std::uint32_t count)
{
    const auto share = static_cast<std::uint64_t>(static_cast<double>(sums.back()) * index / count);
    const auto above = std::lower_bound(sums.begin(), sums.end(), share);
    const auto place = static_cast<std::size_t>(above - sums.begin());
    return place > 0 && share - sums[place - 1] < *above - share ? place - 1 : place;
}

std::size_t readCount(Fields& fields, const std::string& name)
{
    std::uint32_t value = 0;
    fields.need(name);
    fields.count(name, value, 0, std::numeric_limits<std::uint32_t>::max());
    return value;
}

PlannedShard readShard(const Json& json, const std::string& where)
{
    Fields fields(json, where);
    PlannedShard shard;
    shard.first = readCount(fields, "first");
    shard.count = readCount(fields, "count");
    const Json& bytes = fields.need("bytes");
    if (!bytes.is_number_unsigned())
        fields.fail("bytes", fmt::format("must be a whole number, found {}", shownJson(bytes)));
    shard.bytes = bytes.get<std::uint64_t>();
    fields.finish();
    return shard;
}

// A word that a shell takes as it is; 'in quotes' where it has to be.
std::string quotedForShell(const std::string& word)
{
    constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos)
        return word;
    std::string quoted = "'";
    for (const char c : word)
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    return quoted + "'";
}

[[noreturn]] void refuse(const std::string& path, const std::string& reason)
{
    throw Failure(Exit::InvalidInput, fmt::format("{}: {}", path, reason));
}

// Each probe must be in one shard, and in one only.
void checkCover(const std::string& path, const Plan& plan, std::size_t probeCount)
{
    std::size_t next = 0;
    for (const PlannedShard& shard : plan.shards)
    {
        if (shard.first != next || shard.count > probeCount - next)
            refuse(path, fmt::format("shards must follow each other and hold {} probes, found one from {} with {}",
                                     probeCount, shard.first, shard.count));
        next += shard.count;
    }
    if (next != probeCount)
        refuse(path, fmt::format("shards must hold all {} probes, found {}", probeCount, next));
}

} // namespace

Plan makePlan(const Manifest& manifest, std::uint32_t shardCount)
{
    const std::vector<std::uint64_t> sums = sumsOf(manifest);
    Plan plan;
    plan.digest = manifest.digest;
    std::size_t first = 0;
    for (std::uint32_t index = 1; index <= shardCount; ++index)
    {
        const std::size_t cut = index == shardCount ? manifest.probes.size() : cutOf(sums, index, shardCount);
        const std::size_t end = std::max(cut, first);
        plan.shards.push_back({first, end - first, sums[end] - sums[first]});
        first = end;
    }
    return plan;
}

std::string planText(const Plan& plan, const Manifest& manifest)
{
    Json shards = Json::array();
    for (const PlannedShard& shard : plan.shards)
        shards.push_back({{"first", shard.first}, {"count", shard.count}, {"bytes", shard.bytes}});
    return jsonText(
        {{"version", kVersion}, {"manifest", manifest.name()}, {"digest", plan.digest}, {"shards", shards}});
}

std::string shardCommands(const ShardCommand& command)
{
    std::string more;
    for (const std::string& word : command.more)
        more += fmt::format(" {}", quotedForShell(word));
    std::string lines;
    for (std::uint32_t index = 1; index <= command.shardCount; ++index)
        lines += fmt::format("{} bake {} --output {} --plan {} --shard {}/{} --resume{}\n",
                             quotedForShell(program_invocation_name), quotedForShell(command.manifest),
                             quotedForShell(fmt::format("{}.shards/{}", command.output, index)),
                             quotedForShell(command.plan), index, command.shardCount, more);
    return lines;
}

Plan readPlan(const std::string& path, const Manifest& manifest, const Shard& shard)
{
    const image::Buffer bytes = readWhole(path, kMaxBytes);
    const Json json = parseJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path);
    Fields fields(json, path);
    std::uint32_t version = 0;
    std::string name;
    Plan plan;
    fields.need("version");
    fields.count("version", version, kVersion, kVersion);
    fields.text("manifest", name);
    fields.need("digest");
    fields.text("digest", plan.digest);
    const Json& shards = fields.need("shards");
    if (!shards.is_array())
        fields.fail("shards", fmt::format("must be an array, found {}", shownJson(shards)));
    fields.finish();
    if (plan.digest != manifest.digest)
        refuse(path,
               fmt::format("is a plan for another manifest than {}, or for one that has changed since", manifest.path));
    for (const Json& item : shards)
        plan.shards.push_back(readShard(item, fmt::format("{}: shards[{}]", path, plan.shards.size())));
    checkCover(path, plan, manifest.probes.size());
    if (plan.shards.size() != shard.count)
        refuse(path,
               fmt::format("has {} shards, but --shard says {}/{}", plan.shards.size(), shard.index, shard.count));
    return plan;
}

} // namespace pn::cli
