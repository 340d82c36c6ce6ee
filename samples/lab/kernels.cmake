# pn_add_reduce_kernels(<shader> <variant>...): two kernels per variant, compiled with a define of its name: for words, and for
# pairs of words.
function(pn_add_reduce_kernels shader)
    foreach(variant IN LISTS ARGN)
        string(TOUPPER "PN_${variant}" define)
        pn_add_lab_kernel(${variant} shaders/${shader}.comp ${define})
        pn_add_lab_kernel(${variant}_pairs shaders/${shader}.comp ${define} PN_PAIRS)
    endforeach()
endfunction()

pn_add_reduce_kernels(reduce_tree interleaved_modulo interleaved_strided sequential first_add last_subgroup unrolled
    multiple_adds recursive)
pn_add_reduce_kernels(reduce_subgroup shuffle_down subgroup_add)
pn_add_reduce_kernels(reduce_atomic atomic)
pn_add_reduce_kernels(reduce_butterfly butterfly)
pn_add_reduce_kernels(reduce_vectorized vectorized)
pn_add_lab_kernel(atomic_float shaders/reduce_atomic.comp PN_FLOAT_ATOMICS)
