using System;
using System.Linq;

namespace ProbeNorm.Tests
{
    /// <summary>Errors become exceptions that tell which result and why.</summary>
    public static class ErrorTest
    {
        public static void WrongTexelsAndOptionsAreRefusedByTheirField()
        {
            var faces = Enumerable.Repeat<Array>(new float[8 * 8 * 4], 5).Concat(new[] { new float[3] }).ToArray();
            var tooShort = CubemapTexels.FromArray(new float[6 * 8 * 8 * 4 - 1], Format.Rgba32F, 8);
            CheckRefusal(Result.InvalidArgument, "faceBytes", tooShort);
            CheckRefusal(Result.InvalidArgument, "faceBytes", CubemapTexels.FromFaces(faces, Format.Rgba32F, 8));
            CheckRefusal(Result.InvalidArgument, "faceBytes", CubemapTexels.FromArray(new float[0], Format.Rgba32F, 8));
            CheckRefusal(Result.InvalidArgument, "faceSize", CubemapTexels.FromArray(new float[24], Format.Rgba32F, 20000));
            CheckRefusal(Result.UnsupportedFormat, "format", CubemapTexels.FromArray(new float[24], Format.Undefined, 1));
            CheckRefusal(Result.InvalidArgument, "bands", Reference.Cubemap(2), new ProjectOptions { Bands = 6 });
        }

        private static void CheckRefusal(Result result, string word, CubemapTexels cubemap, ProjectOptions options = null)
        {
            using (var context = Reference.CpuContext())
                Check.Fails(result, word, () => context.ProjectCubemap(cubemap, options));
        }

        public static void BadTexelIsAnErrorWhereAsked()
        {
            var texels = new float[6 * 2 * 2 * 4];
            texels[(1 * 4 + 3) * 4 + 2] = float.NaN; // face 1, y 1, x 1
            var cubemap = CubemapTexels.FromArray(texels, Format.Rgba32F, 2);
            using (var context = Reference.CpuContext())
            {
                var info = context.ProjectCubemap(cubemap).Info;
                var found = info.NonFinite + " " + info.BadFace + " " + info.BadX + " " + info.BadY;
                Check.Equal("1 1 1 1", found, "number, face, x and y");
                Check.Fails(Result.BadTexel, "face 1 at x 1, y 1", () => context.ProjectCubemap(
                    cubemap, new ProjectOptions { BadTexels = BadTexelPolicy.Error }));
            }
        }

        public static void ArgumentsThatNeverReachTheLibraryAreRefused()
        {
            var format = Format.Rgba32F;
            Check.Throws<ArgumentException>(() => CubemapTexels.FromFaces(new Array[5], format, 1), "six faces");
            Check.Throws<ArgumentException>(() => CubemapTexels.FromArray(new string[1], format, 1), "");
            Check.Throws<ArgumentException>(() => CubemapTexels.FromArray(new float[24], format, 0), "1 or more");
            Check.Throws<ArgumentException>(() => new Sh(3, new float[26]), "3 * bands * bands");
            Check.Throws<ArgumentException>(() => new Sh(1, new float[3]).EvaluateRadiance(new float[2]), "x y z");
            Check.Throws<ArgumentException>(() => new Sh(1, new float[3]).Rotated(new float[8]), "9 floats");
        }

        public static void DisposedContextIsAnError()
        {
            var context = Reference.CpuContext();
            context.Dispose();
            context.Dispose();
            Check.Throws<ObjectDisposedException>(() => context.ProjectCubemap(Reference.Cubemap(2)), "");
            LogEntry entry;
            Check.Throws<ObjectDisposedException>(() => context.TakeLogMessage(out entry), "");
        }
    }
}
