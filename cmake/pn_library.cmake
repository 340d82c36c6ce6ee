# pn_public_library(<target> SHARED|STATIC <layer>...)
#
# The library that others link, made of the objects of our layers and of nothing else: the archive can be used on its
# own, the shared library may be carried into an engine's process. There it must not meet the engine's C++ runtime
# (libstdc++ is inside, unexported), must not find others' libraries by a run path, and must lose nothing when it is
# closed.
include(GNUInstallDirs)

function(pn_public_library target kind)
    list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
    add_library(${target} ${kind} ${objects})
    add_library(ProbeNorm::${target} ALIAS ${target})
    target_include_directories(${target} PUBLIC
        "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
    target_compile_features(${target} INTERFACE "$<BUILD_INTERFACE:cxx_std_20>") # of probenorm.hpp
    target_link_libraries(${target} PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
    pn_target(${target})
    if(kind STREQUAL "STATIC")
        target_compile_definitions(${target} INTERFACE PN_STATIC)
        if(NOT WIN32 AND NOT EMSCRIPTEN) # where another library has the name
            set_target_properties(${target} PROPERTIES OUTPUT_NAME probenorm)
        endif()
    else()
        pn_plugin_link(${target})
    endif()
endfunction()

function(pn_plugin_link target)
    set_target_properties(${target} PROPERTIES
        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} SKIP_BUILD_RPATH ON)
    if(MINGW)
        pn_plugin_link_mingw(${target})
    elseif(CMAKE_SYSTEM_NAME STREQUAL "Linux")
        pn_plugin_link_linux(${target})
    endif()
endfunction()

# probenorm.dll, which needs nothing but the system, with an import library that every Windows linker takes. No time of
# linking and no symbol table: the same sources give the same bytes.
function(pn_plugin_link_mingw target)
    set_target_properties(${target} PROPERTIES PREFIX "" IMPORT_PREFIX "" IMPORT_SUFFIX ".lib")
    target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/plugin/api/stay_loaded.cpp")
    target_link_options(${target} PRIVATE
        -static -s "LINKER:--exclude-all-symbols" "LINKER:--no-insert-timestamp"
        "LINKER:--dynamicbase" "LINKER:--high-entropy-va" "LINKER:--nxcompat")
endfunction()

function(pn_plugin_link_linux target)
    set(map "${PROJECT_SOURCE_DIR}/plugin/probenorm.map")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${map}")
    # Without what nothing calls, or libstdc++'s random_device asks for a newer glibc than ProbeNorm needs.
    target_link_options(${target} PRIVATE
        "LINKER:--version-script=${map}" "LINKER:--exclude-libs,ALL" "LINKER:-Bsymbolic-functions"
        "LINKER:-z,text" "LINKER:--gc-sections")
    if(NOT PN_SANITIZE) # a sanitizer's run time wraps the shared libstdc++ and leaves its own symbols undefined
        target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/plugin/api/unload.cpp")
        target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc "LINKER:-z,defs")
        pn_old_glibc(${target})
    endif()
endfunction()

# So that it loads with glibc 2.17: plugin/api/old_glibc.cpp. There, threads and dlopen were libraries of their own.
function(pn_old_glibc target)
    if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|aarch64")
        return()
    endif()
    target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/plugin/api/old_glibc.cpp")
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/plugin")
    set(moved pthread_create pthread_join pthread_once __pthread_key_create dlopen dlsym dlclose exp2 log2)
    list(TRANSFORM moved PREPEND "LINKER:--wrap=")
    target_link_options(${target} PRIVATE ${moved})
    target_link_libraries(${target} PRIVATE
        "-Wl,--push-state,--no-as-needed" -l:libpthread.so.0 -l:libdl.so.2 "-Wl,--pop-state")
endfunction()

# pn_portable_link(<program>): one file that needs glibc 2.17 and no other library (scripts/build-portable.sh).
function(pn_portable_link target)
    if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|aarch64")
        message(FATAL_ERROR "PN_PORTABLE is for x86-64 and ARM 64, found ${CMAKE_SYSTEM_PROCESSOR}")
    endif()
    target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/plugin/api/old_glibc_program.cpp")
    set(moved __libc_start_main pow powf exp2f log2f stat lstat fstat fstat64 fstatat memfd_create close_range
        pthread_cond_clockwait sem_init sem_destroy sem_post sem_wait)
    list(TRANSFORM moved PREPEND "LINKER:--wrap=")
    target_link_options(${target} PRIVATE
        ${moved} -static-libstdc++ -static-libgcc -s "LINKER:--gc-sections" "LINKER:--exclude-libs,ALL")
    pn_old_glibc(${target})
endfunction()
