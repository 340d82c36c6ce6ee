using UnityEngine;
using UnityEngine.Rendering;

/// <summary>Packages/com.unity.render-pipelines.high-definition/Runtime/Lighting/Reflection/HDProbe.cs of HDRP 12 to 17: fields
/// and what they are checked against.</summary>
public abstract class HDProbe : MonoBehaviour
{
#pragma warning disable 169, 649 // HDRP's other code would use them
    [SerializeField] private bool m_HasValidSHForNormalization;
    [SerializeField] private SphericalHarmonicsL2 m_SHForNormalization;
    [SerializeField] private Vector3 m_SHValidForCapturePosition;
    [SerializeField] private Vector3 m_SHValidForSourcePosition;
#pragma warning restore 169, 649

    /// <summary>Of the probe's settings: from where it is captured, relative to it.</summary>
    public Vector3 captureOffset;

    public Texture texture { get; set; }
    public float rangeCompressionFactor { get; set; } = 1;
    public float multiplier { get; set; } = 1;

    /// <summary>GetSHForNormalization, and EvaluateReflectionProbeSH of core's ProbeVolume.hlsl: the luminance that
    /// HDRP divides by along a surface's normal. Band 1 is multiplied in the order in which it is stored. 0: it is off.
    /// </summary>
    public double Divisor(Vector3 normal, bool isL2)
    {
        if (!IsValid)
            return 0;
        if (m_SHForNormalization[0, 0] == float.MaxValue)
            return float.MaxValue;
        var s = new double[9];
        for (var i = 0; i < 9; ++i)
            s[i] = 0.2126729 * m_SHForNormalization[0, i] + 0.7151522 * m_SHForNormalization[1, i] +
                   0.0721750 * m_SHForNormalization[2, i];
        double x = normal.x, y = normal.y, z = normal.z;
        var sum = s[0] + s[1] * x + s[2] * y + s[3] * z;
        if (isL2)
            sum += -s[6] + s[4] * x * y + s[5] * y * z + 3 * s[6] * z * z + s[7] * z * x + s[8] * (x * x - y * y);
        return sum;
    }

    /// <summary>HDRP drops the data when probe or capture are more than a centimetre away from where it was made.</summary>
    private bool IsValid => m_HasValidSHForNormalization &&
        IsNear(ComputeCapturePositionWS(), m_SHValidForCapturePosition) &&
        IsNear(transform.position, m_SHValidForSourcePosition);

    /// <summary>What HDRP does when it has baked Adaptive Probe Volumes: its own light.</summary>
    public void Overwrite() => m_SHForNormalization = new SphericalHarmonicsL2();

    private Vector3 ComputeCapturePositionWS() => transform.position + captureOffset;

    private static bool IsNear(Vector3 a, Vector3 b)
    {
        var d = a - b;
        return d.x * d.x + d.y * d.y + d.z * d.z <= 1e-4f;
    }
}

public sealed class HDAdditionalReflectionData : HDProbe { }
