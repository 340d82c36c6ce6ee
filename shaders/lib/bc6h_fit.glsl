// Lines through the texels of a block of BC6H: the device's plugin/core/kernel/bc6h_fit-inl.h.

// The index of a texel, of 4 bits each.
int indexOf(uvec2 indices, uint texel)
{
    return int((texel < 8u ? indices.x : indices.y) >> (4u * (texel & 7u)) & 15u);
}

void setIndex(inout uvec2 indices, uint texel, int index) // which is 0
{
    uint bits = uint(index) << (4u * (texel & 7u));
    if (texel < 8u)
        indices.x |= bits;
    else
        indices.y |= bits;
}

int quotient(int value, int divisor)
{
    int result = abs(value) / divisor;
    return value < 0 ? -result : result;
}

int roundedQuotient(int value, int divisor)
{
    return quotient(value + (value < 0 ? -(divisor >> 1) : divisor >> 1), divisor);
}

int dotOf(ivec3 a, ivec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

int largest(ivec3 v)
{
    v = abs(v);
    return max(max(v.x, v.y), v.z);
}

// A half's bits as an integer with its sign. NaN is 0, and an infinity is the largest half.
int integerOf(uint word)
{
    int magnitude = int(word & 0x7fffu);
    int value = magnitude > 0x7c00 ? 0 : min(magnitude, 0x7bff);
    return (word & 0x8000u) == 0u ? value : kSigned ? -value : 0;
}

// A texel of the lane has three words: red and green of its halves, the blue of both, and red and green of its line.
uint placeOf(uint texel, uint word)
{
    return (3u * texel + word) * kBc6hGroupSize + gl_LocalInvocationIndex;
}

ivec3 halvesOf(uint texel)
{
    int redGreen = int(texels[placeOf(texel, 0u)]), blues = int(texels[placeOf(texel, 1u)]);
    return ivec3(redGreen << 16 >> 16, redGreen >> 16, blues << 16 >> 16);
}

// What lines are fitted to: 2 (half - least) >> shift.
ivec3 lineOf(uint texel)
{
    uint redGreen = texels[placeOf(texel, 2u)];
    return ivec3(uvec3(redGreen & 0xffffu, redGreen >> 16, texels[placeOf(texel, 1u)] >> 16));
}

void loadTexels(uint block)
{
    uint column = block % params.columns, row = block / params.columns;
    ivec3 values[16], most;
    for (uint i = 0u; i < 16u; ++i)
    {
        uint x = min(4u * column + (i & 3u), params.width - 1u), y = min(4u * row + (i >> 2), params.height - 1u);
        uvec2 words = texels2[y * params.width + x];
        values[i] = ivec3(integerOf(words.x), integerOf(words.x >> 16), integerOf(words.y));
        gLeast = i == 0u ? values[i] : min(gLeast, values[i]);
        most = i == 0u ? values[i] : max(most, values[i]);
    }
    int whole = largest(most - gLeast);
    gShift = 0;
    for (int bound = kBc6hMostRange; bound < 65536; bound *= 2)
        gShift += whole > bound ? 1 : 0;
    gRange = (whole << 1) >> gShift;
    for (uint i = 0u; i < 16u; ++i)
    {
        ivec3 line = ((values[i] - gLeast) << 1) >> gShift;
        texels[placeOf(i, 0u)] = uint((values[i].x & 0xffff) | values[i].y << 16);
        texels[placeOf(i, 1u)] = uint((values[i].z & 0xffff) | line.z << 16);
        texels[placeOf(i, 2u)] = uint(line.x | line.y << 16);
    }
}

// Sums over texels of 1, of channels, and of their products: rr, rg, rb and gg, gb, bb.
struct Moments
{
    int n;
    ivec3 sum, red, others;
};

// Sums over the texels whose bits the shape has, of colours with at most 10 bits.
Moments momentsOf(uint shape)
{
    int shift = max(findMSB(gRange | 1) - 9, 0);
    Moments m = Moments(0, ivec3(0), ivec3(0), ivec3(0));
    for (uint i = 0u; i < 16u; ++i)
        if ((shape >> i & 1u) != 0u)
        {
            ivec3 v = lineOf(i) >> shift;
            m.n += 1;
            m.sum += v;
            m.red += v.x * v;
            m.others += ivec3(v.y * v.y, v.y * v.z, v.z * v.z);
        }
    return m;
}

Moments less(Moments a, Moments b)
{
    return Moments(a.n - b.n, a.sum - b.sum, a.red - b.red, a.others - b.others);
}

// The principal axis of texels by steps of the power method, and how far they lie from it.
struct Axis
{
    ivec3 direction;
    int rest;
};

Axis axisOf(Moments m)
{
    ivec3 red = m.n * m.red - m.sum.x * m.sum;
    ivec3 others = m.n * m.others - ivec3(m.sum.y * m.sum.y, m.sum.y * m.sum.z, m.sum.z * m.sum.z);
    int most = max(max(red.x, others.x), others.z);
    int shift = max(findMSB(most >> 7 | 1) - 6, 0);
    ivec3 v = red.x == most ? red : others.x == most ? ivec3(red.y, others.xy) : ivec3(red.z, others.yz);
    red >>= shift;
    others >>= shift;
    v >>= shift;
    ivec3 green = ivec3(red.y, others.xy), blue = ivec3(red.z, others.yz);
    int before = 1, after = 0;
    for (uint i = 0u; i < kBc6hAxisSteps; ++i)
    {
        before = max(largest(v), 1);
        ivec3 w = ivec3(dotOf(red, v), dotOf(green, v), dotOf(blue, v));
        after = largest(w);
        v = w >> max(findMSB(after >> 7 | 1) - 6, 0);
    }
    int along = quotient(after, before);
    int across = max(red.x + green.y + blue.z - along, 0);
    Axis axis;
    axis.direction = (v << 10) >> (findMSB(largest(v) | 1) + 1);
    axis.rest = quotient(((across + (along >> 6)) << shift) >> 6, m.n);
    return axis;
}

struct Line
{
    ivec3 from, to;
};

struct Fit
{
    Line first, second;
};

// The texels of a subset along the axis through their mean.
struct Extent
{
    ivec3 direction, sum;
    int least, most;
};

void extend(ivec3 texel, int place, inout Extent extent)
{
    extent.sum += texel;
    extent.least = min(extent.least, place);
    extent.most = max(extent.most, place);
}

Extent extentAlong(ivec3 direction)
{
    return Extent(direction, ivec3(0), 1 << 30, -(1 << 30));
}

// Ends where the outermost texels are next to the axis.
Line lineOf(Extent extent, int count)
{
    ivec3 direction = extent.direction;
    ivec3 mean = ivec3(roundedQuotient(extent.sum.x, count), roundedQuotient(extent.sum.y, count),
                       roundedQuotient(extent.sum.z, count));
    int middle = dotOf(mean, direction), square = max(dotOf(direction, direction) >> 8, 1);
    int back = quotient((extent.least - middle) << 4, square), ahead = quotient((extent.most - middle) << 4, square);
    return Line(mean + ((direction * back) >> 12), mean + ((direction * ahead) >> 12));
}

// Sums over texels for the least squares: of their indices x, of x x, of colours t, and of x t.
struct Regression
{
    int n, x, xx;
    ivec3 t, xt;
};

Regression noRegression()
{
    return Regression(0, 0, 0, ivec3(0), ivec3(0));
}

void add(int index, ivec3 texel, inout Regression r)
{
    r.n += 1;
    r.x += index;
    r.xx += index * index;
    r.t += texel;
    r.xt += index * texel;
}

// The line at the indices 0 and last; the one that there was where all indices are alike.
Line lineOf(Regression r, int last, Line before)
{
    int scale = r.n * r.xx - r.x * r.x;
    if (scale <= 0)
        return before;
    ivec3 from = r.xx * r.t - r.x * r.xt, to = from + last * (r.n * r.xt - r.x * r.t);
    Line line;
    for (int c = 0; c < 3; ++c)
    {
        line.from[c] = clamp(roundedQuotient(from[c], scale), -kBc6hOvershoot, gRange + kBc6hOvershoot);
        line.to[c] = clamp(roundedQuotient(to[c], scale), -kBc6hOvershoot, gRange + kBc6hOvershoot);
    }
    return line;
}
