#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <tuple>

namespace pn {

// The values made last, each from its key: Value(key...). One thread at a time.
template <typename Value, typename... Key>
class RecentCache
{
public:
    explicit RecentCache(std::size_t maxEntries = 4) : m_maxEntries(maxEntries) {}

    std::shared_ptr<const Value> get(const Key&... key)
    {
        const std::tuple<Key...> wanted(key...);
        for (auto it = m_recent.begin(); it != m_recent.end(); ++it)
            if (it->first == wanted)
            {
                m_recent.splice(m_recent.begin(), m_recent, it);
                return it->second;
            }
        m_recent.emplace_front(wanted, std::make_shared<const Value>(key...));
        if (m_recent.size() > m_maxEntries)
            m_recent.pop_back();
        return m_recent.front().second;
    }

private:
    std::size_t m_maxEntries;
    std::list<std::pair<std::tuple<Key...>, std::shared_ptr<const Value>>> m_recent;
};

} // namespace pn
