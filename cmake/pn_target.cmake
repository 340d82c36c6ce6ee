# What sanitizers need of a compiler.
set(PN_SANITIZE_COMPILE_OPTIONS "")
set(PN_SANITIZE_LINK_OPTIONS "")
if(PN_SANITIZE)
    set(PN_SANITIZE_COMPILE_OPTIONS -fsanitize=${PN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    set(PN_SANITIZE_LINK_OPTIONS -fsanitize=${PN_SANITIZE})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        # An engine and its plugin declare the same functions, each with its own names for what they take.
        list(APPEND PN_SANITIZE_COMPILE_OPTIONS -fno-sanitize=function)
        if(PN_SANITIZE MATCHES "address")
            # By default the run time is linked into programs only, and a shared library of ours would lack it.
            execute_process(
                COMMAND "${CMAKE_CXX_COMPILER}" -print-file-name=libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so
                OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
            cmake_path(GET runtime PARENT_PATH runtime)
            list(APPEND PN_SANITIZE_LINK_OPTIONS -shared-libasan "LINKER:-rpath,${runtime}")
        endif()
    endif()
endif()

# pn_target(<target>)
#
# What every target of the project has in common: C++20, warnings, visibility, sanitizers, and floating point
# that is never contracted or reassociated (docs/math.md, section 5: the bits depend on it).
function(pn_target target)
    set_target_properties(${target} PROPERTIES
        CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
        C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        CXX_VISIBILITY_PRESET hidden C_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
        POSITION_INDEPENDENT_CODE ON)
    if(MSVC) # untested
        target_compile_options(${target} PRIVATE /W4 /fp:strict /utf-8 $<$<BOOL:${PN_WERROR}>:/WX>)
        return()
    endif()
    target_compile_options(${target} PRIVATE
        -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -ffp-contract=off
        $<$<COMPILE_LANGUAGE:CXX>:-Wno-psabi>
        # A tenth of GCC's time went into collecting garbage. Below this many KiB it collects none.
        "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:SHELL:--param ggc-min-heapsize=524288>")
    if(EMSCRIPTEN)
        target_compile_options(${target} PRIVATE
            "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include ${ProbeNorm_SOURCE_DIR}/cmake/emscripten_std.h>")
    endif()
    if(PN_WERROR AND NOT (PN_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")) # which misjudges what sanitizers add
        target_compile_options(${target} PRIVATE -Werror)
    endif()
    target_compile_options(${target} PRIVATE ${PN_SANITIZE_COMPILE_OPTIONS})
    target_link_options(${target} PRIVATE ${PN_SANITIZE_LINK_OPTIONS})
    # Counts what code an input reaches; the address sanitizer's run time knows of it. Fuzz targets link nothing of tests
    # and samples, which would only take longer to compile.
    if(PN_FUZZ AND NOT CMAKE_CURRENT_SOURCE_DIR MATCHES "^${ProbeNorm_SOURCE_DIR}/(samples|tests)(/|$)")
        target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
endfunction()

# pn_unite(<target> [APART <regular expression>])
#
# With PN_UNITY, compiles the C++ sources of each folder of a target together, but for those whose path matches APART. Most of a
# source's time goes into headers, and into templates that its neighbours need as well. So names in unnamed namespaces are
# unique within a folder. Call it when the target has all its sources.
function(pn_unite target)
    cmake_parse_arguments(U "" "APART" "" ${ARGN})
    if(NOT PN_UNITY)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>) # takes sources for headers
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "[.]cpp$")
    if(U_APART)
        list(FILTER sources EXCLUDE REGEX "${U_APART}")
    endif()
    foreach(source IN LISTS sources)
        cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE folder)
        cmake_path(RELATIVE_PATH folder)
        cmake_path(GET folder PARENT_PATH folder)
        string(MAKE_C_IDENTIFIER "${folder}" group)
        set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${group}")
    endforeach()
endfunction()

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
