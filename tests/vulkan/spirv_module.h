#pragma once

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp>

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace pn::testing {

struct Instruction
{
    spv::Op op;
    std::span<const std::uint32_t> operands; // without the first word
};

// A SPIR-V module as the tests want to see it. Throws std::runtime_error when the words are not one.
class SpirvModule
{
public:
    explicit SpirvModule(std::span<const std::uint32_t> words);

    const std::vector<Instruction>& instructions() const { return m_instructions; }
    std::size_t count(spv::Op op) const;
    bool hasCapability(spv::Capability capability) const;
    bool hasDecoration(std::uint32_t id, spv::Decoration decoration) const;
    const Instruction* definition(std::uint32_t id) const; // null for an unknown id

    // Of all Workgroup variables together, with these values (by SpecId) in place of specialization constants'
    // defaults.
    std::uint32_t sharedBytes(const std::map<std::uint32_t, std::uint32_t>& specialization = {}) const;

    // The widths for which the module asks for rounding to nearest even.
    std::set<std::uint32_t> roundingWidths() const;

private:
    using Specialization = std::map<std::uint32_t, std::uint32_t>;

    std::uint32_t typeBytes(std::uint32_t type, const Specialization& specialization) const;
    std::uint32_t constant(std::uint32_t id, const Specialization& specialization) const;
    std::uint32_t operation(const Instruction& constantOp, const Specialization& specialization) const;
    std::uint32_t pointee(std::uint32_t pointerType) const;

    std::vector<Instruction> m_instructions;
    std::map<std::uint32_t, std::size_t> m_definitions; // index into m_instructions
};

} // namespace pn::testing
