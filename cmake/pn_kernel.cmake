# pn_add_kernel(<variant> <source.comp> [UNOPTIMIZED] [DEFINE...])
# pn_add_lab_kernel(<variant> <source.comp> [DEFINE...])
#
# Compiles one kernel variant, validates it, and embeds its words as <variant>.spv.inc; those of the lab go into a table of
# their own, which the library does not carry. UNOPTIMIZED leaves all optimization to the driver.
# A variant exists only where the interface or a required feature differs, and for each texel format; numbers (workgroup
# size, bands) are specialization constants instead. See docs/shaders.md.

# cmake -DFROM=<binary> -DTO=<text> -P pn_kernel.cmake writes a file of little-endian 32-bit words as the numbers of a C array.
# (glslc could do that itself, but only by compiling once more.) Where od writes SPIR-V's magic number as this machine's first word, it
# does so in a tenth of the time that CMake needs.
if(CMAKE_SCRIPT_MODE_FILE)
    execute_process(COMMAND od -An -v -tx4 "${FROM}" OUTPUT_VARIABLE words RESULT_VARIABLE failed ERROR_QUIET)
    if(failed STREQUAL "0" AND words MATCHES "^ 07230203 0")
        string(REPLACE " " ",0x" words "${words}")
        string(SUBSTRING "${words}" 1 -1 words)
    else()
        file(READ "${FROM}" hex HEX)
        string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1," words "${hex}")
    endif()
    file(WRITE "${TO}" "${words}\n")
    return()
endif()

find_program(PN_GLSLC glslc REQUIRED)
find_program(PN_SPIRV_VAL spirv-val REQUIRED)
set(PN_EMBED_WORDS "${CMAKE_CURRENT_LIST_FILE}")

function(pn_compile_kernel name source)
    set(words "${CMAKE_CURRENT_BINARY_DIR}/${name}.spv.inc")
    set(binary "${CMAKE_CURRENT_BINARY_DIR}/${name}.spv")
    set(flags --target-env=vulkan1.1 -O -Werror -I "${PROJECT_SOURCE_DIR}/shaders" ${ARGN})
    add_custom_command(
        OUTPUT "${words}"
        COMMAND "${PN_GLSLC}" ${flags} "${source}" -o "${binary}" -MD -MT "${words}" -MF "${words}.d"
        COMMAND "${PN_SPIRV_VAL}" --target-env vulkan1.1 "${binary}"
        COMMAND "${CMAKE_COMMAND}" "-DFROM=${binary}" "-DTO=${words}" -P "${PN_EMBED_WORDS}"
        BYPRODUCTS "${binary}"
        DEPENDS "${source}" "${PN_EMBED_WORDS}"
        DEPFILE "${words}.d"
        VERBATIM)
endfunction()

# family: the prefix of the global properties that pn_write_kernel_table() reads.
function(pn_add_kernel_to family variant source)
    cmake_parse_arguments(K "UNOPTIMIZED" "" "" ${ARGN})
    list(TRANSFORM K_UNPARSED_ARGUMENTS PREPEND "-D" OUTPUT_VARIABLE defines)
    if(K_UNOPTIMIZED)
        list(APPEND defines -O0)
    endif()
    if(family STREQUAL "PN_LAB_KERNEL")
        list(APPEND defines -I "${PROJECT_SOURCE_DIR}/samples")
    endif()
    pn_compile_kernel("${variant}" "${CMAKE_CURRENT_SOURCE_DIR}/${source}" ${defines})
    set_property(GLOBAL APPEND PROPERTY ${family}_WORDS "${CMAKE_CURRENT_BINARY_DIR}/${variant}.spv.inc")
    set_property(GLOBAL APPEND_STRING PROPERTY ${family}_ARRAYS
        "constexpr std::uint32_t k_${variant}[] = {\n#include \"${variant}.spv.inc\"\n};\n")
    set_property(GLOBAL APPEND_STRING PROPERTY ${family}_ENTRIES
        "    {\"${variant}\", k_${variant}},\n")
endfunction()

function(pn_add_kernel variant source)
    pn_add_kernel_to(PN_KERNEL "${variant}" "${source}" ${ARGN})
endfunction()

function(pn_add_lab_kernel variant source)
    pn_add_kernel_to(PN_LAB_KERNEL "${variant}" "${source}" ${ARGN})
endfunction()

# Writes the C++ table of a family's kernels added so far, for kernels.cpp of plugin/vulkan/device or of the lab.
function(pn_write_kernel_table family file)
    get_property(arrays GLOBAL PROPERTY ${family}_ARRAYS)
    get_property(entries GLOBAL PROPERTY ${family}_ENTRIES)
    file(CONFIGURE OUTPUT "${file}" CONTENT "@arrays@\nconstexpr Kernel kKernels[] = {\n@entries@};\n" @ONLY)
endfunction()
