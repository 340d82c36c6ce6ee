// From the moments of a probe's faces to its canonical coefficients:
//
//   coefficient = scale * sum over faces and moments of factor * moment
//
// in the order of the terms, which the host worked out; twin of plugin/core/kernel/sh_finalize.cpp, and
// docs/math.md, section 5. Needs: kFinishes, moments (shared, [probe][face][moment][channel] of the workgroup), the
// Terms and FirstTerms blocks, kBands, params.

// In shared memory, where all are there at once: from memory, a lane would wait for one after the other.
shared uvec2 groupTerms[kFinishes ? kMaxFinishTerms : 1u];
shared uint groupFirstTerms[kFinishes ? kMaxFinishFirstTerms : 1u];

// To be followed by a barrier. Device only: the CPU reads the plan itself.
void loadTerms()
{
    for (uint i = gl_LocalInvocationID.x; i <= kBands * kBands; i += gl_WorkGroupSize.x)
        groupFirstTerms[i] = firstTerms[params.firstTermOffset + i];
    for (uint i = gl_LocalInvocationID.x; i < params.termCount; i += gl_WorkGroupSize.x)
        groupTerms[i] = terms[params.termOffset + i];
}

float zeroTinyMoment(float value)
{
    return (floatBitsToUint(value) & ~kSignBit) < kTinyMomentBits ? 0.0 : value;
}

// A channel of a coefficient; firstMoment is the place of the probe's first moment of that channel.
float finalizeCoefficient(uint firstMoment, uint coefficient)
{
    precise float sum = 0.0;
    uint end = groupFirstTerms[coefficient + 1u];
    for (uint t = groupFirstTerms[coefficient]; t < end; ++t)
    {
        uvec2 term = groupTerms[t];
        sum = sum + moments[firstMoment + 3u * term.x] * uintBitsToFloat(term.y);
    }
    precise float scaled = zeroTinyMoment(sum) * uintBitsToFloat(params.scaleBits);
    bool isZero = (floatBitsToUint(scaled) & ~kSignBit) == 0u;
    return isZero ? 0.0 : scaled; // no negative zero
}
