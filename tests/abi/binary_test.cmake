# What an engine's process gets with the shared library, and a system with the portable tool: no search path, no writable
# code or tables after loading, no executable stack, and no library but the C run time.
# Run with -DLIBRARY=... -DREADELF=... [-DSONAME=...]
execute_process(COMMAND "${READELF}" -W -d "${LIBRARY}" OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${READELF}" -W -l "${LIBRARY}" OUTPUT_VARIABLE segments COMMAND_ERROR_IS_FATAL ANY)

function(expect text pattern)
    if(NOT text MATCHES "${pattern}")
        message(SEND_ERROR "missing: ${pattern}")
    endif()
endfunction()

function(refuse text pattern)
    if(text MATCHES "${pattern}")
        message(SEND_ERROR "present: ${pattern}")
    endif()
endfunction()

if(SONAME)
    expect("${dynamic}" "\\(SONAME\\) *Library soname: \\[${SONAME}\\]")
endif()
expect("${dynamic}" "BIND_NOW|NOW")
expect("${segments}" "GNU_RELRO")
expect("${segments}" "GNU_STACK +[x0-9a-f ]+RW ")
refuse("${segments}" "LOAD[x0-9a-f ]+RWE")
refuse("${dynamic}" "RPATH|RUNPATH|TEXTREL")

string(REPLACE "[" "" plain "${dynamic}") # brackets join the elements of a list
string(REGEX MATCHALL "Shared library: [^]]+" needed "${plain}")
list(TRANSFORM needed REPLACE "Shared library: " "")
list(LENGTH needed count)
if(count LESS 2)
    message(SEND_ERROR "only ${count} libraries found: this test reads the section wrongly")
endif()
foreach(library IN LISTS needed)
    if(NOT library MATCHES "^(libc|libm|libdl|libpthread|ld-linux.*)\\.so\\.[0-9]+$")
        message(SEND_ERROR "needs ${library}")
    endif()
endforeach()

# The oldest that editors, players and build images still have; Debian 12, which builds this, has 2.36.
execute_process(COMMAND "${READELF}" -W -V "${LIBRARY}" OUTPUT_VARIABLE versions COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "GLIBC_[0-9.]+" versions "${versions}")
list(TRANSFORM versions REPLACE "GLIBC_" "")
list(SORT versions COMPARE NATURAL)
list(POP_BACK versions newest)
if(NOT newest VERSION_LESS_EQUAL 2.17)
    message(SEND_ERROR "needs glibc ${newest}")
endif()
message(STATUS "needs ${needed}, glibc ${newest}")
