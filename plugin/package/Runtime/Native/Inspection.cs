using ProbeNorm.Native;

namespace ProbeNorm
{
    /// <summary>Something that may be wrong with an environment. docs/check.md explains each kind.</summary>
    public sealed class EnvironmentFinding
    {
        public FindingKind Kind { get; }
        /// <summary>As the command line tool has it, such as "sun-or-firefly".</summary>
        public string Name { get; }
        public Severity Severity { get; }
        /// <summary>Evidence and effect, for people.</summary>
        public string Text { get; }
        /// <summary>What mends it, any of them.</summary>
        public MendFlags Mends { get; }
        public int Count { get; }
        public int Mip { get; }
        /// <summary>-1: no single face.</summary>
        public int Face { get; }
        /// <summary>-1: no single texel.</summary>
        public int X { get; }
        public int Y { get; }
        public float Value { get; }
        public float Limit { get; }
        /// <summary>Change of the average light, as a share of the light without the defect.</summary>
        public float Average { get; }
        /// <summary>The same of irradiance, where that changes most.</summary>
        public float Irradiance { get; }
        /// <summary>The same of the brightest texel.</summary>
        public float Reflection { get; }

        /// <summary>Of FaceOrder: which given face belongs to each place; null for others.</summary>
        public int[] Places { get; }
        /// <summary>The same: mirrored if 4 is in it, then turned clockwise by so many quarters.</summary>
        public int[] Turns { get; }

        private unsafe EnvironmentFinding(Finding* finding)
        {
            Kind = finding->Kind;
            Name = Utf8.Read((byte*)Library.pnGetFindingName(Kind), 64);
            Severity = finding->Severity;
            Text = Utf8.Read(finding->Text, 256);
            Mends = (MendFlags)finding->Mends;
            Count = (int)finding->Count;
            Mip = (int)finding->Mip;
            Face = finding->Face < 6 ? (int)finding->Face : -1;
            X = (int)finding->X; // PN_NO_TEXEL is -1
            Y = (int)finding->Y;
            Value = finding->Value;
            Limit = finding->Limit;
            Average = finding->Average;
            Irradiance = finding->Irradiance;
            Reflection = finding->Reflection;
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

        internal unsafe delegate Result Inspect(uint capacity, Finding* findings, out uint count);

        internal static unsafe EnvironmentFinding[] All(Inspect inspect)
        {
            var findings = new Finding[64]; // there are no more
            findings[0].StructSize = (uint)sizeof(Finding);
            uint count;
            fixed (Finding* first = findings)
            {
                Library.Check(inspect((uint)findings.Length, first, out count));
                var result = new EnvironmentFinding[count];
                for (var i = 0; i < result.Length; ++i)
                    result[i] = new EnvironmentFinding(first + i);
                return result;
            }
        }
    }

    /// <summary>An environment after mending.</summary>
    public sealed class MendedEnvironment
    {
        /// <summary>r g b 1 per texel, face by face and row by row.</summary>
        public float[] Texels { get; }
        /// <summary>What changed something.</summary>
        public MendFlags Mended { get; }
        public int TexelCount { get; }
        public int FaceCount { get; }
        /// <summary>Luminance of the average light before.</summary>
        public float Average { get; }
        public float MendedAverage { get; }

        internal MendedEnvironment(float[] texels, ref MendInfo info)
        {
            Texels = texels;
            Mended = (MendFlags)info.Mended;
            TexelCount = (int)info.Texels;
            FaceCount = (int)info.Faces;
            Average = info.Average;
            MendedAverage = info.MendedAverage;
        }
    }
}
