#include "bake/acceptances.h"

#include "bake/neighbours.h"

#include "probenorm/probenorm.h"

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

} // namespace pn::cli
