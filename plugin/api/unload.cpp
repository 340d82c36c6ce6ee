// Only in a shared library that contains libstdc++: frees, when the library is closed, the 73 kB that libstdc++
// allocates on load to throw exceptions when memory runs out. Otherwise each reload would lose them.

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
