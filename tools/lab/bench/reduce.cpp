#include "lab/bench/reduce.h"

#include "lab/algorithms/cpu_ladder.h"
#include "lab/algorithms/rungs.h"

namespace pn::bench {

std::vector<std::uint32_t> makeBlock(lab::Operator op)
{
    std::vector<std::uint32_t> block(std::size_t{1} << 22);
    lab::fillRandom(block, op);
    return block;
}

std::vector<std::string> rungNames()
{
    std::vector<std::string> names;
    for (const lab::Rung& rung : lab::rungs())
        names.emplace_back(rung.name);
    for (const lab::CpuRung& rung : lab::cpuRungs())
        names.emplace_back(rung.name);
    return names;
}

} // namespace pn::bench
