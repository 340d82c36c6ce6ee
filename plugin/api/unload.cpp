// Only in a shared library that carries libstdc++ inside: gives back, when the library is closed, the memory that
// libstdc++ took as it was loaded (73 kB to throw from when memory runs out). It would be lost with every reload.

// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): libstdc++'s own name
namespace __gnu_cxx {
void __freeres(); // in no header: libstdc++ exports it for leak checkers
}
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)

namespace {

__attribute__((destructor)) void freeRuntime()
{
    __gnu_cxx::__freeres();
}

} // namespace
