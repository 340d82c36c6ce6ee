// The chunks of compaction's rung 3, packed.
// Needs: compact.glsl.

uint firstOfChunk(uint chunk)
{
    return chunk * params.chunkElements;
}

uint chunkCount()
{
    return (params.count + params.chunkElements - 1u) / params.chunkElements;
}
