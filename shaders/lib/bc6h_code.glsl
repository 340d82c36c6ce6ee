// Quantized endpoints and indices of a block of BC6H, and their error: the device's
// plugin/core/kernel/bc6h_code-inl.h.

// The endpoints w, x, y, z.
struct Points
{
    ivec3 w, x, y, z;
};

// All that a block says; indices have 4 bits each.
struct Coding
{
    int error;
    uint mode, shape;
    Points points;
    uvec2 indices;
};

Coding noCoding()
{
    return Coding(0x7fffffff, 0u, 0u, Points(ivec3(0), ivec3(0), ivec3(0), ivec3(0)), uvec2(0u));
}

int bitsOf(uint mode)
{
    return int(tables[kBc6hBits + mode] & 255u);
}

ivec3 deltaBitsOf(uint mode)
{
    return ivec3(uvec3(tables[kBc6hBits + mode]) >> uvec3(8u, 16u, 24u) & 255u);
}

int lastIndexOf(bool two)
{
    return two ? 7 : 15;
}

int weightOf(bool two, int index)
{
    return (index * (two ? 9362 : 4369) + 512) >> 10;
}

// A line's value as the 16 bits that endpoints are quantized from, with its sign.
int wideOf(int line, int least)
{
    int twice = (least << 1) + (line << gShift);
    int magnitude = min(kSigned ? abs(twice) : max(twice, 0), 63486) + 1;
    int value = magnitude + ((magnitude * 1057) >> 15); // * 32 / 31
    return !kSigned ? value : twice < 0 ? -((value + 1) >> 1) : (value + 1) >> 1;
}

ivec3 wideOf(ivec3 line)
{
    return ivec3(wideOf(line.x, gLeast.x), wideOf(line.y, gLeast.y), wideOf(line.z, gLeast.z));
}

ivec3 quantized(ivec3 wide, int bits)
{
    return kSigned ? sign(wide) * (abs(wide) >> (16 - bits)) : wide >> (16 - bits);
}

int unquantized(int value, int bits)
{
    int used = kSigned ? bits - 1 : bits, magnitude = abs(value);
    int result = (magnitude << (16 - bits)) + ((kSigned ? 0x4000 : 0x8000) >> used);
    if (magnitude == 0)
        return 0;
    if (magnitude == (1 << used) - 1)
        result = kSigned ? 0x7fff : 0xffff;
    return value < 0 ? -result : result;
}

ivec3 unquantized(ivec3 value, int bits)
{
    return ivec3(unquantized(value.x, bits), unquantized(value.y, bits), unquantized(value.z, bits));
}

// 16 bits as a value of a line.
ivec3 lineOfWide(ivec3 value)
{
    ivec3 twice = kSigned ? sign(value) * ((abs(value) * 31) >> 4) : (value * 31) >> 5;
    return (twice - (gLeast << 1)) >> gShift;
}

// What the decoder makes of from * (64 - weight) + to * weight + 32.
ivec3 halfOf(ivec3 sum)
{
    ivec3 value = sum >> 6;
    return kSigned ? sign(value) * ((abs(value) * 31) >> 5) : (value * 31) >> 6;
}

// The index of the place that is nearest to a texel, on the line between two endpoints.
struct Ruler
{
    ivec3 scale;
    int base, shift;
};

Ruler rulerOf(ivec3 from, ivec3 to, int last)
{
    ivec3 way = to - from;
    int up = 13 - findMSB(largest(way) | 1);
    ivec3 wide = way << up;
    int factor = quotient(last << 25, max(dotOf(wide, wide) >> 13, 1));
    Ruler ruler;
    ruler.shift = 24 - up;
    ruler.scale = (wide * factor) >> 14;
    ruler.base = (1 << (ruler.shift - 1)) - dotOf(from, ruler.scale);
    return ruler;
}

// The subset's texel whose index lacks its highest bit must be nearer to the line's beginning.
void orientLine(uint anchor, inout Line line)
{
    ivec3 way = line.to - line.from;
    if (dotOf(lineOf(anchor), way) << 1 > dotOf(line.from + line.to, way))
        line = Line(line.to, line.from);
}

