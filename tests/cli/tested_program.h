#pragma once

namespace pn::test {

// The program that the helpers of program.h run, and how it calls itself. pn_cli_testing has those of the tool; a test
// program that compiles tested_program.cpp itself names another.
extern const char* const kTestedProgram;
extern const char* const kTestedProgramName;

} // namespace pn::test
