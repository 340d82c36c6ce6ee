#pragma once

#include "image/formats/environment.h"

namespace pn::cli {

// The whole tool, but for what decodes files: tests put readers of their own there. Nothing is thrown.
int runProgram(int argc, char** argv, const image::DecodeFile& decode);

} // namespace pn::cli
