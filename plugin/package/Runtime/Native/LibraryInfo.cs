using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using ProbeNorm.Native;

[assembly: InternalsVisibleTo("ProbeNorm.Runtime")]
[assembly: InternalsVisibleTo("ProbeNorm.Editor")]
[assembly: InternalsVisibleTo("ProbeNorm.Tests")]
[assembly: InternalsVisibleTo("ProbeNorm.UnityTests")]

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

    /// <summary>What the library reported: which result, and in the message which field was wrong and why.</summary>
    public sealed class ProbeNormException : Exception
    {
        public Result Result { get; }

        /// <summary>If a call that projects several environments failed: the results that were finished before. They are valid.</summary>
        public ProjectResult[] Finished { get; }

        /// <summary>If a call that normalizes several cubemaps failed: those that were finished before. They are valid.</summary>
        public NormalizedCubemap[] FinishedCubemaps { get; }

        /// <summary>If a call that prefilters several cubemaps failed: those that were finished before. They are valid.</summary>
        public PrefilteredCubemap[] FinishedPrefiltered { get; }

        public ProbeNormException(Result result, string message, ProjectResult[] finished = null,
            NormalizedCubemap[] finishedCubemaps = null, PrefilteredCubemap[] finishedPrefiltered = null)
            : base(string.IsNullOrEmpty(message) ? Utf8.Read(Library.pnGetResultName(result)) : message)
        {
            Result = result;
            Finished = finished ?? new ProjectResult[0];
            FinishedCubemaps = finishedCubemaps ?? new NormalizedCubemap[0];
            FinishedPrefiltered = finishedPrefiltered ?? new PrefilteredCubemap[0];
        }
    }

    /// <summary>A Vulkan device of this machine.</summary>
    public sealed class Device
    {
        /// <summary>For ContextOptions.DeviceIndex.</summary>
        public int Index { get; }
        public string Name { get; }
        public string Driver { get; }
        public DeviceType Type { get; }
        public bool IsSupported { get; }
        public int SubgroupSize { get; }
        /// <summary>Of PCI, as VkPhysicalDeviceProperties has them.</summary>
        public uint VendorId { get; }
        public uint DeviceId { get; }
        /// <summary>The version of Vulkan that the device has.</summary>
        public Version ApiVersion { get; }
        /// <summary>A number in the driver's own form.</summary>
        public uint DriverVersion { get; }

        internal unsafe Device(DeviceInfo* info)
        {
            Index = (int)info->Index;
            Name = Utf8.Read(info->Name, 256);
            Driver = Utf8.Read(info->Driver, 256);
            Type = info->Type;
            IsSupported = info->IsSupported != 0;
            SubgroupSize = (int)info->SubgroupSize;
            VendorId = info->VendorId;
            DeviceId = info->DeviceId;
            var version = info->ApiVersion; // 7, 10 and 12 bits
            ApiVersion = new Version((int)(version >> 22 & 0x7f), (int)(version >> 12 & 0x3ff), (int)(version & 0xfff));
            DriverVersion = info->DriverVersion;
        }

        /// <summary>The machine's Vulkan devices; an empty array if there is no Vulkan.</summary>
        public static unsafe Device[] Enumerate()
        {
            LibraryInfo.Require();
            uint count;
            Library.Check(Library.pnEnumerateDevices(0, null, out count));
            if (count == 0)
                return new Device[0];
            var infos = new DeviceInfo[count];
            for (var i = 0; i < infos.Length; ++i)
                infos[i].StructSize = (uint)sizeof(DeviceInfo);
            fixed (DeviceInfo* first = infos)
            {
                Library.Check(Library.pnEnumerateDevices((uint)infos.Length, first, out count));
                var devices = new Device[Math.Min(infos.Length, (int)count)];
                for (var i = 0; i < devices.Length; ++i)
                    devices[i] = new Device(first + i);
                return devices;
            }
        }
    }
}
