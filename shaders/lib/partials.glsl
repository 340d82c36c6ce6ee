// Adding partials pairwise: i with i + 1, then i + 2, ... Needs: the Partials block.
#extension GL_EXT_control_flow_attributes : require

// Sum of count values (a power of two, at most kCombinePartials) that lie stride words apart. Missing ones count as
// zero and change nothing.
float pairwiseSum(uint first, uint stride, uint count)
{
    precise float values[kCombinePartials];
    [[unroll]] for (uint i = 0u; i < kCombinePartials; ++i)
        values[i] = i < count ? partials[first + i * stride] : 0.0;
    [[unroll]] for (uint step = 1u; step < kCombinePartials; step *= 2u)
        [[unroll]] for (uint i = 0u; i < kCombinePartials; i += 2u * step)
            values[i] = values[i] + values[i + step];
    return values[0];
}
