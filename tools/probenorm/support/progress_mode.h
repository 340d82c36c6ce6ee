#pragma once

namespace pn::cli {

enum class ProgressMode
{
    Auto,
    Bar,
    Plain,
    JsonLines,
    None,
};

} // namespace pn::cli
