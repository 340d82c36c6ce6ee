// A host that keeps bytes from run to run, in memory; see PnContextDesc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pn::testing {

struct KeptHost
{
    std::map<std::string, std::vector<std::byte>> kept;
    std::size_t loads = 0, stores = 0;

    static std::uint64_t load(void* host, const char* key, void* bytes, std::uint64_t capacity)
    {
        auto& self = *static_cast<KeptHost*>(host);
        const auto found = self.kept.find(key);
        if (found == self.kept.end())
            return 0;
        self.loads += capacity > 0;
        if (found->second.size() <= capacity)
            std::ranges::copy(found->second, static_cast<std::byte*>(bytes));
        return found->second.size();
    }
    static void store(void* host, const char* key, const void* bytes, std::uint64_t size)
    {
        auto& self = *static_cast<KeptHost*>(host);
        const auto* const first = static_cast<const std::byte*>(bytes);
        self.kept[key].assign(first, first + size);
        ++self.stores;
    }
};

} // namespace pn::testing