void orient(bool two, int anchor, inout Fit fit)
{
    orientLine(0u, fit.first);
    if (two)
        orientLine(uint(anchor), fit.second);
}

Points widePoints(bool two, Fit fit)
{
    Points wide = Points(wideOf(fit.first.from), wideOf(fit.first.to), ivec3(0), ivec3(0));
    if (two)
    {
        wide.y = wideOf(fit.second.from);
        wide.z = wideOf(fit.second.to);
    }
    return wide;
}

ivec3 nearestDelta(ivec3 value, ivec3 w, ivec3 bound)
{
    return w + clamp(value - w, -bound, bound - 1);
}

// Deltas that do not fit become the nearest that do.
Points quantizedPoints(bool two, Points wide, uint mode)
{
    int bits = bitsOf(mode);
    ivec3 bound = ivec3(1) << (deltaBitsOf(mode) - 1);
    Points q = Points(quantized(wide.w, bits), ivec3(0), ivec3(0), ivec3(0));
    q.x = nearestDelta(quantized(wide.x, bits), q.w, bound);
    if (two)
    {
        q.y = nearestDelta(quantized(wide.y, bits), q.w, bound);
        q.z = nearestDelta(quantized(wide.z, bits), q.w, bound);
    }
    return q;
}

// The bits of a delta but for its sign.
ivec3 magnitudeBits(ivec3 value, ivec3 w)
{
    ivec3 delta = value - w;
    return delta ^ (delta >> 31);
}

// The mode with the finest endpoints whose deltas fit as they are.
uint finestMode(bool two, Points wide)
{
    uint finest = tables[kBc6hFromCoarse + (two ? 0u : 10u)]; // always does
    int bits = 0;
    ivec3 deltas;
    for (uint i = two ? 1u : 11u; i < (two ? 10u : 14u); ++i)
    {
        uint mode = tables[kBc6hFromCoarse + i];
        if (bits != bitsOf(mode))
        {
            bits = bitsOf(mode);
            ivec3 w = quantized(wide.w, bits);
            deltas = magnitudeBits(quantized(wide.x, bits), w);
            if (two)
                deltas |= magnitudeBits(quantized(wide.y, bits), w) | magnitudeBits(quantized(wide.z, bits), w);
        }
        if (all(lessThan(deltas, ivec3(1) << (deltaBitsOf(mode) - 1))))
            finest = mode;
    }
    return finest;
}

int lossOf(ivec3 q, ivec3 wide, int bits)
{
    ivec3 way = min(abs(unquantized(q, bits) - wide), ivec3(kBc6hMostLoss));
    return dotOf(way, way);
}

// How far a mode of two subsets moves endpoints: a sum of squares.
int loss(Points wide, uint mode)
{
    Points q = quantizedPoints(true, wide, mode);
    int bits = bitsOf(mode);
    return lossOf(q.w, wide.w, bits) + lossOf(q.x, wide.x, bits) + lossOf(q.y, wide.y, bits) + lossOf(q.z, wide.z, bits);
}

int mostIndexOf(bool two, int anchor, uint texel)
{
    int last = lastIndexOf(two);
    return texel == 0u || (two && int(texel) == anchor) ? last >> 1 : last;
}

int errorOf(ivec3 halves, ivec3 base, ivec3 way, int weight)
{
    ivec3 wrong = abs(halfOf(base + way * weight) - halves) >> gShift;
    return dotOf(wrong, wrong);
}

