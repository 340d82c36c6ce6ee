# PN_PYTHON: a Python 3.9 or newer that has NumPy, or PN_PYTHON-NOTFOUND. The first python3 on PATH may be one that has
# not, so each is asked.
function(pn_has_numpy result program)
    execute_process(COMMAND "${program}" -c "import sys, numpy; sys.exit(sys.version_info < (3, 9))"
        RESULT_VARIABLE code OUTPUT_QUIET ERROR_QUIET)
    if(NOT code EQUAL 0)
        set(${result} FALSE PARENT_SCOPE)
    endif()
endfunction()

find_program(PN_PYTHON NAMES python3 python HINTS ENV VIRTUAL_ENV PATHS /usr/bin VALIDATOR pn_has_numpy
    DOC "Python 3.9 or newer with NumPy")
