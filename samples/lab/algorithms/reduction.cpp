#include "lab/algorithms/reduction.h"

#include "lab/shaders/lab_reduce.h"

#include <algorithm>
#include <bit>
#include <string>

namespace pn::lab {
namespace {

constexpr BufferNumber kElements = 0, kResult = 1, kTickets = 2;

// As many lanes as the largest GPU tried runs at once: each more is a partial more, and a group's share of the tail.
// Over a gigabyte that no longer shows, and groups that take turns hide each other's ends. On smaller devices some
// wait, which costs next to nothing.
constexpr std::uint32_t kStridingLanes = 132 * 2048;
constexpr std::uint32_t kManyElements = 1u << 28, kManyElementsLanes = 8 * kStridingLanes;
constexpr std::uint32_t kLeastStridedElements = 16; // of a lane, before another group is worth its partial
constexpr std::uint32_t kLeastGroup = 32;

// Elements over elements of a group, rounded up. A power of two is shifted by: no rounded logarithm, and no division,
// decides how many passes there are.
std::uint32_t groupsOf(std::uint32_t count, std::uint32_t groupElements)
{
    const int shift = std::bit_width(groupElements) - 1;
    return count == 0 ? 1 : ((count - 1) >> shift) + 1;
}

// One dispatch, of which each group leaves one partial.
std::vector<shared::LabReduceParams> planPasses(const Rung& rung, std::uint32_t count, std::uint32_t groupSize)
{
    const bool strides = rung.laneElements == 0;
    const std::uint32_t groupElements = groupSize * (strides ? kLeastStridedElements : rung.laneElements);
    std::vector<shared::LabReduceParams> passes;
    do
    {
        const std::uint32_t groups = groupsOf(count, groupElements);
        const std::uint32_t lanes = count < kManyElements ? kStridingLanes : kManyElementsLanes;
        passes.push_back({count, strides ? std::min(groups, lanes / groupSize) : groups});
        count = passes.back().groupCount;
    } while (count > 1 && rung.ending == Ending::Recursive);
    return passes;
}

// Pairs of words have a kernel of their own. So has the sum of floats, where the rung ends with atomics and the device
// adds floats atomically.
std::string_view kernelOf(const Rung& rung, Operator op, bool hasFloatAtomics)
{
    if (wordsOf(op) == 2)
        return labKernel(std::string(rung.name) + "_pairs").name;
    return rung.ending == Ending::Atomic && isFloat(op) && hasFloatAtomics ? "atomic_float" : rung.name;
}

} // namespace

Recording planReduction(const Rung& rung, Operator op, std::uint32_t groupSize, std::uint32_t count,
                        bool hasFloatAtomics)
{
    const auto passes = planPasses(rung, count, groupSize);
    Recording recording{3, {}, {}};
    const BufferNumber scratch = passes.size() > 1 ? recording.addScratch(reductionWords(op, count)) : kNoBuffer;
    if (rung.ending == Ending::Atomic)
        recording.commands.push_back(Clear{kResult, 4ull * wordsOf(op)});
    for (std::size_t i = 0; i < passes.size(); ++i)
    {
        const bool isToResult = (passes.size() - i) % 2 == 1; // in turn, so that the last one is
        const BufferNumber from = i == 0 ? kElements : isToResult ? scratch : kResult;
        recording.commands.push_back(Dispatch{kernelOf(rung, op, hasFloatAtomics),
                                              {groupSize, std::uint32_t(op)},
                                              {from, isToResult ? kResult : scratch, kTickets, kNoBuffer},
                                              wordsOf(passes[i]),
                                              passes[i].groupCount});
    }
    return recording;
}

std::uint64_t reductionWords(Operator op, std::uint32_t count)
{
    return 4ull * wordsOf(op) * std::max(1u, blocksOf(count, 4 * kLeastGroup)); // loads take up to four values
}

} // namespace pn::lab
