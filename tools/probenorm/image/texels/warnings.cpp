#include "image/texels/warnings.h"

#include <algorithm>

namespace pn::image {

void Warnings::add(std::string_view text)
{
    if (text.empty())
        return;
    std::string kept(text.substr(0, kMostBytes));
    if (text.size() > kMostBytes)
        kept += " ...";
    if (std::find(m_texts.begin(), m_texts.end(), kept) != m_texts.end())
        return;
    if (m_texts.size() < kMost)
    {
        m_texts.push_back(std::move(kept));
        return;
    }
    m_texts.resize(kMost);
    m_texts.push_back("and " + std::to_string(++m_more) + " more");
}

} // namespace pn::image
