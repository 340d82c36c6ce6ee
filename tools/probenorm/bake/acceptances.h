#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pn::cli {

// False alarms that a manifest names: "accept" of a "check" (docs/check.md). A list in "defaults" is kept once,
// whatever the number of probes; each probe looks up its own findings.
class Acceptances
{
public:
    // id: of a probe, empty for all. A later one takes the place of an earlier one.
    void add(const std::string& id, const std::string& finding, std::string reason);

    // Why the probe's finding is accepted, by the last one of its id or of all; null where none accepts it.
    const std::string* reasonFor(const std::string& id, const std::string& finding) const;

private:
    struct Reason
    {
        std::string text;
        std::size_t place = 0; // in the list
    };
    std::map<std::pair<std::string, std::string>, Reason> m_reasons; // by id and finding
    std::size_t m_count = 0;
};

// All that can be accepted: the library's findings, and those about neighbours.
const std::vector<std::string>& findingNames();

// What a finding is called now that had this name before 0.1.0; null for any other name.
const char* renamedFinding(std::string_view name);

} // namespace pn::cli
