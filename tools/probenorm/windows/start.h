#pragma once

namespace pn::cli {

// Makes standard streams carry bytes and the console show UTF-8 and colours, and turns each \ of an argument into the /
// that the tool's paths have.
void prepareForWindows(int argc, char** argv);

} // namespace pn::cli
