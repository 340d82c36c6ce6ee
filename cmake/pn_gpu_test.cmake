# pn_gpu_test(<name> SOURCES ... [LIBRARIES ...] [LABELS ...] [DRIVERS ...] [WHOLE])
#
# One test program, registered with ctest once for each software Vulkan driver of this machine:
#   lavapipe-4 lavapipe-8 lavapipe-16   Mesa, by subgroup size; 16 needs a processor with AVX-512
#   swiftshader                         ships with Chromium; subgroup size 4, no float controls
# Each case is a ctest test "<driver>.<Suite>.<Case>" with the labels gpu and <driver>. DRIVERS narrows the list.
# With WHOLE the program is one ctest test per driver: right for many small cases that share a costly set-up. The cases that
# LONG names are a second one, "<driver>.<name>_long".
# The program finds the driver's subgroup size in PN_EXPECT_SUBGROUP_SIZE.
include_guard(DIRECTORY)

option(PN_REQUIRE_DRIVERS "Fail the configuration when a software Vulkan driver is missing" OFF)
find_file(PN_LAVAPIPE_ICD NAMES lvp_icd.${CMAKE_HOST_SYSTEM_PROCESSOR}.json lvp_icd.json
    PATHS /usr/share/vulkan/icd.d /etc/vulkan/icd.d DOC "Lavapipe's driver manifest (Debian: mesa-vulkan-drivers)")
find_file(PN_SWIFTSHADER_ICD NAMES vk_swiftshader_icd.json
    PATHS /usr/lib/chromium DOC "SwiftShader's driver manifest (Debian: chromium)")

function(pn_require_driver name manifest package)
    if(manifest)
        return()
    endif()
    set(mode WARNING)
    if(PN_REQUIRE_DRIVERS)
        set(mode FATAL_ERROR)
    endif()
    string(TOUPPER "${name}" upper)
    message(${mode} "${name} was not found: its tests do not exist. Install Debian's ${package} "
                    "(scripts/install-packages.sh test), set PN_${upper}_ICD to its driver manifest, or leave these "
                    "tests out by -DPN_REQUIRE_DRIVERS=OFF")
endfunction()

function(pn_find_drivers outDrivers)
    set(drivers "")
    pn_require_driver(lavapipe "${PN_LAVAPIPE_ICD}" mesa-vulkan-drivers)
    pn_require_driver(swiftshader "${PN_SWIFTSHADER_ICD}" chromium)
    if(PN_LAVAPIPE_ICD)
        list(APPEND drivers lavapipe-4 lavapipe-8)
        set(flags "")
        if(EXISTS /proc/cpuinfo)
            file(STRINGS /proc/cpuinfo flags REGEX "^flags.*avx512f" LIMIT_COUNT 1)
        endif()
        if(flags)
            list(APPEND drivers lavapipe-16)
        endif()
    endif()
    if(PN_SWIFTSHADER_ICD)
        list(APPEND drivers swiftshader)
    endif()
    set(${outDrivers} "${drivers}" PARENT_SCOPE)
endfunction()

# What a process needs in its environment to see this driver and no other.
function(pn_driver_environment driver outEnvironment)
    set(manifest "${PN_LAVAPIPE_ICD}")
    set(subgroupSize 4)
    if(driver STREQUAL "swiftshader")
        set(manifest "${PN_SWIFTSHADER_ICD}")
    else()
        string(REPLACE "lavapipe-" "" subgroupSize "${driver}")
    endif()
    math(EXPR vectorBits "${subgroupSize} * 32")
    # A shader cache for each driver, since Mesa's key does not hold the vector width.
    set(cache "${PROJECT_BINARY_DIR}/drivers/${driver}")
    file(MAKE_DIRECTORY "${cache}")
    file(CHMOD "${cache}" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
    set(sanitizer "")
    if(PN_SANITIZE MATCHES "address")
        # The loader closes drivers and layers, and what these held then counts as leaked though it is theirs. Our own
        # Vulkan objects are counted by the layer of tests/vulkan. And drivers allocate so often that noting where, thirty
        # calls deep, doubles the time.
        set(sanitizer "ASAN_OPTIONS=detect_leaks=0:malloc_context_size=2")
    endif()
    set(${outEnvironment}
        ${sanitizer} "VK_DRIVER_FILES=${manifest}" "VK_ICD_FILENAMES=${manifest}"
        "LP_NATIVE_VECTOR_WIDTH=${vectorBits}" "MESA_SHADER_CACHE_DIR=${cache}" "XDG_RUNTIME_DIR=${cache}"
        "PN_EXPECT_SUBGROUP_SIZE=${subgroupSize}" PARENT_SCOPE)
endfunction()

pn_find_drivers(PN_DRIVERS)
list(JOIN PN_DRIVERS ", " drivers)
message(STATUS "GPU tests run on: ${drivers}")

function(pn_add_whole_test name labels environment)
    pn_add_long_label(labels "${name}")
    add_test(NAME "${name}" COMMAND ${ARGN})
    set_tests_properties("${name}" PROPERTIES TIMEOUT 900 LABELS "${labels}" ENVIRONMENT "${environment}"
        COST 1000) # the longest come first, or they run alone at the end
endfunction()

function(pn_gpu_test name)
    cmake_parse_arguments(T "WHOLE" "" "SOURCES;LIBRARIES;LABELS;DRIVERS;LONG" ${ARGN})
    list(JOIN T_LONG ":" long)
    pn_test_program(${name} OFF "${T_SOURCES}" "${T_LIBRARIES}")
    list(TRANSFORM PN_DRIVERS APPEND "." OUTPUT_VARIABLE prefixes)
    pn_list_program(${name} "${prefixes}" "${T_SOURCES}")
    foreach(driver IN LISTS PN_DRIVERS)
        if(T_DRIVERS AND NOT driver IN_LIST T_DRIVERS)
            continue()
        endif()
        pn_driver_environment(${driver} environment)
        set(labels gpu ${driver} ${T_LABELS})
        if(T_WHOLE)
            pn_add_whole_test("${driver}.${name}" "${labels}" "${environment}" ${name} "--gtest_filter=-${long}")
            if(T_LONG)
                pn_add_whole_test("${driver}.${name}_long" "${labels}" "${environment}" ${name} "--gtest_filter=${long}")
            endif()
        else()
            gtest_discover_tests(${name} TEST_PREFIX "${driver}." TEST_LIST "${name}_${driver}" DISCOVERY_TIMEOUT 60
                PROPERTIES TIMEOUT 900)
            pn_set_discovered_properties("${name}_${driver}" "${labels}" "${environment}")
        endif()
    endforeach()
endfunction()
