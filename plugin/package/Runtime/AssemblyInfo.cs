using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("ProbeNorm.Editor")]
[assembly: InternalsVisibleTo("ProbeNorm.UnityTests")]
