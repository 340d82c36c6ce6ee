#include "lab/algorithms/plan.h"

#include <algorithm>
#include <bit>

namespace pn::lab {
namespace {

using namespace pn::shared;

// With kStridingLanes each more lane is a partial more, and a group's share of the tail. Over a gigabyte that no longer
// shows, and groups that take turns hide each other's ends. On smaller devices some wait, which costs next to nothing.
constexpr std::uint32_t kManyElements = 1u << 28, kManyElementsLanes = 8 * kStridingLanes;
constexpr std::uint32_t kLeastStridedElements = 16; // of a lane, before another group is worth its partial

struct Pass
{
    std::uint32_t count, groups;
};

// One dispatch each, of which each group leaves one partial. Integers count the passes: a rounded logarithm is one off
// at some powers of two.
std::vector<Pass> passesOf(const Rung& rung, std::uint32_t count, std::uint32_t groupSize)
{
    const bool strides = rung.laneElements == 0;
    std::vector<Pass> passes;
    do
    {
        const std::uint32_t laneElements = strides ? kLeastStridedElements : rung.laneElements;
        const std::uint32_t groups = std::max(1u, blocksOf(count, groupSize * laneElements));
        const std::uint32_t lanes = count < kManyElements ? kStridingLanes : kManyElementsLanes;
        passes.push_back({count, strides ? std::min({groups, lanes / groupSize, vulkan::kMaxGridSide}) : groups});
        count = passes.back().groups;
    } while (count > 1 && rung.ending == Ending::Recursive);
    return passes;
}

std::string kernelOf(const Rung& rung, const Task& task)
{
    const bool addsFloats = task.op.type == Type::Float && task.op.function == Function::Sum;
    const std::string name = "reduce_" + std::string(rung.name);
    if (task.op.words() == 2)
        return name + "_pairs";
    return rung.ending == Ending::Atomic && addsFloats && task.hasFloatAtomics ? name + "_float" : name;
}

std::uint64_t stepsOf(const Rung& rung, const Pass& pass, std::uint32_t groupSize)
{
    const std::uint64_t lanes = std::uint64_t{pass.groups} * groupSize;
    const std::uint64_t ofLane =
        rung.laneElements != 0 ? rung.laneElements : blocksOf(pass.count, std::uint32_t(lanes));
    const std::uint64_t tree = std::uint64_t(std::bit_width(groupSize)) - 1;
    switch (rung.ending)
    {
    case Ending::Recursive: return ofLane - 1 + tree;
    case Ending::LastGroup: return (ofLane + 15) / 16 + 4 + tree + blocksOf(pass.groups, groupSize) - 1 + tree;
    default: return ofLane - 1 + tree + pass.groups - 1; // one after the other
    }
}

} // namespace

Recording planReduction(const Rung& rung, const Task& task)
{
    const auto passes = passesOf(rung, task.count, task.groupSize);
    Recording recording;
    const BufferNumber scratch = passes.size() > 1 ? recording.addScratch(task.resultWords()) : kNoBuffer;
    if (rung.ending == Ending::Atomic)
        recording.commands.push_back(Fill{kResults, std::uint32_t(identity(task.op)), 4ull * task.op.words()});
    for (std::size_t i = 0; i < passes.size(); ++i)
    {
        const bool isToResult = (passes.size() - i) % 2 == 1; // in turn, so that the last one is
        const BufferNumber from = i == 0 ? kElements : isToResult ? scratch : kResults;
        recording.commands.push_back(Dispatch{kernelOf(rung, task),
                                              operatorConstants(task.groupSize, task.op),
                                              {from, isToResult ? kResults : scratch, kThird, kNoBuffer},
                                              wordsOf(LabParams{passes[i].count, passes[i].groups, 0, 0, 0, 0, 0}),
                                              passes[i].groups});
        recording.work.steps += stepsOf(rung, passes[i], task.groupSize);
    }
    recording.work.additions = std::max(1u, task.count) - 1;
    recording.hostValues = rung.ending == Ending::Cpu ? passes[0].groups : 0;
    return recording;
}

} // namespace pn::lab
