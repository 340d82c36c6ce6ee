// samples/minimal_c in C++: a small environment, made in memory, lights a surface from two directions.
#include <probenorm/probenorm.hpp>

#include <cstdio>
#include <vector>

namespace {

constexpr std::uint32_t kFaceSize = 16;

// Blue sky above, brown ground below, with the horizon in the middle of each side face.
std::vector<float> paintEnvironment()
{
    constexpr float kSky[3] = {0.3f, 0.5f, 1.0f}, kGround[3] = {0.2f, 0.15f, 0.1f};
    std::vector<float> texels;
    for (int face = 0; face < 6; ++face) // +X -X +Y -Y +Z -Z, each with its top row first
        for (std::uint32_t texel = 0; texel < kFaceSize * kFaceSize; ++texel)
        {
            const bool isAbove = face == 2 || (face != 3 && texel < kFaceSize * kFaceSize / 2);
            texels.insert(texels.end(), isAbove ? kSky : kGround, (isAbove ? kSky : kGround) + 3);
        }
    return texels;
}

} // namespace

int main()
try
{
    const std::vector<float> texels = paintEnvironment();
    probenorm::Context context; // the first GPU that passes its self-test, or the CPU
    const PnSh sh = context.project(probenorm::cubemapView(kFaceSize, PN_FORMAT_RGB32F, texels)).sh;

    constexpr float kUpAndDown[] = {0, 1, 0, 0, -1, 0};
    const std::vector<float> lit = probenorm::evaluateIrradiance(sh, kUpAndDown);
    std::printf("a white table shows %.2f %.2f %.2f, its underside %.2f %.2f %.2f\n", double(lit[0]), double(lit[1]),
                double(lit[2]), double(lit[3]), double(lit[4]), double(lit[5]));
    return 0;
}
catch (const probenorm::Exception& e)
{
    std::fprintf(stderr, "%s: %s\n", e.resultName(), e.what());
    return 1;
}
