using System;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>The native library that was found.</summary>
    public static class LibraryInfo
    {
        public static Version Version
        {
            get
            {
                var version = Library.pnGetVersion();
                return new Version((int)(version >> 16), (int)(version >> 8 & 0xff), (int)(version & 0xff));
            }
        }

        /// <summary>Equal texels have coefficients of equal bits as long as this number is equal.</summary>
        public static int AlgorithmVersion => (int)Library.pnGetAlgorithmVersion();

        /// <summary>The name the command line tool uses, such as "unity-sha".</summary>
        public static string NameOf(Convention convention) => Utf8.Read(Library.pnGetConventionName(convention));
        public static string NameOf(Axes axes) => Utf8.Read(Library.pnGetAxesName(axes));
        public static string NameOf(Preset preset) => Utf8.Read(Library.pnGetPresetName(preset));

        /// <summary>Bytes of one texel.</summary>
        public static int BytesOf(Format format) => (int)Library.pnGetFormatBytes(format);
    }
}
