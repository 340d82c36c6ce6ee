using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("ProbeNorm.Universal.Editor")]
[assembly: InternalsVisibleTo("ProbeNorm.UnityTests")]
