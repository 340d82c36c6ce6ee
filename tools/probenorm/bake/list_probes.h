#pragma once

#include <string>
#include <vector>

namespace pn::cli {

// A manifest with a probe for each of files, or for six that are faces of one cubemap, named after them. Files are
// written relative to folder. Throws Failure{InvalidInput} where that makes no manifest.
std::string manifestOf(const std::vector<std::string>& files, const std::string& folder);

// The maps and cubemaps in a folder, by name, without what lies below it.
std::vector<std::string> environmentsIn(const std::string& folder);

} // namespace pn::cli
