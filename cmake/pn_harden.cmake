# pn_harden()
#
# Called in a folder of the tool or the library, before its targets: compiles and links them so that an error in memory
# ends the process instead of giving it away. tests/abi/hardening_test.py reads the binaries and says what they have;
# docs/security.md says what it costs. Only on Linux: MinGW-w64 has no run time for the stack protector. Not under
# sanitizers, which see more, and which FORTIFY blinds. -ftrivial-auto-var-init=zero is left out: with it GCC 12.2 also clears
# padding (__builtin_clear_padding), and in a struct of two structs with a large array each it clears four bytes of the first
# array instead of the second padding (docs/security.md).
include(CheckCXXCompilerFlag)

set(PN_HARDEN_COMPILE_OPTIONS "")
set(PN_HARDEN_LINK_OPTIONS "")
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT PN_SANITIZE)
    foreach(flag IN ITEMS -fstack-protector-strong -fstack-clash-protection -fcf-protection=full)
        string(MAKE_C_IDENTIFIER "PN_HAS${flag}" variable)
        check_cxx_compiler_flag("-Werror ${flag}" ${variable})
        if(${variable})
            list(APPEND PN_HARDEN_COMPILE_OPTIONS ${flag})
        endif()
    endforeach()
    # Without optimization glibc's headers warn that there is nothing to check.
    list(APPEND PN_HARDEN_COMPILE_OPTIONS
        "$<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE>" "$<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=3>")
    # Tables of the linker are read-only before a byte of a file is read.
    set(PN_HARDEN_LINK_OPTIONS "LINKER:-z,relro" "LINKER:-z,now" "LINKER:-z,noexecstack")
endif()

macro(pn_harden)
    add_compile_options(${PN_HARDEN_COMPILE_OPTIONS})
    add_link_options(${PN_HARDEN_LINK_OPTIONS})
endmacro()
