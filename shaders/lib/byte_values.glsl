// The values of bytes, from a table of the texel format. Needs: PN_BYTES if texels are bytes, kByteValues, geometry,
// params.

// The table is in shared memory: every texel needs three lookups, which would otherwise queue behind the texels of the
// next row.
#ifdef PN_BYTES
shared float byteValues[kByteValues];
#endif

// Device only: the CPU reads its tables in place.
void loadByteValues()
{
#ifdef PN_BYTES
    for (uint i = gl_LocalInvocationID.x; i < kByteValues; i += gl_WorkGroupSize.x)
        byteValues[i] = geometry[params.tableOffset + i];
    barrier();
#endif
}

// Device only, as loadByteValues.
float byteValue(uint byte)
{
#ifdef PN_BYTES
    return byteValues[byte];
#else
    return 0.0;
#endif
}
