# pn_add_kernel(<variant> <source.comp> [DEFINE...])
#
# Compiles one kernel variant twice, validates it, and embeds its words as <variant>.spv.inc:
#   <variant>      rounds as the device does
#   <variant>_rte  declares rounding to nearest even (needs float controls; docs/math.md, section 5)
# A variant exists only where the interface or a required feature differs, and for each texel format; numbers (workgroup
# size, bands) are specialization constants instead. See docs/shaders.md.
find_program(PN_GLSLC glslc REQUIRED)
find_program(PN_SPIRV_VAL spirv-val REQUIRED)

function(pn_compile_kernel name source)
    set(words "${CMAKE_CURRENT_BINARY_DIR}/${name}.spv.inc")
    set(binary "${CMAKE_CURRENT_BINARY_DIR}/${name}.spv")
    set(flags --target-env=vulkan1.1 -O -Werror -I "${PROJECT_SOURCE_DIR}/shaders" ${ARGN})
    add_custom_command(
        OUTPUT "${words}"
        COMMAND "${PN_GLSLC}" ${flags} "${source}" -o "${binary}"
        COMMAND "${PN_SPIRV_VAL}" --target-env vulkan1.1 "${binary}"
        COMMAND "${PN_GLSLC}" ${flags} -mfmt=num "${source}" -o "${words}" -MD -MT "${words}" -MF "${words}.d"
        BYPRODUCTS "${binary}"
        DEPENDS "${source}"
        DEPFILE "${words}.d"
        VERBATIM)
    set_property(GLOBAL APPEND PROPERTY PN_KERNEL_WORDS "${words}")
    set_property(GLOBAL APPEND PROPERTY PN_KERNEL_BINARIES "${binary}")
endfunction()

function(pn_add_kernel variant source)
    list(TRANSFORM ARGN PREPEND "-D" OUTPUT_VARIABLE defines)
    set(path "${CMAKE_CURRENT_SOURCE_DIR}/${source}")
    pn_compile_kernel("${variant}" "${path}" ${defines})
    pn_compile_kernel("${variant}_rte" "${path}" ${defines} -DPN_ROUND_TO_NEAREST)
    set_property(GLOBAL APPEND_STRING PROPERTY PN_KERNEL_ARRAYS
        "constexpr std::uint32_t k_${variant}[] = {\n#include \"${variant}.spv.inc\"\n};\n")
    set_property(GLOBAL APPEND_STRING PROPERTY PN_KERNEL_ARRAYS
        "constexpr std::uint32_t k_${variant}_rte[] = {\n#include \"${variant}_rte.spv.inc\"\n};\n")
    set_property(GLOBAL APPEND_STRING PROPERTY PN_KERNEL_ENTRIES
        "    {\"${variant}\", k_${variant}, k_${variant}_rte},\n")
endfunction()

# Writes the C++ table of all kernels added so far, for plugin/vulkan/kernels.cpp.
function(pn_write_kernel_table file)
    get_property(arrays GLOBAL PROPERTY PN_KERNEL_ARRAYS)
    get_property(entries GLOBAL PROPERTY PN_KERNEL_ENTRIES)
    file(CONFIGURE OUTPUT "${file}" CONTENT "@arrays@\nconstexpr Kernel kKernels[] = {\n@entries@};\n" @ONLY)
endfunction()
