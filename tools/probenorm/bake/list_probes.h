#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace pn::cli {

// A manifest with a probe for each of files, or for six that are faces of one cubemap, named after them. Files are
// written relative to folder. Throws Failure{InvalidInput} where that makes no manifest.
std::string manifestOf(const std::vector<std::string>& files, const std::string& folder);

// Whether a file's ending is of a format of maps or cubemaps that holds light above 1.
bool hasLightEnding(const std::string& file);

struct FolderContents
{
    std::vector<std::string> environments; // by name
    std::size_t leftOut = 0;               // pictures of formats that hold 8 bits a channel, such as previews
};

// The maps and cubemaps with such endings in a folder, without what lies below it. Throws Failure{InvalidInput}
// where there are none.
FolderContents environmentsIn(const std::string& folder);

} // namespace pn::cli
