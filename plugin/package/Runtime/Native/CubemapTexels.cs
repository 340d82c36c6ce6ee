using System;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>Six square faces +X -X +Y -Y +Z -Z, row 0 at the top, in arrays of numbers that the caller
    /// keeps.</summary>
    public sealed class CubemapTexels
    {
        internal const int FaceCount = 6;

        public Format Format { get; }
        public int FaceSize { get; }
        /// <summary>Bytes from row to row; 0: rows have no padding.</summary>
        public int RowPitchBytes { get; }
        private readonly Array[] arrays; // six, or one with all faces

        private CubemapTexels(Array[] arrays, Format format, int faceSize, int rowPitchBytes)
        {
            if (faceSize < 1)
                throw new ArgumentOutOfRangeException(nameof(faceSize), faceSize, "must be 1 or more");
            foreach (var array in arrays)
            {
                if (array == null)
                    throw new ArgumentNullException(nameof(arrays));
                Buffer.ByteLength(array); // throws unless it holds numbers
            }
            this.arrays = arrays;
            Format = format;
            FaceSize = faceSize;
            RowPitchBytes = rowPitchBytes;
        }

        /// <summary>One array that holds the faces one after the other, without gaps.</summary>
        public static CubemapTexels FromArray(Array texels, Format format, int faceSize, int rowPitchBytes = 0)
        {
            return new CubemapTexels(new[] { texels }, format, faceSize, rowPitchBytes);
        }

        /// <summary>One array for each face, as Unity returns them.</summary>
        public static CubemapTexels FromFaces(Array[] faces, Format format, int faceSize, int rowPitchBytes = 0)
        {
            if (faces == null || faces.Length != FaceCount)
                throw new ArgumentException("must hold six faces", nameof(faces));
            return new CubemapTexels((Array[])faces.Clone(), format, faceSize, rowPitchBytes);
        }

        /// <summary>One channel of a divided cubemap: the luminance of each texel as half float (fp16), face by face
        /// and row by row. Divide with Channels.Luminance first.</summary>
        public unsafe ushort[] PackLuminance()
        {
            LibraryInfo.Require();
            var halves = new ushort[TexelCount];
            using (var pins = new Pins())
            {
                var view = View(pins);
                Library.Check(Library.pnPackLuminance(&view, (ulong)halves.Length, halves));
            }
            return halves;
        }

        internal long TexelCount => (long)FaceCount * FaceSize * FaceSize;

        internal byte[] CopyFace(int face)
        {
            var isSplit = arrays.Length == FaceCount;
            var bytes = new byte[Buffer.ByteLength(arrays[0]) / (isSplit ? 1 : FaceCount)];
            Buffer.BlockCopy(arrays[isSplit ? face : 0], isSplit ? 0 : face * bytes.Length, bytes, 0, bytes.Length);
            return bytes;
        }

        internal unsafe CubemapView View(Pins pins)
        {
            var view = new CubemapView
            {
                StructSize = (uint)sizeof(CubemapView),
                FaceSize = checked((uint)FaceSize),
                Format = Format,
                RowPitchBytes = checked((uint)RowPitchBytes),
                FaceBytes = ulong.MaxValue,
            };
            var starts = Array.ConvertAll(arrays, array => (long)pins.Add(array));
            var isSplit = arrays.Length == FaceCount;
            var rowBytes = RowPitchBytes != 0 ? RowPitchBytes : (long)FaceSize * Library.pnGetFormatBytes(Format);
            for (var face = 0; face < FaceCount; ++face)
            {
                var array = isSplit ? face : 0;
                var offset = isSplit ? 0 : face * FaceSize * rowBytes;
                var available = Math.Max(0, Buffer.ByteLength(arrays[array]) - offset);
                view.Faces[face] = starts[array] + (available > 0 ? offset : 0);
                view.FaceBytes = Math.Min(view.FaceBytes, (ulong)available); // the library refuses a face that is too short
            }
            return view;
        }
    }

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

        /// <summary>Blocks of BC6H of these texels, of any picture, as Unity's TextureFormat.BC6H has them.</summary>
        public byte[] EncodeBc6h(Context context, Bc6hEffort effort = Bc6hEffort.High, bool isSigned = false)
        {
            if (context == null)
                throw new ArgumentNullException(nameof(context));
            var blocks = new byte[16 * ((Width + 3) / 4) * ((Height + 3) / 4)];
            using (var pins = new Pins())
                context.EncodeBc6h(View(pins), effort, isSigned, blocks);
            return blocks;
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

        internal long TexelCount => (long)Width * Height;

        internal unsafe EquirectView View(Pins pins)
        {
            return new EquirectView
            {
                StructSize = (uint)sizeof(EquirectView),
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
