#pragma once

#include "vulkan/division.h"

#include "core/geometry_cache.h"
#include "core/parallel.h"

namespace pn::vulkan {

// What a run may use of the backend it belongs to.
struct NormalizeResources
{
    Device& device;
    ProjectKernels& projectKernels;
    DivideKernels& divideKernels;
    GeometryCache& geometries;
    std::uint32_t threadCount = 0;
    std::uint64_t chunkBytes = 0;
    std::chrono::milliseconds timeout{0};
};

// One cubemap with its mips, from the caller's texels to the caller's results. Where the light is to be projected, its
// coefficients and denominators stay on the device; what is read back comes with the results.
class NormalizeRun
{
public:
    NormalizeRun(const NormalizeResources& resources, const NormalizeJob& job);

    BackendTimes run(NormalizeResult& result, const Monitor& monitor);

private:
    // Pieces that travel and run together.
    struct Group
    {
        std::vector<DividePiece> pieces;
        std::uint64_t inputBytes = 0; // texels and tables
        std::uint64_t resultBytes = 0;
    };

    std::vector<Group> makeGroups() const;
    std::uint64_t mostInputBytes() const;
    std::uint64_t mostResultBytes() const;
    std::uint64_t mostPieces() const;
    bool projectsFromGroup() const;

    void writeLight();
    void projectApart(const Monitor& monitor);
    void recordProjection(VkCommandBuffer commands);
    void recordDenominators(VkCommandBuffer commands);
    void runGroup(const Group& group, bool isFirst);
    void writeTexels(const ProbeView& view, const Chunk& chunk, std::byte* staging);
    void upload(const Group& group);
    void recordUpload(VkCommandBuffer commands, std::uint64_t bytes);
    void recordDivides(VkCommandBuffer commands, const Group& group);
    void download(const Group& group);
    void submitAndWait(VkCommandBuffer commands);
    void readResult(NormalizeResult& result);

    const Buffer& texels() const { return m_deviceTexels ? *m_deviceTexels : m_staging; }
    Buffer& readable() { return m_readback ? *m_readback : m_results; }

    NormalizeResources m_use;
    Device& m_device;
    const NormalizeJob& m_job;
    WorkerTeam m_team;
    DivideVariant m_variant;
    std::unique_ptr<Projection> m_projection; // where the light is not given
    std::vector<Chunk> m_chunks;              // of the projection
    std::vector<Group> m_groups;
    Buffer m_light, m_denominators, m_denominatorReadback, m_staging;
    std::unique_ptr<Buffer> m_deviceTexels; // where host and device share no memory
    Buffer m_results;
    std::unique_ptr<Buffer> m_readback, m_projectGeometry;
    DescriptorSets m_divideSets, m_projectSets;
    Timer m_timer;
    Commands m_commands; // after what it uses: it waits before that goes
    BackendTimes m_times;
};

} // namespace pn::vulkan
