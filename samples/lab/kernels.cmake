# One line per kernel, or per variant of one. Those of reduction have a variant for pairs of words.
foreach(kernel IN ITEMS interleaved_modulo interleaved_strided sequential first_add last_subgroup unrolled multiple_adds
        atomic recursive shuffle_down subgroup_add butterfly vectorized)
    pn_add_lab_kernel(${kernel} shaders/${kernel}.comp)
    pn_add_lab_kernel(${kernel}_pairs shaders/${kernel}.comp PN_PAIRS)
endforeach()
pn_add_lab_kernel(atomic_float shaders/atomic.comp PN_FLOAT_ATOMICS)
pn_add_lab_kernel(sh_contributions shaders/sh_contributions.comp)
foreach(kernel IN ITEMS scan_hillis_steele scan_blelloch scan_subgroups scan_add scan_reduce scan_chunks scan_chained
        histogram_global histogram_shared
        compact_flags compact_scatter compact_count compact_tiles compact_pack compact_gather compact_chained compact_bound
        segmented_lanes segmented_groups segmented_subgroups segmented_bounds segmented_tiles segmented_carries segmented_scan
        segmented_add transpose_naive transpose_tiled transpose_blocks)
    pn_add_lab_kernel(${kernel} shaders/${kernel}.comp)
endforeach()
pn_add_lab_kernel(scan_chained_ordered shaders/scan_chained.comp PN_SCAN_VECTORS=4)
pn_add_lab_kernel(histogram_subgroups shaders/histogram_shared.comp PN_AGGREGATE)
