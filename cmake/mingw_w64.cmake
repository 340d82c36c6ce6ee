# Toolchain of the preset "windows": cross-builds for 64-bit Windows with Debian's MinGW-w64 and runs the tests under
# Wine. The posix flavour, because GCC 12 has std::thread in no other.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
# GCC lays out the stack for AVX as if Windows aligned it (GCC bug 54412). Debian patches the compiler, masked moves apart.
set(CMAKE_CXX_FLAGS_INIT -Wa,-muse-unaligned-vector-move)

# The host's programs, and none of its headers and libraries: those would compile, and be wrong.
list(APPEND CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

set(CMAKE_CROSSCOMPILING_EMULATOR "${CMAKE_CURRENT_LIST_DIR}/../tests/package/windows/wine.sh")
