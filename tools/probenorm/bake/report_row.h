#pragma once

#include "support/json.h"

#include <string>

namespace pn::cli {

// A probe's row in the report, as report/script.js reads it. picture is its PNG in base64; empty where the page finds
// the file beside it.
std::string reportRow(const Json& record, const std::string& picture);

} // namespace pn::cli
