using System;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>The light and the settings of visible probes as shaders read them: Shaders/Universal/ProbeTable.hlsl has
    /// the same layout. Fill it anew for each camera.</summary>
    public sealed class ProbeTable
    {
        /// <summary>What the constant buffer holds; further probes reflect as they are.</summary>
        public const int MostProbes = 90;
        internal const int VectorCount = 10;
        internal const int SlotCount = 256;
        private const float CellsPerMetre = 16, CellOffset = 0.381966f;
        private const float Nowhere = 1e30f;

        private static readonly int probesId = Shader.PropertyToID("_ProbeNormProbes");
        private static readonly int slotsId = Shader.PropertyToID("_ProbeNormSlots");
        private static readonly int countId = Shader.PropertyToID("_ProbeNormCount");

        private readonly Vector4[] probes = new Vector4[MostProbes * VectorCount];
        private readonly Vector4[] slots = new Vector4[SlotCount / 4];

        /// <summary>Probes that were added, those without data included.</summary>
        public int Count { get; private set; }

        public void Clear()
        {
            Array.Clear(slots, 0, slots.Length);
            Count = 0;
        }

        /// <summary>The next probe in the render pipeline's order; null or data that is not baked keeps its number, and
        /// it reflects as it is. False: the table is full. position: of the probe, as the pipeline has it.</summary>
        public bool Add(ProbeData data, Vector3 position)
        {
            if (Count == MostProbes)
                return false;
            var at = VectorCount * Count++;
            if (data == null || !data.IsBaked)
            {
                probes[at + VectorCount - 1] = new Vector4(Nowhere, Nowhere, Nowhere, 0);
                return true;
            }
            Array.Copy(data.ShaderVectors, 0, probes, at, UnityLight.VectorCount);
            probes[at + UnityLight.VectorCount] = data.Bounds;
            probes[at + UnityLight.VectorCount + 1] = new Vector4(data.Floor, data.Weight, data.UsesFactor ? 1 : 0, 0);
            probes[at + VectorCount - 1] = new Vector4(position.x, position.y, position.z, 0);
            Enter(SlotOf(position), Count);
            return true;
        }

        /// <summary>showsFactor: surfaces show what normalization does to their reflection.</summary>
        public void Upload(CommandBuffer commands, bool showsFactor = false)
        {
            commands.SetGlobalVectorArray(probesId, probes);
            commands.SetGlobalVectorArray(slotsId, slots);
            commands.SetGlobalVector(countId, new Vector4(Count, showsFactor ? 1 : 0, 0, 0));
        }

        internal Vector4[] Probes => probes;
        internal Vector4[] Slots => slots;

        // The shader computes the same from the position in a draw's constants.
        internal static int SlotOf(Vector3 position)
        {
            unchecked
            {
                var mixed = Cell(position.x) * 73856093u ^ Cell(position.y) * 19349663u ^ Cell(position.z) * 83492791u;
                mixed ^= mixed >> 16;
                return (int)(mixed % SlotCount);
            }
        }

        private static uint Cell(float coordinate)
        {
            return unchecked((uint)(int)Math.Floor(coordinate * CellsPerMetre + CellOffset));
        }

        // Into the first free slot from there on: there are more slots than probes.
        private void Enter(int slot, int value)
        {
            while (Get(slot) != 0)
                slot = (slot + 1) % SlotCount;
            var vector = slots[slot / 4];
            switch (slot % 4)
            {
                case 0: vector.x = value; break;
                case 1: vector.y = value; break;
                case 2: vector.z = value; break;
                default: vector.w = value; break;
            }
            slots[slot / 4] = vector;
        }

        private float Get(int slot)
        {
            var vector = slots[slot / 4];
            switch (slot % 4)
            {
                case 0: return vector.x;
                case 1: return vector.y;
                case 2: return vector.z;
                default: return vector.w;
            }
        }
    }
}