// Indices for these endpoints, and their error. Exact: the second nearest index of each is tried, too.
Coding codePoints(bool two, bool isExact, uint shape, int anchor, Points points, uint mode)
{
    int bits = bitsOf(mode), last = lastIndexOf(two);
    Points ends = Points(unquantized(points.w, bits), unquantized(points.x, bits), ivec3(0), ivec3(0));
    Ruler first = rulerOf(lineOfWide(ends.w), lineOfWide(ends.x), last), second = first;
    if (two)
    {
        ends.y = unquantized(points.y, bits);
        ends.z = unquantized(points.z, bits);
        second = rulerOf(lineOfWide(ends.y), lineOfWide(ends.z), last);
    }
    // Points are from * (64 - weight) + to * weight + 32.
    ivec3 base = ends.w * 64 + 32, secondBase = ends.y * 64 + 32, way = ends.x - ends.w, secondWay = ends.z - ends.y;
    Coding coding = Coding(0, mode, 0u, points, uvec2(0u));
    for (uint i = 0u; i < 16u; ++i)
    {
        bool isSecond = two && (shape >> i & 1u) != 0u;
        Ruler ruler = first;
        if (isSecond)
            ruler = second;
        ivec3 texelBase = isSecond ? secondBase : base, texelWay = isSecond ? secondWay : way, wanted = halvesOf(i);
        int most = mostIndexOf(two, anchor, i);
        int place = dotOf(lineOf(i), ruler.scale) + ruler.base, nearest = place >> ruler.shift;
        int index = clamp(nearest, 0, most);
        int least = errorOf(wanted, texelBase, texelWay, weightOf(two, index));
        if (isExact)
        {
            int tried = clamp(nearest + (place >> (ruler.shift - 1) & 1) * 2 - 1, 0, most);
            int error = errorOf(wanted, texelBase, texelWay, weightOf(two, tried));
            index = error < least ? tried : index;
            least = min(error, least);
        }
        coding.error += least;
        setIndex(coding.indices, i, index);
    }
    return coding;
}

// The lines that are best for indices, in the least squares.
void refine(bool two, uint shape, uvec2 indices, inout Fit fit)
{
    Regression first = noRegression(), second = noRegression();
    for (uint i = 0u; i < 16u; ++i)
    {
        int index = indexOf(indices, i);
        if (two && (shape >> i & 1u) != 0u)
            add(index, lineOf(i), second);
        else
            add(index, lineOf(i), first);
    }
    fit.first = lineOf(first, lastIndexOf(two), fit.first);
    if (two)
        fit.second = lineOf(second, lastIndexOf(two), fit.second);
}

bool isValid(bool two, ivec4 points, int bits, int deltaBits)
{
    int most = (1 << (kSigned ? bits - 1 : bits)) - 1, bound = 1 << (deltaBits - 1);
    int least = min(points.x, points.y), greatest = max(points.x, points.y);
    if (two)
    {
        least = min(least, min(points.z, points.w));
        greatest = max(greatest, max(points.z, points.w));
    }
    return least >= (kSigned ? -most : 0) && least >= points.x - bound && greatest <= most && greatest < points.x + bound;
}

// The channel's points w, x, y, z with those of a subset moved by one where this lessens the errors, and the least error.
int bestMove(bool isSecond, bool two, int bits, int deltaBits, ivec3 errors[3], inout ivec4 points)
{
    ivec4 best = points;
    ivec2 own = isSecond ? points.zw : points.xy;
    int least = errors[1].y;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
        {
            ivec2 moved = own + ivec2(i - 1, k - 1);
            ivec4 tried = isSecond ? ivec4(points.xy, moved) : ivec4(moved, points.zw);
            if (errors[i][k] < least && isValid(two, tried, bits, deltaBits))
            {
                least = errors[i][k];
                best = tried;
            }
        }
    points = best;
    return least;
}

