#include "bake/manifest.h"
#include "fuzz_input.h"
#include "support/failure.h"
#include "support/json.h"
#include "support/text.h"

#include <algorithm>
#include <set>

namespace {

using namespace pn::cli;
using pn::fuzz::require;

bool isControl(char c)
{
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

// What a probe's names must be for a bake that writes files by them and reads nothing outside its folder.
void checkProbe(const Probe& probe)
{
    require(!probe.id.empty() && probe.id.front() != '.' && probe.id.find('/') == std::string::npos);
    require(std::none_of(probe.id.begin(), probe.id.end(), isControl));
    require(probe.files.size() == 1 || probe.files.size() == 6);
    for (const std::string& file : probe.files)
    {
        require(!file.empty() && file.front() != '/' && ("/" + file + "/").find("/../") == std::string::npos);
        require(std::none_of(file.begin(), file.end(), isControl));
    }
    require(!jsonText(planJson(probe)).empty());
}

} // namespace

// A manifest is refused with one line of readable text, or holds what checkProbe() says.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    try
    {
        const std::string_view text(reinterpret_cast<const char*>(data), size);
        const Manifest manifest = parseManifest(text, "bake.json", ".", CheckFiles::No);
        std::set<std::string> ids;
        for (const Probe& probe : manifest.probes)
        {
            checkProbe(probe);
            require(ids.insert(lowerCase(probe.id)).second); // file systems may not tell capitals
        }
        require(!ids.empty());
    }
    catch (const Failure& failure)
    {
        const std::string_view message = failure.what();
        require(failure.exit() == Exit::InvalidInput && message.starts_with("bake.json"));
        require(std::none_of(message.begin(), message.end(), isControl));
    }
    return 0;
}
