"""Pictures of one colour, for the scripts here."""
import struct
import zlib


def png(width, height, color, bits=8):
    """The bytes of a PNG file; color is one texel's."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, bits, 2, 0, 0, 0)
    rows = (b"\0" + color * width) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def radiance(width, height, color):
    """The bytes of a Radiance file; color is four bytes."""
    return b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n" % (height, width) + color * (width * height)
