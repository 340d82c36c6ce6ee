#pragma once

#include "core/geometry.h"

#include <list>
#include <memory>

namespace pn {

// Geometries of the shapes used last. One thread at a time.
class GeometryCache
{
public:
    std::shared_ptr<const Geometry> get(const Shape& shape)
    {
        for (auto it = m_recent.begin(); it != m_recent.end(); ++it)
            if ((*it)->shape == shape)
            {
                m_recent.splice(m_recent.begin(), m_recent, it);
                return m_recent.front();
            }
        m_recent.push_front(std::make_shared<const Geometry>(shape));
        if (m_recent.size() > kMaxEntries)
            m_recent.pop_back();
        return m_recent.front();
    }

private:
    static constexpr std::size_t kMaxEntries = 4;
    std::list<std::shared_ptr<const Geometry>> m_recent;
};

} // namespace pn
