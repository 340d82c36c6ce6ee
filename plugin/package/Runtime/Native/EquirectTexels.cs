using System;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>A latitude-longitude map, row by row, in an array of numbers that the caller keeps.</summary>
    public sealed class EquirectTexels
    {
        public Array Texels { get; }
        public Format Format { get; }
        public int Width { get; }
        public int Height { get; }
        /// <summary>Bytes from row to row; 0: rows have no padding.</summary>
        public int RowPitchBytes { get; }

        public EquirectTexels(Array texels, Format format, int width, int height, int rowPitchBytes = 0)
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

        internal unsafe EquirectView View(PinnedArray pinned)
        {
            return new EquirectView
            {
                StructSize = (uint)sizeof(EquirectView),
                Width = checked((uint)Width),
                Height = checked((uint)Height),
                Format = Format,
                RowPitchBytes = checked((uint)RowPitchBytes),
                Texels = pinned.Address,
                TexelBytes = pinned.Bytes,
            };
        }
    }
}
