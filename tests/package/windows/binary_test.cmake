# What an engine's process gets with the DLL: no library but the system's, code that may lie anywhere and that nobody
# writes, and no vector move that faults on the stack Windows gives.
# Run with -DLIBRARY=... -DOBJDUMP=...
execute_process(COMMAND "${OBJDUMP}" -p "${LIBRARY}" OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${OBJDUMP}" -h "${LIBRARY}" OUTPUT_VARIABLE sections COMMAND_ERROR_IS_FATAL ANY)

foreach(flag IN ITEMS HIGH_ENTROPY_VA DYNAMIC_BASE NX_COMPAT)
    if(NOT headers MATCHES "${flag}")
        message(SEND_ERROR "missing: ${flag}")
    endif()
endforeach()
if(NOT sections MATCHES " \\.reloc ")
    message(SEND_ERROR "without .reloc the system cannot move it")
endif()

string(REGEX MATCHALL "DLL Name: [^\n]+" needed "${headers}")
list(TRANSFORM needed REPLACE "DLL Name: " "")
list(LENGTH needed count)
if(count EQUAL 0)
    message(SEND_ERROR "no imports found: this test reads the table wrongly")
endif()
foreach(library IN LISTS needed)
    if(NOT library MATCHES "^(KERNEL32|msvcrt|ucrtbase|api-ms-win-crt-.*)\\.dll$")
        message(SEND_ERROR "needs ${library}")
    endif()
endforeach()

# No move may expect an aligned stack (cmake/mingw_w64.cmake).
execute_process(COMMAND "${OBJDUMP}" -d --no-show-raw-insn "${LIBRARY}"
    COMMAND grep -E "[yz]mm" OUTPUT_VARIABLE vectors COMMAND_ERROR_IS_FATAL ANY)
if(NOT vectors MATCHES "vmovups [^\n]*\\(")
    message(SEND_ERROR "no vector moves found: this test reads the code wrongly")
endif()
if(TOOL) # has OpenEXR's assembly, which aligns what it moves, but for the stack
    set(registers "%r[sb]p")
endif()
if(vectors MATCHES "vmov(aps|apd|dqa[0-9]*) [^\n]*\\([^\n]*${registers}")
    message(SEND_ERROR "aligned: ${CMAKE_MATCH_0}")
endif()
message(STATUS "needs ${needed}")
