#include "bake/acceptances.h"

#include "bake/neighbours.h"

#include "probenorm/probenorm.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pn::cli {

void Acceptances::add(const std::string& id, const std::string& finding, std::string reason)
{
    m_reasons.insert_or_assign({id, finding}, Reason{std::move(reason), m_count++});
}

const std::string* Acceptances::reasonFor(const std::string& id, const std::string& finding) const
{
    const Reason* last = nullptr;
    for (const std::string& each : {id, std::string()})
        if (const auto found = m_reasons.find({each, finding});
            found != m_reasons.end() && (last == nullptr || last->place < found->second.place))
            last = &found->second;
    return last != nullptr ? &last->text : nullptr;
}

const std::vector<std::string>& findingNames()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (PnFindingKind kind = 1; kind < PN_FINDING_COUNT; ++kind)
            all.emplace_back(pnGetFindingName(kind));
        all.insert(all.end(), kNeighbourFindings.begin(), kNeighbourFindings.end());
        return all;
    }();
    return names;
}

const char* renamedFinding(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, const char*>, 3> kRenamed = {
        {{"plain-mips", "box-filtered-mips"}, {"mip-law", "roughness-mapping"}, {"whole-turn", "cube-rotation"}}};
    const auto* const found =
        std::find_if(kRenamed.begin(), kRenamed.end(), [&](const auto& each) { return each.first == name; });
    return found != kRenamed.end() ? found->second : nullptr;
}

} // namespace pn::cli
