using System;
using ProbeNorm.Native;

namespace ProbeNorm
{
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
