#include "image/files/bytes.h"
#include "image/files/cancel.h"
#include "image/files/error.h"
#include "image/formats/ktx.h"
#include "image/texels/bc6h.h"
#include "image/texels/convert.h"

#include <zstd.h>

#include <algorithm>
#include <memory>
#include <new>
#include <string>

namespace pn::image {

namespace {

// One channel of a texel, as the Khronos Data Format Specification describes samples.
struct Sample
{
    std::uint8_t channel; // 0 red, 1 green, 2 blue, 15 alpha; with qualifier bits
    std::uint8_t bitOffset;
    std::uint8_t bitLength;
    std::uint32_t lower;
    std::uint32_t upper;
};

constexpr std::uint8_t kAlpha = 15;
constexpr std::uint8_t kExponent = 0x20;
constexpr std::uint8_t kSigned = 0x40;
constexpr std::uint8_t kFloat = 0x80;
constexpr std::uint8_t kLinear = 0x10; // alpha of an sRGB format

struct Description
{
    std::uint32_t typeSize;
    bool isSrgb;
    std::vector<Sample> samples;
};

std::vector<Sample> floatSamples(std::uint8_t bits, std::uint8_t count)
{
    constexpr std::uint32_t kMinusOne = 0xBF800000;
    constexpr std::uint32_t kOne = 0x3F800000;
    std::vector<Sample> samples;
    for (std::uint8_t i = 0; i < count; ++i)
        samples.push_back({static_cast<std::uint8_t>((i == 3 ? kAlpha : i) | kSigned | kFloat),
                           static_cast<std::uint8_t>(i * bits), bits, kMinusOne, kOne});
    return samples;
}

std::vector<Sample> byteSamples(bool isSrgb)
{
    const auto alpha = static_cast<std::uint8_t>(kAlpha | (isSrgb ? kLinear : 0));
    return {{0, 0, 8, 0, 255}, {1, 8, 8, 0, 255}, {2, 16, 8, 0, 255}, {alpha, 24, 8, 0, 255}};
}

std::vector<Sample> packedFloatSamples()
{
    constexpr std::uint32_t kOne = 0x3F800000;
    return {{kFloat, 0, 11, 0, kOne}, {kFloat | 1, 11, 11, 0, kOne}, {kFloat | 2, 22, 10, 0, kOne}};
}

// Mantissas of 9 bits; each is followed by the exponent they share, of bias 15 and at most 30 here.
std::vector<Sample> sharedExponentSamples()
{
    std::vector<Sample> samples;
    for (std::uint8_t i = 0; i < 3; ++i)
    {
        samples.push_back({i, static_cast<std::uint8_t>(9 * i), 9, 0, 8448});
        samples.push_back({static_cast<std::uint8_t>(kExponent | i), 27, 5, 15, 31});
    }
    return samples;
}

std::vector<Sample> bc6hSamples(bool isSigned)
{
    constexpr std::uint8_t kBits = 128;
    std::vector<Sample> samples = floatSamples(kBits, 1);
    if (!isSigned)
        samples.front() = {kFloat, 0, kBits, 0, samples.front().upper};
    return samples;
}

Description describe(PnFormat format)
{
    switch (format)
    {
    case PN_FORMAT_RGBA32F: return {4, false, floatSamples(32, 4)};
    case PN_FORMAT_RGB32F: return {4, false, floatSamples(32, 3)};
    case PN_FORMAT_RGBA16F: return {2, false, floatSamples(16, 4)};
    case PN_FORMAT_RGB9E5: return {4, false, sharedExponentSamples()};
    case PN_FORMAT_R11G11B10F: return {4, false, packedFloatSamples()};
    case PN_FORMAT_RGBA8: return {1, false, byteSamples(false)};
    case PN_FORMAT_RGBA8_SRGB: return {1, true, byteSamples(true)};
    case kOneHalf: return {2, false, floatSamples(16, 1)};
    case kBc6h: return {1, false, bc6hSamples(false)};
    case kBc6hSigned: return {1, false, bc6hSamples(true)};
    default: reject("image has no format");
    }
}

std::vector<std::byte> makeDescriptor(const Description& description, PnFormat format)
{
    const auto blockSize = static_cast<std::uint32_t>(24 + 16 * description.samples.size());
    constexpr std::uint32_t kVersion = 2;
    constexpr std::uint32_t kModelRgbsda = 1, kModelBc6h = 133;
    const bool hasBlocks = isBc6h(format);
    const std::uint32_t model = hasBlocks ? kModelBc6h : kModelRgbsda, dimensions = hasBlocks ? 0x0303 : 0; // minus 1
    constexpr std::uint32_t kPrimariesBt709 = 1;
    const std::uint32_t transfer = description.isSrgb ? 2 : 1;
    ByteWriter out;
    out.u32s({4 + blockSize, 0, kVersion | blockSize << 16});
    out.u32s({model | kPrimariesBt709 << 8 | transfer << 16, dimensions, fileTexelBytes(format), 0});
    for (const Sample& sample : description.samples)
        out.u32s({sample.bitOffset | (sample.bitLength - 1u) << 16 | std::uint32_t{sample.channel} << 24, 0,
                  sample.lower, sample.upper});
    return out.take();
}

constexpr std::uint32_t kZstandardScheme = 2;
constexpr int kZstandardLevel = 15; // beyond it files hardly shrink, and take far longer

std::uint64_t aligned(std::uint64_t offset, std::uint64_t alignment)
{
    return (offset + alignment - 1) / alignment * alignment;
}

// Mips below this size go to the sink together with what is before them.
constexpr std::size_t kCopied = std::size_t{1} << 16;

// A mip as the file holds it.
std::span<const std::byte> bytesOf(std::span<const std::vector<std::byte>> packed, std::span<const Image* const> mips,
                                   std::size_t mip)
{
    return packed.empty() ? mips[mip]->texels.span() : packed[mip];
}

// Mips lie from the smallest to the largest, each at a multiple of alignment.
std::vector<std::uint64_t> placeMips(std::span<const std::vector<std::byte>> packed, std::span<const Image* const> mips,
                                     std::uint64_t start, std::uint64_t alignment)
{
    std::vector<std::uint64_t> offsets(mips.size());
    std::uint64_t offset = start;
    for (std::size_t mip = mips.size(); mip-- > 0;)
    {
        offsets[mip] = aligned(offset, alignment);
        offset = offsets[mip] + bytesOf(packed, mips, mip).size();
    }
    return offsets;
}

// In steps, so that Ctrl-C is seen: a large mip takes many seconds.
std::vector<std::byte> pack(std::span<const std::byte> texels)
{
    constexpr std::size_t kStep = std::size_t{128} << 10;
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
    if (context == nullptr)
        throw std::bad_alloc();
    const auto require = [](std::size_t result) {
        if (ZSTD_isError(result) != 0)
            throw Error(ErrorKind::OutOfMemory, std::string("Zstandard: ") + ZSTD_getErrorName(result));
        return result;
    };
    require(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kZstandardLevel));
    require(ZSTD_CCtx_setPledgedSrcSize(context.get(), texels.size()));
    std::vector<std::byte> bytes(ZSTD_compressBound(texels.size()));
    ZSTD_outBuffer output{bytes.data(), bytes.size(), 0};
    ZSTD_inBuffer input{texels.data(), 0, 0};
    std::size_t left = 1;
    while (left != 0)
    {
        throwIfCancelled();
        input.size = std::min(input.pos + kStep, texels.size());
        const bool isLast = input.size == texels.size();
        left = require(ZSTD_compressStream2(context.get(), &output, &input, isLast ? ZSTD_e_end : ZSTD_e_continue));
        left = isLast ? left : 1;
    }
    bytes.resize(output.pos);
    return bytes;
}

std::vector<std::vector<std::byte>> packMips(std::span<const Image* const> mips)
{
    std::vector<std::vector<std::byte>> packed;
    for (const Image* mip : mips)
        packed.push_back(pack(mip->texels.span()));
    return packed;
}

} // namespace

