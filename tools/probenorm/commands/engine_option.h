#pragma once

#include "sh/engine.h"
#include "support/options.h"

namespace pn::cli {

// --for: convention, axes and turn of an engine, by what the environment is.
class EngineOption
{
public:
    // convention becomes the engine's.
    Option addTo(CLI::App& app, PnConvention& convention);

    bool isAsked() const { return m_engine != nullptr; }
    std::string name() const { return m_engine != nullptr ? m_engine->name : ""; }

    // axes alone where no engine was asked for.
    EngineView viewOf(bool isCubemap, PnAxes axes) const;

private:
    const Engine* m_engine = nullptr;
};

} // namespace pn::cli
