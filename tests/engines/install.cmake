# Installs the packages of package-lock.json into TARGET, unless that very list is there already.
file(SHA256 "${SOURCE}/package-lock.json" wanted)
set(stamp "${TARGET}/installed.txt")
if(EXISTS "${stamp}")
    file(READ "${stamp}" present)
    if(present STREQUAL wanted)
        return()
    endif()
endif()
file(COPY "${SOURCE}/package.json" "${SOURCE}/package-lock.json" DESTINATION "${TARGET}")
execute_process(COMMAND "${NPM}" ci --ignore-scripts --no-audit --no-fund
    WORKING_DIRECTORY "${TARGET}" COMMAND_ERROR_IS_FATAL ANY)
file(WRITE "${stamp}" "${wanted}")