// One after the other, by key.
std::vector<std::byte> makeKeyValues(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs)
{
    ByteWriter out;
    const auto add = [&out](std::string_view key, std::string_view value) {
        const std::size_t size = key.size() + value.size() + 2; // with a NUL behind each
        out.u32s({static_cast<std::uint32_t>(size)});
        out.text(key);
        out.zeros(1);
        out.text(value);
        out.zeros(1 + (4 - size % 4) % 4);
    };
    for (const auto& [key, value] : pairs)
    {
        if (!value.empty())
            add(key, value);
        if (key == "KTXorientation")
            add("KTXwriter", fmt::format("ProbeNorm {}.{}.{}", PN_VERSION_MAJOR, PN_VERSION_MINOR, PN_VERSION_PATCH));
    }
    return out.take();
}

void writeKtx2(std::span<const Image* const> mips, Ktx2Packing packing, const ByteSink& sink, std::string_view note)
{
    const std::uint32_t faces = requireMips(mips);
    const Image& largest = *mips[0];
    const Description description = describe(largest.format);
    const std::vector<std::byte> descriptor = makeDescriptor(description, largest.format);
    const auto descriptorOffset = static_cast<std::uint32_t>(80 + 24 * mips.size());
    const auto keysOffset = static_cast<std::uint32_t>(descriptorOffset + descriptor.size());
    const std::vector<std::byte> keyValues = makeKeyValues({{"KTXorientation", "rd"}, {kNoteKey, note}});
    const bool isPacked = packing == Ktx2Packing::Zstandard;
    // The least common multiple of 4 and the bytes of a texel or a block, which are 2 or a multiple of 4.
    const std::uint32_t alignment = isPacked ? 1 : std::max(4u, fileTexelBytes(largest.format));
    const auto packed = isPacked ? packMips(mips) : std::vector<std::vector<std::byte>>();
    const auto offsets = placeMips(packed, mips, keysOffset + keyValues.size(), alignment);

    ByteWriter out;
    out.text(kKtx2Identifier);
    out.u32s({textureFormatOf(largest.format).vulkan, description.typeSize, largest.width, largest.width, 0, 0, faces,
              static_cast<std::uint32_t>(mips.size()), isPacked ? kZstandardScheme : 0});
    out.u32s({descriptorOffset, static_cast<std::uint32_t>(descriptor.size()), keysOffset,
              static_cast<std::uint32_t>(keyValues.size()), 0, 0, 0, 0});
    for (std::size_t mip = 0; mip < mips.size(); ++mip)
        for (const std::uint64_t value :
             {offsets[mip], std::uint64_t{bytesOf(packed, mips, mip).size()}, std::uint64_t{mips[mip]->texels.size()}})
            out.u64(value);
    out.bytes(descriptor);
    out.bytes(keyValues);
    std::uint64_t handedOver = 0;
    for (std::size_t mip = mips.size(); mip-- > 0;)
    {
        out.zeros(offsets[mip] - handedOver - out.size());
        const std::span<const std::byte> bytes = bytesOf(packed, mips, mip);
        if (bytes.size() < kCopied)
        {
            out.bytes(bytes);
            continue;
        }
        if (out.size() > 0)
            sink(out.take());
        sink(bytes);
        handedOver = offsets[mip] + bytes.size();
    }
    if (out.size() > 0)
        sink(out.take());
}

} // namespace pn::image
