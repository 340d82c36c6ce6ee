using System;
using System.Runtime.InteropServices;
using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>The native library that was found.</summary>
    public static class LibraryInfo
    {
        private static string unavailableReason; // null: not asked yet

        /// <summary>Whether the native library loads on this machine. Data that was baked elsewhere needs none.</summary>
        public static bool IsAvailable => UnavailableReason.Length == 0;

        /// <summary>Why the native library does not load, in a sentence for users; "" where it does.</summary>
        public static string UnavailableReason => unavailableReason ?? (unavailableReason = FindReason());

        /// <summary>Throws InvalidOperationException with UnavailableReason where the library does not load.</summary>
        public static void Require()
        {
            if (!IsAvailable)
                throw new InvalidOperationException(UnavailableReason);
        }

        public static Version Version
        {
            get
            {
                Require();
                var version = Library.pnGetVersion();
                return new Version((int)(version >> 16), (int)(version >> 8 & 0xff), (int)(version & 0xff));
            }
        }

        /// <summary>Equal texels have coefficients of equal bits as long as this number is equal.</summary>
        public static int AlgorithmVersion
        {
            get
            {
                Require();
                return (int)Library.pnGetAlgorithmVersion();
            }
        }

        /// <summary>The name the command line tool uses, such as "unity-sha".</summary>
        public static string NameOf(Convention convention)
        {
            Require();
            return Utf8.Read(Library.pnGetConventionName(convention));
        }

        public static string NameOf(Axes axes)
        {
            Require();
            return Utf8.Read(Library.pnGetAxesName(axes));
        }

        public static string NameOf(Preset preset)
        {
            Require();
            return Utf8.Read(Library.pnGetPresetName(preset));
        }

        /// <summary>Bytes of one texel.</summary>
        public static int BytesOf(Format format)
        {
            Require();
            return (int)Library.pnGetFormatBytes(format);
        }

        private static string FindReason()
        {
            try
            {
                Library.pnGetVersion();
                return "";
            }
            catch (Exception exception) when (exception is DllNotFoundException ||
                                              exception is EntryPointNotFoundException ||
                                              exception is BadImageFormatException)
            {
                return "ProbeNorm's native library does not load here (" + Environment.OSVersion.Platform + ", " +
                       RuntimeInformation.ProcessArchitecture + "): the package has it for 64-bit Linux and Windows on " +
                       "x86. Probes that were baked elsewhere work; bake on such a machine, or import what " +
                       "`probenorm bake` wrote. (" + exception.Message.Trim() + ")";
            }
        }
    }
}
