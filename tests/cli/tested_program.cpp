#include "tested_program.h"

#ifndef PN_PROGRAM_NAME
#define PN_PROGRAM_NAME "probenorm"
#endif

namespace pn::test {

const char* const kTestedProgram = PN_PROGRAM;
const char* const kTestedProgramName = PN_PROGRAM_NAME;

} // namespace pn::test
