// shaders/runtime/probenorm.wgsl by Dawn, against the C API.
#include "shaders/runtime_case.h"

#include <cstdlib>
#include <fstream>
#include <string>

namespace pn {
namespace {

using namespace testing;

TEST(Wgsl, IsTheReference)
{
    const Case c = makeCase();
    const std::string input = "wgsl_inputs.bin", output = "wgsl_outputs.bin";
    std::vector<float> results(std::size_t{kItems} * kOutputs);
    const auto bytes = std::streamsize(results.size() * sizeof(float));
    std::ofstream(input, std::ios::binary)
        .write(reinterpret_cast<const char*>(c.inputs.data()), std::streamsize(c.inputs.size() * sizeof(float)));
    const std::string command = std::string(PN_RUN_WGSL " ") + input + " " + output + " " +
                                std::to_string(results.size()) + " " PN_WGSL_SHADERS;
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    ASSERT_EQ(std::ifstream(output, std::ios::binary).read(reinterpret_cast<char*>(results.data()), bytes).gcount(),
              bytes);
    expectLights(c, results);
    expectReflections(c, results);
}

} // namespace
} // namespace pn
