using System;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>The light that arrives at one point: CubemapTexels or EquirectTexels, in arrays of numbers that the caller
    /// keeps. Row 0 is the top row.</summary>
    public abstract class EnvironmentTexels
    {
        public Format Format { get; }
        /// <summary>Texels of a row.</summary>
        public int Width { get; }
        /// <summary>Rows; of a cubemap as many as Width.</summary>
        public int Height { get; }
        /// <summary>Bytes from row to row; 0: rows have no padding.</summary>
        public int RowPitchBytes { get; }

        internal EnvironmentTexels(Format format, int width, int height, int rowPitchBytes)
        {
            Format = format;
            Width = width;
            Height = height;
            RowPitchBytes = rowPitchBytes;
        }

        /// <summary>Of all faces.</summary>
        internal abstract long TexelCount { get; }

        /// <summary>The library's view of the arrays, which stay where they are as long as pins do.</summary>
        internal abstract EnvironmentView View(Pins pins);

        private protected unsafe EnvironmentView ViewWithoutFaces(EnvironmentKind kind)
        {
            return new EnvironmentView
            {
                StructSize = (uint)sizeof(EnvironmentView),
                Kind = kind,
                Format = Format,
                Width = checked((uint)Width),
                Height = checked((uint)Height),
                RowPitchBytes = checked((uint)RowPitchBytes),
            };
        }
    }

    /// <summary>Six square faces +X -X +Y -Y +Z -Z.</summary>
    public sealed class CubemapTexels : EnvironmentTexels
    {
        internal const int FaceCount = 6;

        public int FaceSize => Width;
        private readonly Array[] arrays; // six, or one with all faces

        private CubemapTexels(Array[] arrays, Format format, int faceSize, int rowPitchBytes)
            : base(format, faceSize, faceSize, rowPitchBytes)
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

        internal override long TexelCount => (long)FaceCount * FaceSize * FaceSize;

        internal byte[] CopyFace(int face)
        {
            var isSplit = arrays.Length == FaceCount;
            var bytes = new byte[Buffer.ByteLength(arrays[0]) / (isSplit ? 1 : FaceCount)];
            Buffer.BlockCopy(arrays[isSplit ? face : 0], isSplit ? 0 : face * bytes.Length, bytes, 0, bytes.Length);
            return bytes;
        }

        internal override unsafe EnvironmentView View(Pins pins)
        {
            var view = ViewWithoutFaces(EnvironmentKind.Cubemap);
            view.FaceBytes = ulong.MaxValue;
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

    /// <summary>An equirectangular (latitude-longitude) map, row by row: +Z in the middle, +X a quarter to the right, +Y at
    /// the top.</summary>
    public sealed class EquirectTexels : EnvironmentTexels
    {
        public Array Texels { get; }

        public EquirectTexels(Array texels, Format format, int width, int height, int rowPitchBytes = 0)
            : base(format, width, height, rowPitchBytes)
        {
            if (texels == null)
                throw new ArgumentNullException(nameof(texels));
            Buffer.ByteLength(texels); // throws unless it holds numbers
            Texels = texels;
        }

        internal override long TexelCount => (long)Width * Height;

        internal override unsafe EnvironmentView View(Pins pins)
        {
            var view = ViewWithoutFaces(EnvironmentKind.Equirect);
            view.Faces[0] = (long)pins.Add(Texels);
            view.FaceBytes = (ulong)Buffer.ByteLength(Texels);
            return view;
        }
    }
}
