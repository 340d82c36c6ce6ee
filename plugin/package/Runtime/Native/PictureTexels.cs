using System;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>Any picture, such as a face or a map, row by row, in an array of numbers that the caller keeps. Row 0 is the
    /// top row.</summary>
    public sealed class PictureTexels
    {
        public Array Texels { get; }
        public Format Format { get; }
        public int Width { get; }
        public int Height { get; }
        /// <summary>Bytes from row to row; 0: rows have no padding.</summary>
        public int RowPitchBytes { get; }

        public PictureTexels(Array texels, Format format, int width, int height, int rowPitchBytes = 0)
        {
            if (texels == null)
                throw new ArgumentNullException(nameof(texels));
            Buffer.ByteLength(texels); // throws unless it holds numbers
            Texels = texels;
            Format = format;
            Width = width;
            Height = height;
            RowPitchBytes = rowPitchBytes;
        }

        /// <summary>16 texels of four halves (fp16) per block of BC6H.</summary>
        public static ushort[] DecodeBc6h(byte[] blocks, bool isSigned = false)
        {
            if (blocks == null)
                throw new ArgumentNullException(nameof(blocks));
            LibraryInfo.Require();
            var halves = new ushort[blocks.Length / 16 * 64];
            Library.Check(Library.pnDecodeBc6h(isSigned ? 1u : 0u, (ulong)(blocks.Length / 16), blocks, halves));
            return halves;
        }

        internal unsafe PictureView View(Pins pins)
        {
            return new PictureView
            {
                StructSize = (uint)sizeof(PictureView),
                Width = checked((uint)Width),
                Height = checked((uint)Height),
                Format = Format,
                RowPitchBytes = checked((uint)RowPitchBytes),
                Texels = (IntPtr)pins.Add(Texels),
                TexelBytes = (ulong)Buffer.ByteLength(Texels),
            };
        }
    }
}
