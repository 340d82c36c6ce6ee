// A device for the stand-in of Unity's compute shaders: buffers, and kernels that take them by name. Its kernels are
// the package's HLSL, compiled to SPIR-V; Unity's constant buffer is the push constants.
#include "vulkan/spirv_module.h"

#include "probenorm/probenorm.h"
#include "vulkan/device/commands.h"
#include "vulkan/device/compute_pipeline.h"
#include "vulkan/device/device.h"
#include "vulkan/device/instance.h"
#include "vulkan/device/memory.h"

#include <spirv/unified1/spirv.hpp>
#include <vulkan/vulkan.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace pn::vulkan;

struct ComputeDevice
{
    ComputeDevice()
        : instance(
              std::make_shared<Instance>(std::getenv("PN_NO_VALIDATION") == nullptr, // for machines without the layer
                                         [this](PnLogLevel level, const char* text) { log(level, text); })),
          device(instance, instance->physicalDevices().at(0)), layout(device), sets(device, layout, 1),
          commands(device, device.computeQueue())
    {
    }

    void log(PnLogLevel level, const char* text)
    {
        if (level > PN_LOG_WARNING)
            return;
        std::fprintf(stderr, "%s\n", text);
        isClean = false;
    }

    bool isClean = true; // validation has found nothing
    std::shared_ptr<Instance> instance;
    Device device;
    PipelineLayout layout;
    DescriptorSets sets;
    Commands commands;
};

std::vector<std::uint32_t> readWords(const char* path)
{
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
    std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
    return words;
}

// What spirv_test.cpp asks of the library's own kernels: software drivers contract nothing, so bits would not tell.
void requireExactFloats(std::span<const std::uint32_t> words)
{
    const pn::testing::SpirvModule module(words);
    for (const pn::testing::Instruction& instruction : module.instructions())
        switch (instruction.op)
        {
        case spv::OpFAdd:
        case spv::OpFSub:
        case spv::OpFMul:
        case spv::OpVectorTimesScalar:
            if (!module.hasDecoration(instruction.operands[1], spv::DecorationNoContraction))
                throw std::runtime_error("a float operation may be contracted");
            break;
        case spv::OpFDiv:
        case spv::OpDot: throw std::runtime_error("a float operation is not exactly rounded");
        default: break;
        }
}

// The bindings of a kernel's buffers by name.
std::map<std::string, std::uint32_t> namedBindings(std::span<const std::uint32_t> words)
{
    std::map<std::uint32_t, std::string> names;
    std::map<std::string, std::uint32_t> bindings;
    const pn::testing::SpirvModule module(words);
    for (const pn::testing::Instruction& instruction : module.instructions())
        if (instruction.op == spv::OpName)
            names[instruction.operands[0]] = reinterpret_cast<const char*>(&instruction.operands[1]);
        else if (instruction.op == spv::OpDecorate && instruction.operands[1] == spv::DecorationBinding)
            bindings[names[instruction.operands[0]]] = instruction.operands[2]; // names stand before decorations
    return bindings;
}

struct ComputeKernel
{
    ComputeKernel(ComputeDevice& on, const char* path) : words(readWords(path)), bindings(namedBindings(words))
    {
        requireExactFloats(words);
        pipeline = std::make_unique<ComputePipeline>(on.device, on.layout, Kernel{path, words},
                                                     std::span<const SpecConstant>{});
    }

    std::vector<std::uint32_t> words;
    std::map<std::string, std::uint32_t> bindings;
    Bindings ranges{};
    std::unique_ptr<ComputePipeline> pipeline;
};

ComputeDevice* device = nullptr; // made and ended by the test

} // namespace

#define PN_EXPORT extern "C" __attribute__((visibility("default")))

// Returns 0 if there is no device.
PN_EXPORT int testComputeStart()
try
{
    device = new ComputeDevice;
    return 1;
}
catch (const std::exception& e)
{
    std::fprintf(stderr, "%s\n", e.what());
    return 0;
}

// Returns 0 if validation found something; it is on stderr.
PN_EXPORT int testComputeStop()
{
    const int isClean = device->isClean;
    delete device;
    device = nullptr;
    return isClean;
}

PN_EXPORT void* testComputeMakeBuffer(std::uint64_t bytes)
{
    return new Buffer(device->device, bytes, MemoryKind::Shared);
}

PN_EXPORT void testComputeFreeBuffer(void* buffer)
{
    delete static_cast<Buffer*>(buffer);
}

PN_EXPORT void testComputeWrite(void* buffer, std::uint64_t offset, const void* from, std::uint64_t bytes)
{
    std::memcpy(static_cast<Buffer*>(buffer)->mapped() + offset, from, bytes);
    static_cast<Buffer*>(buffer)->flush();
}

PN_EXPORT void testComputeRead(void* buffer, void* to, std::uint64_t bytes)
{
    static_cast<Buffer*>(buffer)->invalidate();
    std::memcpy(to, static_cast<Buffer*>(buffer)->mapped(), bytes);
}

// Returns 0 if the file is no kernel that the device takes.
PN_EXPORT void* testComputeMakeKernel(const char* path)
try
{
    return new ComputeKernel(*device, path);
}
catch (const std::exception& e)
{
    std::fprintf(stderr, "%s: %s\n", path, e.what());
    return nullptr;
}

PN_EXPORT void testComputeFreeKernel(void* kernel)
{
    delete static_cast<ComputeKernel*>(kernel);
}

// Returns 0 if the kernel has no buffer of that name.
PN_EXPORT int testComputeSetBuffer(void* kernel, const char* name, void* buffer)
{
    ComputeKernel& to = *static_cast<ComputeKernel*>(kernel);
    const auto found = to.bindings.find(name);
    if (found == to.bindings.end())
        return 0;
    to.ranges[found->second] = wholeRange(*static_cast<Buffer*>(buffer));
    return 1;
}

// Waits until the device is done.
PN_EXPORT void testComputeDispatch(void* kernel, const void* params, std::uint32_t bytes, std::uint32_t x,
                                   std::uint32_t y, std::uint32_t z)
{
    const ComputeKernel& run = *static_cast<ComputeKernel*>(kernel);
    const VkDescriptorSet set = device->sets.update(0, run.ranges);
    const auto& fn = device->device.fn();
    VkCommandBuffer commands = device->commands.begin();
    fn.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, run.pipeline->handle());
    fn.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, device->layout.handle(), 0, 1, &set, 0,
                               nullptr);
    fn.vkCmdPushConstants(commands, device->layout.handle(), VK_SHADER_STAGE_COMPUTE_BIT, 0, bytes, params);
    fn.vkCmdDispatch(commands, x, y, z);
    barrier(device->device, commands, kKernelReadWrite, kHostRead);
    device->commands.submit();
    device->commands.wait(std::chrono::minutes(5));
}
