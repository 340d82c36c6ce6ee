# pn_unite_tests(<target>)
#
# With PN_UNITY, compiles the *_test.cpp of a target together, in parts of some 2600 lines: most of a test's time goes into
# headers and templates that the next test needs as well. Names of tests repeat, so each source stands in a namespace of its own:
#
#   #include "core/shape.h"          what the sources include, once, outside of these namespaces; #pragma once leaves out the rest
#   namespace shape_test {
#   namespace pn { using namespace ::pn; }
#   #include "shape_test.cpp"        whose own namespace pn is shape_test::pn here
#   }
#
# A source that replaces functions of the C library, or operator new, is a program of its own.
function(pn_unite_tests target)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "_test[.]cpp$")
    list(LENGTH sources count)
    if(NOT PN_UNITY OR count LESS 2)
        return()
    endif()
    target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>) # takes sources for headers
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources}) # for their includes
    set_source_files_properties(${sources} PROPERTIES HEADER_FILE_ONLY ON)
    list(GET sources -1 last)
    set(part "")
    set(number 0)
    foreach(source IN LISTS sources)
        list(APPEND part "${source}")
        pn_count_lines(lines ${part})
        if(lines GREATER 2600 OR source STREQUAL last)
            pn_write_united_tests("${CMAKE_CURRENT_BINARY_DIR}/${target}_${number}.cpp" ${part})
            target_sources(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/${target}_${number}.cpp")
            math(EXPR number "${number} + 1")
            set(part "")
        endif()
    endforeach()
endfunction()

function(pn_count_lines out)
    set(lines 0)
    foreach(source IN LISTS ARGN)
        file(READ "${source}" text)
        string(REGEX MATCHALL "\n" ends "${text}")
        list(LENGTH ends count)
        math(EXPR lines "${lines} + ${count}")
    endforeach()
    set(${out} ${lines} PARENT_SCOPE)
endfunction()

function(pn_write_united_tests file)
    set(includes "")
    set(sources "")
    foreach(source IN LISTS ARGN)
        cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
        cmake_path(GET path STEM name)
        file(STRINGS "${path}" heads REGEX "^#include (<|.*[.]h\")")
        list(APPEND includes ${heads})
        # The namespaces that it opens.
        file(STRINGS "${path}" opened REGEX "^namespace [a-z:]+ {$")
        list(TRANSFORM opened REPLACE "^namespace ([a-z:]+).*" "\\1")
        list(APPEND opened pn pn::testing)
        list(REMOVE_DUPLICATES opened)
        string(APPEND sources "namespace ${name} {\nnamespace pn::testing { using namespace ::testing; }\n")
        foreach(space IN LISTS opened)
            string(APPEND sources "namespace ${space} { using namespace ::${space}; }\n")
        endforeach()
        string(APPEND sources "#include \"${path}\"\n} // namespace ${name}\n")
    endforeach()
    list(REMOVE_DUPLICATES includes)
    list(JOIN includes "\n" includes)
    file(CONFIGURE OUTPUT "${file}" CONTENT "${includes}\nnamespace pn::testing {}\n${sources}" @ONLY)
endfunction()
