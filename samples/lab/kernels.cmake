# pn_add_lab_kernels(<folder> <rung>...): the kernels <folder>/<rung>.comp, called <folder>_<rung>.
function(pn_add_lab_kernels folder)
    foreach(rung IN LISTS ARGN)
        pn_add_lab_kernel(${folder}_${rung} shaders/${folder}/${rung}.comp)
    endforeach()
endfunction()

# Every rung of the reductions also has a variant for pairs of words.
set(reductions interleaved_modulo interleaved_strided sequential first_add last_subgroup unrolled multiple_adds atomic
    recursive shuffle_down subgroup_add butterfly vectorized last_on_cpu)
pn_add_lab_kernels(reduce ${reductions})
foreach(rung IN LISTS reductions)
    pn_add_lab_kernel(reduce_${rung}_pairs shaders/reduce/${rung}.comp PN_PAIRS)
endforeach()
pn_add_lab_kernel(reduce_atomic_float shaders/reduce/atomic.comp PN_FLOAT_ATOMICS)

pn_add_lab_kernels(scan hillis_steele blelloch subgroups add reduce_then_scan)
pn_add_lab_kernel(scan_chunk_sums shaders/scan/reduce_then_scan.comp PN_CHUNK_SUMS)
pn_add_lab_kernel(scan_chained shaders/scan/chained.comp PN_SCAN_ROWS=8)
pn_add_lab_kernel(scan_chained_ordered shaders/scan/chained.comp PN_SCAN_ROWS=16)
pn_add_lab_kernel(segmented_scan_chunk_sums shaders/scan/reduce_then_scan.comp PN_SEGMENTED PN_CHUNK_SUMS)
pn_add_lab_kernel(segmented_scan_reduce_then_scan shaders/scan/reduce_then_scan.comp PN_SEGMENTED)
pn_add_lab_kernel(segmented_scan_chained shaders/scan/chained.comp PN_SEGMENTED PN_SCAN_ROWS=4)

pn_add_lab_kernels(histogram global blocks copies subgroups)
pn_add_lab_kernel(histogram_reduce shaders/histogram/blocks.comp PN_REDUCE)

pn_add_lab_kernels(compact scan ballot chained)
pn_add_lab_kernel(compact_flags shaders/compact/scan.comp PN_FLAGS)
pn_add_lab_kernel(compact_count shaders/compact/ballot.comp PN_COUNT)
pn_add_lab_kernel(compact_scan_mask shaders/compact/scan.comp PN_MASK)
pn_add_lab_kernel(compact_flags_mask shaders/compact/scan.comp PN_MASK PN_FLAGS)
pn_add_lab_kernel(compact_ballot_mask shaders/compact/ballot.comp PN_MASK)
pn_add_lab_kernel(compact_count_mask shaders/compact/ballot.comp PN_MASK PN_COUNT)
pn_add_lab_kernel(compact_chained_mask shaders/compact/chained.comp PN_MASK)

pn_add_lab_kernels(segmented lanes groups subgroups)
pn_add_lab_kernels(transpose naive tiled padded blocks)
