// Adds partials pairwise: i with i + 1, then with i + 2, ... Needs: the Partials block.

// Adds eight neighbours. They are loaded together, because nothing else hides the latency of a load here. Device only:
// the CPU's pairwiseSum adds two halves recursively, which is the same tree.
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

// The sum of count values, stride words apart. count is a power of two, at most kCombinePartials.
float pairwiseSum(uint first, uint stride, uint count)
{
    if (count == 1u)
        return partials[first];
    float a = partials[first], b = partials[first + stride];
    precise float two = a + b;
    if (count == 2u)
        return two;
    float c = partials[first + 2u * stride], d = partials[first + 3u * stride];
    precise float other = c + d;
    precise float four = two + other;
    if (count == 4u)
        return four;
    precise float eight = sumOfEight(first, stride);
    if (count == 8u)
        return eight;
    precise float sixteen = eight + sumOfEight(first + 8u * stride, stride);
    if (count == 16u)
        return sixteen;
    precise float more = sumOfEight(first + 16u * stride, stride) + sumOfEight(first + 24u * stride, stride);
    precise float sum = sixteen + more;
    return sum;
}
