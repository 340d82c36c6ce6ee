// render IBL.ktx SKYBOX.ktx COEFFICIENTS.txt WHITE.filamat POSITION.filamat OUT.bin
//
// Filament shows what cmgen made of an environment: a white sphere lit by the coefficients in IBL.ktx, from six sides,
// the same sphere lit by the 27 numbers of COEFFICIENTS.txt, and the skybox in six views of 90 degrees. Written are
// floats: twice for each of 6 x 32 x 32 pixels the normal and the rgb, then for each of 6 x 256 x 256 pixels the
// direction and the rgb. Normals and directions are read back from Filament, too.
#include <filament/Camera.h>
#include <filament/Engine.h>
#include <filament/IndexBuffer.h>
#include <filament/IndirectLight.h>
#include <filament/Material.h>
#include <filament/MaterialInstance.h>
#include <filament/RenderTarget.h>
#include <filament/RenderableManager.h>
#include <filament/Renderer.h>
#include <filament/Scene.h>
#include <filament/Skybox.h>
#include <filament/SwapChain.h>
#include <filament/Texture.h>
#include <filament/TransformManager.h>
#include <filament/VertexBuffer.h>
#include <filament/View.h>
#include <filament/Viewport.h>
#include <geometry/SurfaceOrientation.h>
#include <image/KtxBundle.h>
#include <image/KtxUtility.h>
#include <utils/EntityManager.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

using namespace filament;
using namespace filament::math;

namespace {

constexpr uint32_t kSphereSize = 32, kSkySize = 256;
constexpr uint32_t kRows = 256, kColumns = 512;
constexpr double kRadius = 0.95;

struct Look
{
    double3 toward, up;
};
constexpr Look kLooks[] = {{{1, 0, 0}, {0, 1, 0}},  {{-1, 0, 0}, {0, 1, 0}}, {{0, 1, 0}, {0, 0, 1}},
                           {{0, -1, 0}, {0, 0, 1}}, {{0, 0, 1}, {0, 1, 0}},  {{0, 0, -1}, {0, 1, 0}}};

std::vector<uint8_t> readFile(const char* path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
    {
        std::fprintf(stderr, "render: cannot read %s\n", path);
        std::exit(1);
    }
    return {std::istreambuf_iterator<char>(file), {}};
}

// A sphere of radius 1, whose normals are its positions.
struct Sphere
{
    std::vector<float3> positions;
    std::vector<quatf> frames;
    std::vector<uint3> triangles;

    Sphere()
    {
        for (uint32_t row = 0; row <= kRows; ++row)
            for (uint32_t column = 0; column <= kColumns; ++column)
            {
                const double theta = M_PI * row / kRows, phi = 2 * M_PI * column / kColumns;
                positions.emplace_back(std::sin(theta) * std::cos(phi), std::cos(theta),
                                       std::sin(theta) * std::sin(phi));
            }
        for (uint32_t row = 0; row < kRows; ++row)
            for (uint32_t column = 0; column < kColumns; ++column)
            {
                const uint32_t a = row * (kColumns + 1) + column, b = a + kColumns + 1;
                triangles.push_back({a, b, a + 1});
                triangles.push_back({a + 1, b, b + 1});
            }
        frames.resize(positions.size());
        std::unique_ptr<geometry::SurfaceOrientation> orientation(
            geometry::SurfaceOrientation::Builder().vertexCount(positions.size()).normals(positions.data()).build());
        orientation->getQuats(frames.data(), frames.size());
    }
};

class Witness
{
public:
    Witness(const char* white, const char* position)
    {
        m_engine = Engine::create(Engine::Backend::OPENGL);
        m_swapChain = m_engine->createSwapChain(16, 16);
        m_renderer = m_engine->createRenderer();
        m_scene = m_engine->createScene();
        m_view = m_engine->createView();
        m_camera = m_engine->createCamera(utils::EntityManager::get().create());
        m_camera->setExposure(1.0f);
        m_view->setScene(m_scene);
        m_view->setCamera(m_camera);
        m_view->setPostProcessingEnabled(false);
        m_view->setShadowingEnabled(false);
        m_white = load(white);
        m_position = load(position);
        makeBuffers();
    }

    void show(const char* iblPath, const char* skyPath)
    {
        const std::vector<uint8_t> ibl = readFile(iblPath), sky = readFile(skyPath);
        image::KtxBundle iblBundle(ibl.data(), uint32_t(ibl.size()));
        float3 coefficients[9];
        if (!iblBundle.getSphericalHarmonics(coefficients))
        {
            std::fprintf(stderr, "render: %s has no coefficients\n", iblPath);
            std::exit(1);
        }
        light(coefficients);
        m_sky = Skybox::Builder()
                    .environment(image::ktx::createTexture(
                        m_engine, new image::KtxBundle(sky.data(), uint32_t(sky.size())), false))
                    .intensity(1.0f)
                    .build(*m_engine);
    }

    void light(const float3* coefficients)
    {
        m_scene->setIndirectLight(
            IndirectLight::Builder().irradiance(3, coefficients).intensity(1.0f).build(*m_engine));
    }

    // Positions, then colours.
    void sphere(std::vector<float>& out)
    {
        m_camera->setProjection(Camera::Projection::ORTHO, -1, 1, -1, 1, 0.1, 10);
        for (const Look& look : kLooks)
        {
            m_camera->lookAt(look.toward * 3.0, {0, 0, 0}, look.up);
            m_scene->setSkybox(nullptr);
            const std::vector<float> places = renderWith(m_position, kRadius, kSphereSize);
            append(places, renderWith(m_white, kRadius, kSphereSize), out);
        }
    }

