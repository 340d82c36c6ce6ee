# pn_target(<target>)
#
# What every target of the project has in common: C++20, warnings, visibility, sanitizers, and floating point
# that is never contracted or reassociated (docs/math.md, section 5: the bits depend on it).
function(pn_target target)
    set_target_properties(${target} PROPERTIES
        CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
        C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        CXX_VISIBILITY_PRESET hidden C_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
        POSITION_INDEPENDENT_CODE ON)
    if(MSVC) # untested
        target_compile_options(${target} PRIVATE /W4 /fp:strict /utf-8 $<$<BOOL:${PN_WERROR}>:/WX>)
        return()
    endif()
    target_compile_options(${target} PRIVATE
        -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -ffp-contract=off
        $<$<COMPILE_LANGUAGE:CXX>:-Wno-psabi>)
    if(PN_WERROR AND NOT PN_SANITIZE) # gcc misjudges what a sanitizer adds; the other presets see the same warnings
        target_compile_options(${target} PRIVATE -Werror)
    endif()
    if(PN_SANITIZE)
        target_compile_options(${target} PRIVATE -fsanitize=${PN_SANITIZE} -fno-omit-frame-pointer
                                                 -fno-sanitize-recover=all)
        target_link_options(${target} PRIVATE -fsanitize=${PN_SANITIZE})
    endif()
    if(PN_FUZZ)
        target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
        target_link_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
endfunction()
