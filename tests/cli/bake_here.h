#pragma once

#include "bake_files.h"
#include "commands/program.h"
#include "image/formats/file_kinds.h"

namespace pn::test {

// A bake in this process, so that the functions happen by which a test replaces those of the C library.
inline Outcome bakeHere(Names arguments)
{
    arguments.insert(arguments.begin(), "probenorm");
    std::vector<char*> pointers;
    for (std::string& argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    Outcome result;
    result.exit = pn::cli::runProgram(static_cast<int>(arguments.size()), pointers.data(), pn::image::decodeFile);
    result.out = testing::internal::GetCapturedStdout();
    result.err = testing::internal::GetCapturedStderr();
    return result;
}

} // namespace pn::test
