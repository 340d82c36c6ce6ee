# pn_find_headers(<variable> <header> <folder>...)
#
# Sets the variable to the include path of a library that is headers only. A cross build gets copies of its folders in
# an include path of its own, since the host's would bring in the host's C library.
function(pn_find_headers variable header)
    if(NOT CMAKE_CROSSCOMPILING)
        find_path(${variable} ${header} REQUIRED)
        return()
    endif()
    find_path(${variable}_HOST ${header} NO_CMAKE_FIND_ROOT_PATH REQUIRED)
    foreach(folder IN LISTS ARGN)
        file(COPY "${${variable}_HOST}/${folder}" DESTINATION "${PROJECT_BINARY_DIR}/include")
    endforeach()
    set(${variable} "${PROJECT_BINARY_DIR}/include" CACHE PATH "Copies of headers, for a cross build")
endfunction()
