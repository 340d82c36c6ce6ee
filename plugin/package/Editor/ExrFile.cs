using System;
using System.IO;
using System.Text;

namespace ProbeNorm.Editing
{
    /// <summary>Writes a cubemap as uncompressed OpenEXR: six faces one below the other, RGB of 16 or 32 bits, unchanged.
    /// Unity's ImageConversion is not used: it needs a device, and does not say which row of an array is the top
    /// one.</summary>
    internal static class ExrFile
    {
        private const int Magic = 20000630;
        private const int Version = 2; // scan lines, one part
        private const int PixelHalf = 1, PixelFloat = 2;
        private const int Channels = 3;

        internal static void Write(string path, CubemapTexels cubemap)
        {
            if (cubemap.Format != Format.Rgba16F && cubemap.Format != Format.Rgba32F)
                throw new ArgumentException("must be of RGBA16F or RGBA32F", nameof(cubemap));
            using (var file = File.Create(path))
            using (var writer = new BinaryWriter(file)) // little-endian, like the format
            {
                WriteHeader(writer, cubemap);
                WriteOffsets(writer, cubemap);
                for (var face = 0; face < CubemapTexels.FaceCount; ++face)
                    WriteFace(writer, cubemap, face);
            }
        }

        private static int SampleBytes(CubemapTexels cubemap) => cubemap.Format == Format.Rgba16F ? 2 : 4;
        private static int LineBytes(CubemapTexels cubemap) => Channels * SampleBytes(cubemap) * cubemap.FaceSize;

        private static void WriteHeader(BinaryWriter writer, CubemapTexels cubemap)
        {
            var right = cubemap.FaceSize - 1;
            var bottom = CubemapTexels.FaceCount * cubemap.FaceSize - 1;
            writer.Write(Magic);
            writer.Write(Version);
            WriteChannels(writer, cubemap.Format == Format.Rgba16F ? PixelHalf : PixelFloat);
            WriteAttribute(writer, "compression", "compression", 1);
            writer.Write((byte)0);
            WriteWindow(writer, "dataWindow", right, bottom);
            WriteWindow(writer, "displayWindow", right, bottom);
            WriteAttribute(writer, "lineOrder", "lineOrder", 1);
            writer.Write((byte)0); // line order: increasing y
            WriteAttribute(writer, "pixelAspectRatio", "float", 4);
            writer.Write(1f);
            WriteAttribute(writer, "screenWindowCenter", "v2f", 8);
            writer.Write(0f);
            writer.Write(0f);
            WriteAttribute(writer, "screenWindowWidth", "float", 4);
            writer.Write(1f);
            writer.Write((byte)0);
        }

        private static void WriteChannels(BinaryWriter writer, int pixelType)
        {
            const int bytesEach = 2 + 16; // name with its terminator, then four words
            WriteAttribute(writer, "channels", "chlist", Channels * bytesEach + 1);
            foreach (var name in new[] { "B", "G", "R" }) // the format wants alphabetical order, here and in each line
            {
                WriteText(writer, name);
                writer.Write(pixelType);
                writer.Write(0); // not perceptually linear; three reserved bytes
                writer.Write(1); // sampling in x
                writer.Write(1); // sampling in y
            }
            writer.Write((byte)0);
        }

        private static void WriteWindow(BinaryWriter writer, string name, int right, int bottom)
        {
            WriteAttribute(writer, name, "box2i", 16);
            writer.Write(0);
            writer.Write(0);
            writer.Write(right);
            writer.Write(bottom);
        }

        private static void WriteAttribute(BinaryWriter writer, string name, string type, int bytes)
        {
            WriteText(writer, name);
            WriteText(writer, type);
            writer.Write(bytes);
        }

        private static void WriteText(BinaryWriter writer, string text) =>
            writer.Write(Encoding.ASCII.GetBytes(text + "\0"));

        private static void WriteOffsets(BinaryWriter writer, CubemapTexels cubemap)
        {
            const int lineHeader = 8;
            writer.Flush();
            var lines = CubemapTexels.FaceCount * cubemap.FaceSize;
            var first = writer.BaseStream.Position + 8L * lines;
            for (var line = 0; line < lines; ++line)
                writer.Write(first + (long)line * (lineHeader + LineBytes(cubemap)));
        }

        private static void WriteFace(BinaryWriter writer, CubemapTexels cubemap, int face)
        {
            var size = cubemap.FaceSize;
            var sample = SampleBytes(cubemap);
            var texels = cubemap.CopyFace(face);
            var line = new byte[LineBytes(cubemap)];
            for (var y = 0; y < size; ++y)
            {
                for (var channel = 0; channel < Channels; ++channel)
                    for (var x = 0; x < size; ++x) // R comes last in the file and first in the texel
                        Buffer.BlockCopy(texels, ((y * size + x) * 4 + Channels - 1 - channel) * sample,
                            line, (channel * size + x) * sample, sample);
                writer.Write(face * size + y);
                writer.Write(line.Length);
                writer.Write(line);
            }
        }
    }
}
