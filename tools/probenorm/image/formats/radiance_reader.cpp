#include "image/files/cancel.h"
#include "image/formats/radiance.h"
#include "image/formats/radiance_rows.h"

namespace pn::image {

Image readRadiance(std::span<const std::byte> file, const Limits& limits)
{
    const RadianceHeader header = readRadianceHeader(file);
    requireScanlineBytes(file.size(), header);
    Image image = makeImage(PN_FORMAT_RGB32F, header.width, header.height, limits);
    image.warnings = header.warnings.texts();
    const FloatRows rows(header, image);
    Scanline scanline = makeScanline(header.scanlineLength());
    ScanlineBytes bytes(file.subspan(header.size));
    for (std::uint32_t i = 0; i < header.scanlineCount(); ++i)
    {
        throwIfCancelled();
        try
        {
            readScanline(bytes, scanline);
        }
        catch (const ScanlineError& error)
        {
            throw scanlineError(error, i, header);
        }
        rows.store(scanline, i);
    }
    return image;
}

} // namespace pn::image
