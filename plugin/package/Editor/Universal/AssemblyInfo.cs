using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("ProbeNorm.UnityTests")]
