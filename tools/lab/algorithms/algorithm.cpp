#include "lab/algorithms/algorithm.h"

#include <algorithm>

namespace pn::lab {

const AlgorithmRung* findRung(std::span<const AlgorithmRung> rungs, std::string_view name)
{
    const auto found = std::find_if(rungs.begin(), rungs.end(), [&](const AlgorithmRung& r) { return r.name == name; });
    return found == rungs.end() ? nullptr : &*found;
}

} // namespace pn::lab
