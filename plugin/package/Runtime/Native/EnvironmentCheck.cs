using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>Something that may be wrong with an environment. docs/check.md explains each kind.</summary>
    public sealed class EnvironmentFinding
    {
        public FindingKind Kind => native.Kind;
        /// <summary>As the command line tool has it, such as "sun-or-firefly".</summary>
        public string Name { get; }
        public Severity Severity => native.Severity;
        /// <summary>Evidence and effect, for people.</summary>
        public string Text { get; }
        /// <summary>What fixes it, any of them.</summary>
        public FixFlags Fixes => (FixFlags)native.Fixes;
        public int Count => (int)native.Count;
        public int Mip => (int)native.Mip;
        /// <summary>-1: no single face.</summary>
        public int Face => native.Face < 6 ? (int)native.Face : -1;
        /// <summary>-1: no single texel.</summary>
        public int X => (int)native.X; // PN_NO_TEXEL is -1
        public int Y => (int)native.Y;
        public float Value => native.Value;
        public float Limit => native.Limit;
        /// <summary>Change of the average light, as a share of the light without the defect.</summary>
        public float Average => native.Average;
        /// <summary>The same of irradiance, where that changes most.</summary>
        public float Irradiance => native.Irradiance;
        /// <summary>The same of the brightest texel.</summary>
        public float Reflection => native.Reflection;

        /// <summary>Of FaceOrder: which given face belongs to each place; null for others.</summary>
        public int[] Places { get; }
        /// <summary>The same: mirrored if 4 is in it, then turned clockwise by so many quarters.</summary>
        public int[] Turns { get; }

        private readonly Finding native;

        private unsafe EnvironmentFinding(Finding* finding)
        {
            native = *finding;
            Name = Utf8.Read((byte*)Library.pnGetFindingName(Kind), 64);
            Text = Utf8.Read(finding->Text, 256);
            if (Kind != FindingKind.FaceOrder)
                return;
            Places = new int[6];
            Turns = new int[6];
            for (var i = 0; i < 6; ++i)
            {
                Places[i] = (int)finding->Places[i];
                Turns[i] = (int)finding->Turns[i];
            }
        }

        internal unsafe delegate Result Check(uint capacity, Finding* findings, out uint count);

        internal static unsafe EnvironmentFinding[] All(Check check)
        {
            var findings = new Finding[64]; // there are no more
            findings[0].StructSize = (uint)sizeof(Finding);
            uint count;
            fixed (Finding* first = findings)
            {
                Library.Check(check((uint)findings.Length, first, out count));
                var result = new EnvironmentFinding[count];
                for (var i = 0; i < result.Length; ++i)
                    result[i] = new EnvironmentFinding(first + i);
                return result;
            }
        }
    }

    /// <summary>An environment after fixing.</summary>
    public sealed class FixedEnvironment
    {
        /// <summary>r g b 1 per texel, face by face and row by row.</summary>
        public float[] Texels { get; }
        /// <summary>What changed something.</summary>
        public FixFlags Fixed => (FixFlags)info.Fixed;
        public int TexelCount => (int)info.Texels;
        public int FaceCount => (int)info.Faces;
        /// <summary>Luminance of the average light before.</summary>
        public float Average => info.Average;
        public float FixedAverage => info.FixedAverage;

        private readonly FixInfo info;

        internal FixedEnvironment(float[] texels, FixInfo info) { Texels = texels; this.info = info; }
    }
}
