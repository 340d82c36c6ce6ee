using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Rendering;

namespace ProbeNorm
{
    /// <summary>What surfaces of URP show. The numbers are those of Surroundings.hlsl.</summary>
    public enum ProbeView
    {
        Shading,
        Factor,
        PlainReflection,
        NormalizedReflection,
        NotNormalized,
    }

    /// <summary>The light and the settings of the visible probes, in the layout of Shaders/ProbeTable.hlsl. Fill
    /// it for each camera.</summary>
    public sealed class ProbeTable
    {
        /// <summary>The number of probes that fit into the constant buffer. Further probes are not normalized.</summary>
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

        /// <summary>The number of added probes, including those without data.</summary>
        public int Count { get; private set; }

        /// <summary>Multiplies the weights of the probes that are added after it is set.</summary>
        public float Strength { get; set; } = 1;

        /// <summary>What all cameras show. Not saved.</summary>
        public static ProbeView View { get; set; }

        public void Clear()
        {
            Array.Clear(slots, 0, slots.Length);
            Count = 0;
        }

        /// <summary>Adds the next probe in the render pipeline's order. A probe whose data is null or not baked takes a number
        /// too, and is not normalized. position: of the probe, as the pipeline has it. False: the table is full.</summary>
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
            probes[at + UnityLight.VectorCount + 1] =
                new Vector4(data.Floor, data.Weight * Strength, data.UsesFactor ? 1 : 0, data.LiveRow + 1);
            probes[at + VectorCount - 1] = new Vector4(position.x, position.y, position.z, 0);
            Enter(SlotOf(position), Count);
            return true;
        }

        public void Upload(CommandBuffer commands, ProbeView view = ProbeView.Shading)
        {
            if (Count > 0) // else nothing refers to them
                commands.SetGlobalVectorArray(probesId, probes);
            commands.SetGlobalVectorArray(slotsId, slots);
            commands.SetGlobalVector(countId, new Vector4(Count, (float)view, 0, 0));
        }

        /// <summary>The same at once, where no command buffer is at hand.</summary>
        internal void Upload()
        {
            if (Count > 0)
                Shader.SetGlobalVectorArray(probesId, probes);
            Shader.SetGlobalVectorArray(slotsId, slots);
            Shader.SetGlobalVector(countId, new Vector4(Count, 0, 0, 0));
        }

        internal Vector4[] Probes => probes;
        internal Vector4[] Slots => slots;

        // The shader computes the same slot from the probe's position in the draw's constants.
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

        // Takes the first free slot from there on. There are more slots than probes.
        private void Enter(int slot, int value)
        {
            while (slots[slot / 4][slot % 4] != 0)
                slot = (slot + 1) % SlotCount;
            slots[slot / 4][slot % 4] = value;
        }
    }

    /// <summary>Uploads the table of all probes before a camera of the Built-in pipeline renders. Materials with ProbeNorm's
    /// Standard shaders look their probes up in it. The other pipelines do not call it.</summary>
    internal static class BuiltInProbes
    {
        private static readonly ProbeTable table = new ProbeTable();
        private static readonly List<NormalizedProbe> probes = new List<NormalizedProbe>();
        private static readonly Nearest nearest = new Nearest();

        internal static void Add(NormalizedProbe probe)
        {
            if (probes.Count == 0)
                Camera.onPreCull += Upload;
            probes.Add(probe);
        }

        internal static void Remove(NormalizedProbe probe)
        {
            probes.Remove(probe);
            if (probes.Count > 0)
                return;
            Camera.onPreCull -= Upload;
            table.Clear();
            table.Upload();
        }

        // The table has room for the nearest. Nothing is allocated per camera.
        private static void Upload(Camera camera)
        {
            nearest.From = camera.transform.position;
            if (probes.Count > ProbeTable.MostProbes)
                probes.Sort(nearest);
            table.Clear();
            for (var i = 0; i < probes.Count && i < ProbeTable.MostProbes; ++i)
                table.Add(probes[i].Data, probes[i].transform.position);
            table.Upload();
        }

        private sealed class Nearest : IComparer<NormalizedProbe>
        {
            internal Vector3 From;

            public int Compare(NormalizedProbe a, NormalizedProbe b)
            {
                return (a.transform.position - From).sqrMagnitude.CompareTo((b.transform.position - From).sqrMagnitude);
            }
        }
    }
}
