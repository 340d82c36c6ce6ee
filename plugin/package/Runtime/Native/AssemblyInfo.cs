using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("ProbeNorm.Runtime")]
[assembly: InternalsVisibleTo("ProbeNorm.Editor")]
[assembly: InternalsVisibleTo("ProbeNorm.Tests")]
[assembly: InternalsVisibleTo("ProbeNorm.UnityTests")]
