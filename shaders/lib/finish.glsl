// Makes canonical coefficients from the moments of a probe's faces:
//
//   coefficient = scale * sum over faces and moments of factor * moment
//
// in the order of the terms, which the host worked out; twin of plugin/core/kernel/sh_finalize.cpp, and
// docs/math.md, section 5. Needs: kFinishes, moments (shared, [probe][face][moment][channel] of the workgroup), the
// Terms and FirstTerms blocks, kBands, params.

// The terms are in shared memory. From device memory, a lane would wait for one term after the other.
shared uvec2 groupTerms[kFinishes ? kMaxFinishTerms : 1u];
shared uint groupFirstTerms[kFinishes ? kMaxFinishFirstTerms : 1u];

// Must be followed by a barrier. Device only: the CPU reads the plan itself.
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

// One channel of a coefficient. firstMoment is the index of that channel in the probe's first moment.
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
