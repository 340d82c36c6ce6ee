#include "commands/program.h"

#include "image/formats/file_kinds.h"
#include "support/no_memory.h"

#ifdef _WIN32
#include "windows/start.h"
#endif

#ifdef PN_PREPARE_FIRST
// Before the initialisers of all libraries, which allocate before main() runs.
[[gnu::section(".preinit_array"), gnu::used]] static void (*const kFirst)() = pn::cli::reportLackOfMemory;
#endif

int main(int argc, char** argv)
{
#ifdef _WIN32
    pn::cli::prepareForWindows(argc, argv);
#endif
    return pn::cli::runProgram(argc, argv, pn::image::decodeFile);
}
