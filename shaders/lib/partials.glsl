// Adding partials pairwise: i with i + 1, then i + 2, ... Needs: the Partials block.

// The tree as a stack of sums: after the leaf of index i come as many additions as i ends in ones.
void addLeaf(uint index, float leaf, inout float stack[6])
{
    precise float sum = leaf;
    uint level = 0u;
    for (; (index >> level & 1u) != 0u; ++level)
        sum = stack[level] + sum;
    stack[level] = sum;
}

// Eight neighbours, loaded together: a load waits long, and nothing else hides it here.
float sumOfEight(uint first, uint stride)
{
    float a = partials[first], b = partials[first + stride], c = partials[first + 2u * stride];
    float d = partials[first + 3u * stride], e = partials[first + 4u * stride], f = partials[first + 5u * stride];
    float g = partials[first + 6u * stride], h = partials[first + 7u * stride];
    precise float ab = a + b, cd = c + d, ef = e + f, gh = g + h;
    precise float abcd = ab + cd, efgh = ef + gh;
    precise float sum = abcd + efgh;
    return sum;
}

// Sum of count values that lie stride words apart; count is a power of two, at most kCombinePartials.
float pairwiseSum(uint first, uint stride, uint count)
{
    float stack[6];
    if (count < 8u)
    {
        for (uint i = 0u; i < count; ++i)
            addLeaf(i, partials[first + i * stride], stack);
        return stack[findMSB(count)];
    }
    for (uint i = 0u; i < count / 8u; ++i)
        addLeaf(i, sumOfEight(first + i * 8u * stride, stride), stack);
    return stack[findMSB(count / 8u)];
}
