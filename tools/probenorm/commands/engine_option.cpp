#include "commands/engine_option.h"

namespace pn::cli {

Option EngineOption::addTo(CLI::App& app, PnConvention& convention)
{
    return addWord(app, "--for", engineNames(), "Convention and axes of an engine, as it shows such an input",
                   [this, &convention](std::size_t index) {
                       m_engine = &engineAt(index);
                       convention = m_engine->convention;
                   });
}

EngineView EngineOption::viewOf(bool isCubemap, PnAxes axes) const
{
    if (m_engine == nullptr)
        return {{}, axes};
    return isCubemap ? m_engine->cubemap : m_engine->panorama;
}

} // namespace pn::cli
