# Every kernel ProbeNorm ships, one line a variant; each also comes as <variant>_rte. See docs/shaders.md.
pn_add_kernel(sh_project sh_project.comp)
pn_add_kernel(sh_project_subgroup sh_project.comp PN_SUBGROUPS)
pn_add_kernel(sh_combine sh_combine.comp)
pn_add_kernel(sh_finalize sh_finalize.comp)
