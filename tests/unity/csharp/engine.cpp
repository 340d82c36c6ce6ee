// The stand-in for the engine (tests/unity/host) as a library, so that C# scripts under Mono can run inside of it: with
// frames, textures, and the events that the scripts' command buffers hold.
#include "unity/host/engine_stand_in.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <exception>

namespace {

using pn::testing::EngineBuffer;
using pn::testing::EngineStandIn;
using pn::testing::EngineTexture;
using pn::testing::HostImageDesc;
using pn::testing::PluginLibrary;

struct Event
{
    void* callback;
    std::int64_t id;
    std::uint64_t data;
};

struct Engine
{
    explicit Engine(const char* pluginPath) : plugin(pluginPath)
    {
        standIn.createDevice();
        standIn.load(plugin);
    }
    ~Engine()
    {
        standIn.destroyDevice();
        standIn.unload(plugin);
    }

    PluginLibrary plugin;
    EngineStandIn standIn;
};

Engine* engine = nullptr; // made and ended by the test

} // namespace

#define PN_EXPORT extern "C" __attribute__((visibility("default")))

// Returns 0 if there is no such plugin or no device.
PN_EXPORT int testEngineStart(const char* pluginPath)
try
{
    engine = new Engine(pluginPath);
    return 1;
}
catch (const std::exception& e)
{
    std::fprintf(stderr, "%s\n", e.what());
    return 0;
}

// Returns 0 if the plugin broke a rule of the engine, or logged an error that no script took. The stand-in has printed
// what happened to stderr.
PN_EXPORT int testEngineStop()
{
    delete engine;
    engine = nullptr;
    return testing::UnitTest::GetInstance()->ad_hoc_test_result().Failed() ? 0 : 1;
}

// Makes a cubemap of halves, in a frame of its own. Returns what Texture.GetNativeTexturePtr() would return.
PN_EXPORT void* testEngineMakeCubemap(std::uint32_t faceSize, const void* halves)
{
    HostImageDesc desc;
    desc.faceSize = faceSize;
    desc.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    EngineTexture* texture = nullptr;
    engine->standIn.frame([&] {
        texture = &engine->standIn.device().makeTexture(desc);
        const std::size_t bytes = std::size_t{6} * faceSize * faceSize * 8;
        engine->standIn.device().write(*texture, 0, {static_cast<const std::byte*>(halves), bytes});
    });
    return texture;
}

// Makes a buffer of the engine. Returns what GraphicsBuffer.GetNativeBufferPtr() would return.
PN_EXPORT void* testEngineMakeBuffer(std::uint32_t bytes)
{
    return &engine->standIn.device().makeBuffer(bytes);
}

// Copies what is in the buffer when the next frame is done.
PN_EXPORT void testEngineReadBuffer(void* native, std::uint32_t bytes, void* out)
{
    EngineBuffer& buffer = *static_cast<EngineBuffer*>(native);
    engine->standIn.frame(
        [&] { engine->standIn.device().use(buffer, VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT); });
    for (int i = 0; i < 4; ++i) // as many frames as are in flight, and one
        engine->standIn.frame([] {});
    std::memcpy(out, buffer.buffer.data(), bytes);
}

PN_EXPORT void testEngineFrame(const Event* events, int count)
{
    engine->standIn.frame([&] {
        for (int i = 0; i < count; ++i)
            engine->standIn.issueEvent(events[i].callback, int(events[i].id), events[i].data);
    });
}

// Errors and warnings in the engine's log since the last time.
PN_EXPORT int testEngineTakeErrorCount()
{
    return int(engine->standIn.takeErrors().size());
}
