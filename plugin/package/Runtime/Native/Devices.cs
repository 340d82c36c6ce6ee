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

        internal unsafe Device(DeviceInfo* info)
        {
            Index = (int)info->Index;
            Name = Utf8.Read(info->Name, 256);
            Driver = Utf8.Read(info->Driver, 256);
            Type = info->Type;
            IsSupported = info->IsSupported != 0;
            SubgroupSize = (int)info->SubgroupSize;
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