// Moves both endpoints of each subset by one in a channel where this lessens the error, which it returns.
int polishChannel(bool two, uint shape, int c, Coding coding, inout ivec4 points)
{
    int bits = bitsOf(coding.mode), deltaBits = deltaBitsOf(coding.mode)[c];
    ivec3 step = ivec3(-1, 0, 1), firstFrom = unquantized(points.x + step, bits), firstTo = unquantized(points.y + step, bits);
    ivec3 secondFrom = unquantized(points.z + step, bits), secondTo = unquantized(points.w + step, bits);
    // Errors with the ends moved: from in rows, to in columns.
    ivec3 first[3] = ivec3[3](ivec3(0), ivec3(0), ivec3(0)), second[3] = first;
    for (uint texel = 0u; texel < 16u; ++texel)
    {
        bool isSecond = two && (shape >> texel & 1u) != 0u;
        int weight = weightOf(two, indexOf(coding.indices, texel)), wanted = halvesOf(texel)[c];
        ivec3 from = isSecond ? secondFrom : firstFrom, to = (isSecond ? secondTo : firstTo) * weight + 32;
        for (int i = 0; i < 3; ++i)
        {
            ivec3 wrong = abs(halfOf(from[i] * (64 - weight) + to) - wanted) >> gShift;
            if (isSecond)
                second[i] += wrong * wrong;
            else
                first[i] += wrong * wrong;
        }
    }
    int error = bestMove(false, two, bits, deltaBits, first, points);
    return two ? error + bestMove(true, two, bits, deltaBits, second, points) : error;
}

// Moves endpoints by one where this lessens the error, some times.
void polish(bool two, inout Coding best)
{
    uint shape = two ? tables[kBc6hShapes + best.shape] : 0u;
    int anchor = int(tables[kBc6hAnchors + best.shape]);
    for (uint round = 0u;; ++round)
    {
        Coding exact = codePoints(two, true, shape, anchor, best.points, best.mode);
        exact.shape = best.shape;
        if (exact.error < best.error)
            best = exact;
        if (round == kBc6hPolishRounds)
            return;
        Coding moved = best;
        moved.error = 0;
        for (int c = 0; c < 3; ++c)
        {
            ivec4 points = ivec4(moved.points.w[c], moved.points.x[c], moved.points.y[c], moved.points.z[c]);
            moved.error += polishChannel(two, shape, c, best, points);
            moved.points.w[c] = points.x;
            moved.points.x[c] = points.y;
            moved.points.y[c] = points.z;
            moved.points.z[c] = points.w;
        }
        if (moved.error >= best.error)
            return;
        best = moved;
    }
}

// 128 bits, which are put from the lowest on.
uvec4 gBits;
uint gPosition;

void put(uint value, uint count)
{
    uint at = gPosition >> 5, shift = gPosition & 31u;
    value &= (1u << count) - 1u;
    uint high = shift == 0u ? 0u : value >> (32u - shift);
    for (uint i = 0u; i < 4u; ++i)
        gBits[i] |= i == at ? value << shift : i == at + 1u ? high : 0u;
    gPosition += count;
}

uvec4 packed(Coding coding)
{
    bool two = coding.mode < 10u;
    gBits = uvec4(0u);
    gPosition = 0u;
    uint code = tables[kBc6hCodes + coding.mode];
    put(code, code > 1u ? 5u : 2u);
    bool isDelta = deltaBitsOf(coding.mode).x <= 16;
    uint begin = tables[kBc6hRunBegins + coding.mode], end = tables[kBc6hRunBegins + coding.mode + 1u];
    for (uint run = begin; run < end; ++run)
    {
        uint what = tables[kBc6hRuns + run]; // value, lowest, count, falls: a byte each
        uint endpoint = (what & 255u) / 3u, c = (what & 255u) % 3u, count = what >> 16 & 255u;
        ivec3 point = endpoint == 0u   ? coding.points.w
                      : endpoint == 1u ? coding.points.x
                      : endpoint == 2u ? coding.points.y
                                       : coding.points.z;
        int value = c == 0u ? point.x : c == 1u ? point.y : point.z;
        ivec3 w = coding.points.w;
        if (isDelta && endpoint > 0u)
            value -= c == 0u ? w.x : c == 1u ? w.y : w.z;
        uint bits = uint(value) >> (what >> 8 & 255u);
        put(what >> 24 != 0u ? bitfieldReverse(bits) >> (32u - count) : bits, count);
    }
    if (two)
        put(coding.shape, 5u);
    int anchor = int(tables[kBc6hAnchors + coding.shape]);
    for (uint i = 0u; i < 16u; ++i)
        put(uint(indexOf(coding.indices, i)), (two ? 3u : 4u) - (mostIndexOf(two, anchor, i) < lastIndexOf(two) ? 1u : 0u));
    return gBits;
}
