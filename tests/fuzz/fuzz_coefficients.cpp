// The coefficients that `convert` and `compare` read: JSON, and text in any convention. What is accepted can be written
// in every format.
#include "fuzz_input.h"
#include "sh/result.h"
#include "sh/sh_read.h"
#include "support/failure.h"

#include <algorithm>

namespace {

using namespace pn::cli;
using pn::fuzz::require;

void checkSet(const ReadSet& set)
{
    require(set.sh.bands >= 1 && set.sh.bands <= PN_MAX_BANDS);
    std::vector<ShResult> results{makeResult(set.sh, set.convention, {.turn = {}, .axes = set.axes}, set.window)};
    results.front().input = set.input;
    results.front().name = "name";
    results.front().title = "title";
    for (const ResultFormat format : {ResultFormat::Text, ResultFormat::JsonText, ResultFormat::C, ResultFormat::Hlsl})
        require(!formatResults(results, format, false).empty());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2)
        return 0;
    TextConvention text; // the first two bytes are --from and --from-axes
    if (data[0] < PN_CONVENTION_COUNT)
        text.convention = PnConvention{data[0]};
    if (data[1] < PN_AXES_COUNT)
        text.axes = PnAxes{data[1]};
    try
    {
        const std::string_view bytes(reinterpret_cast<const char*>(data + 2), size - 2);
        const ShFile file = parseShFile(bytes, "file", text);
        require(!file.sets.empty());
        std::for_each(file.sets.begin(), file.sets.end(), checkSet);
    }
    catch (const Failure& failure)
    {
        require(*failure.what() != '\0'); // may quote a line break of the file; the console escapes it
    }
    return 0;
}