    void sky(std::vector<float>& out)
    {
        m_camera->setProjection(90.0, 1.0, 0.1, 100.0);
        for (const Look& look : kLooks)
        {
            m_camera->lookAt({0, 0, 0}, look.toward, look.up);
            m_scene->setSkybox(nullptr);
            const std::vector<float> places = renderWith(m_position, 5.0, kSkySize);
            m_scene->setSkybox(m_sky);
            append(places, render(kSkySize), out);
            m_scene->setSkybox(nullptr);
        }
    }

private:
    MaterialInstance* load(const char* path)
    {
        const std::vector<uint8_t> bytes = readFile(path);
        return Material::Builder().package(bytes.data(), bytes.size()).build(*m_engine)->createInstance();
    }

    void makeBuffers()
    {
        m_vertices = VertexBuffer::Builder()
                         .vertexCount(uint32_t(m_sphere.positions.size()))
                         .bufferCount(2)
                         .attribute(VertexAttribute::POSITION, 0, VertexBuffer::AttributeType::FLOAT3)
                         .attribute(VertexAttribute::TANGENTS, 1, VertexBuffer::AttributeType::FLOAT4)
                         .build(*m_engine);
        m_vertices->setBufferAt(*m_engine, 0, {m_sphere.positions.data(), m_sphere.positions.size() * sizeof(float3)});
        m_vertices->setBufferAt(*m_engine, 1, {m_sphere.frames.data(), m_sphere.frames.size() * sizeof(quatf)});
        m_indices = IndexBuffer::Builder()
                        .indexCount(uint32_t(3 * m_sphere.triangles.size()))
                        .bufferType(IndexBuffer::IndexType::UINT)
                        .build(*m_engine);
        m_indices->setBuffer(*m_engine, {m_sphere.triangles.data(), m_sphere.triangles.size() * sizeof(uint3)});
    }

    std::vector<float> renderWith(MaterialInstance* material, double radius, uint32_t size)
    {
        const utils::Entity entity = utils::EntityManager::get().create();
        RenderableManager::Builder(1)
            .boundingBox({{0, 0, 0}, {1, 1, 1}})
            .geometry(0, RenderableManager::PrimitiveType::TRIANGLES, m_vertices, m_indices)
            .material(0, material)
            .culling(false)
            .build(*m_engine, entity);
        TransformManager& transforms = m_engine->getTransformManager();
        transforms.create(entity);
        transforms.setTransform(transforms.getInstance(entity), mat4f::scaling(float3(float(radius))));
        m_scene->addEntity(entity);
        std::vector<float> pixels = render(size);
        m_scene->remove(entity);
        m_engine->destroy(entity);
        return pixels;
    }

    std::vector<float> render(uint32_t size)
    {
        Texture* color = target(size, Texture::InternalFormat::RGBA32F, Texture::Usage::COLOR_ATTACHMENT);
        Texture* depth = target(size, Texture::InternalFormat::DEPTH32F, Texture::Usage::DEPTH_ATTACHMENT);
        RenderTarget* output = RenderTarget::Builder()
                                   .texture(RenderTarget::AttachmentPoint::COLOR, color)
                                   .texture(RenderTarget::AttachmentPoint::DEPTH, depth)
                                   .build(*m_engine);
        m_view->setRenderTarget(output);
        m_view->setViewport({0, 0, size, size});
        std::vector<float> pixels(size_t(4) * size * size);
        if (!m_renderer->beginFrame(m_swapChain))
            std::fprintf(stderr, "render: a frame was to be skipped\n");
        m_renderer->render(m_view);
        m_renderer->readPixels(output, 0, 0, size, size,
                               Texture::PixelBufferDescriptor(pixels.data(), pixels.size() * sizeof(float),
                                                              Texture::Format::RGBA, Texture::Type::FLOAT));
        m_renderer->endFrame();
        m_engine->flushAndWait();
        m_view->setRenderTarget(nullptr);
        m_engine->destroy(output);
        m_engine->destroy(color);
        m_engine->destroy(depth);
        return pixels;
    }

    Texture* target(uint32_t size, Texture::InternalFormat format, Texture::Usage usage)
    {
        return Texture::Builder().width(size).height(size).levels(1).format(format).usage(usage).build(*m_engine);
    }

    static void append(const std::vector<float>& places, const std::vector<float>& colors, std::vector<float>& out)
    {
        for (size_t i = 0; i < places.size(); i += 4)
        {
            for (size_t c = 0; c < 3; ++c)
                out.push_back(2.0f * places[i + c] - 1.0f);
            out.insert(out.end(), {colors[i], colors[i + 1], colors[i + 2]});
        }
    }

    Engine* m_engine;
    SwapChain* m_swapChain;
    Renderer* m_renderer;
    Scene* m_scene;
    View* m_view;
    Camera* m_camera;
    MaterialInstance *m_white, *m_position;
    Skybox* m_sky = nullptr;
    VertexBuffer* m_vertices;
    IndexBuffer* m_indices;
    Sphere m_sphere;
};

} // namespace

int main(int, char** argv)
{
    static Witness witness(argv[4], argv[5]);
    std::vector<float> out;
    witness.show(argv[1], argv[2]);
    witness.sphere(out);
    float3 given[9];
    std::ifstream text(argv[3]);
    for (float3& row : given)
        text >> row.x >> row.y >> row.z;
    witness.light(given);
    witness.sphere(out);
    witness.sky(out);
    std::ofstream file(argv[6], std::ios::binary);
    file.write(reinterpret_cast<const char*>(out.data()), std::streamsize(out.size() * sizeof(float)));
    if (!file.flush())
        return 1;
    std::_Exit(0); // the process is the engine's whole life
}
