// Keywords of the pass of ProbeNorm/Lit that fills the G-buffer, in every version of URP. Include it with pragmas.
#pragma exclude_renderers gles gles3 glcore
#pragma multi_compile_fragment _ _GBUFFER_NORMALS_OCT
#pragma multi_compile_fragment _ _RENDER_PASS_ENABLED
