#include "spirv_module.h"

#include <algorithm>
#include <stdexcept>

namespace pn::testing {
namespace {

constexpr std::size_t kHeaderWords = 5;

void require(bool condition, const char* message)
{
    if (!condition)
        throw std::runtime_error(message);
}

} // namespace

SpirvModule::SpirvModule(std::span<const std::uint32_t> words)
{
    require(words.size() > kHeaderWords && words[0] == spv::MagicNumber, "not a SPIR-V module");
    for (std::size_t at = kHeaderWords; at < words.size();)
    {
        const std::size_t length = words[at] >> spv::WordCountShift;
        require(length > 0 && length <= words.size() - at, "an instruction runs past the end");
        const Instruction instruction{spv::Op(words[at] & spv::OpCodeMask), words.subspan(at + 1, length - 1)};
        bool hasResult = false, hasType = false;
        spv::HasResultAndType(instruction.op, &hasResult, &hasType);
        if (hasResult)
            m_definitions[instruction.operands[hasType ? 1 : 0]] = m_instructions.size();
        m_instructions.push_back(instruction);
        at += length;
    }
}

std::size_t SpirvModule::count(spv::Op op) const
{
    return std::size_t(std::count_if(m_instructions.begin(), m_instructions.end(),
                                     [op](const Instruction& instruction) { return instruction.op == op; }));
}

bool SpirvModule::hasCapability(spv::Capability capability) const
{
    return std::any_of(m_instructions.begin(), m_instructions.end(), [capability](const Instruction& instruction) {
        return instruction.op == spv::OpCapability && instruction.operands[0] == std::uint32_t(capability);
    });
}

bool SpirvModule::hasDecoration(std::uint32_t id, spv::Decoration decoration) const
{
    return std::any_of(m_instructions.begin(), m_instructions.end(), [=](const Instruction& instruction) {
        return instruction.op == spv::OpDecorate && instruction.operands[0] == id &&
               instruction.operands[1] == std::uint32_t(decoration);
    });
}

const Instruction* SpirvModule::definition(std::uint32_t id) const
{
    const auto found = m_definitions.find(id);
    return found != m_definitions.end() ? &m_instructions[found->second] : nullptr;
}

std::uint32_t SpirvModule::pointee(std::uint32_t pointerType) const
{
    const Instruction* pointer = definition(pointerType);
    require(pointer != nullptr && pointer->op == spv::OpTypePointer, "a variable's type is not a pointer");
    return pointer->operands[2];
}

std::uint32_t SpirvModule::constant(std::uint32_t id, const Specialization& specialization) const
{
    const Instruction* value = definition(id);
    require(value != nullptr, "a constant is not defined");
    if (value->op == spv::OpSpecConstantOp)
        return operation(*value, specialization);
    require(value->op == spv::OpConstant || value->op == spv::OpSpecConstant, "an array's length is not a constant");
    for (const Instruction& decoration : m_instructions)
        if (decoration.op == spv::OpDecorate && decoration.operands[0] == id &&
            decoration.operands[1] == spv::DecorationSpecId && specialization.contains(decoration.operands[2]))
            return specialization.at(decoration.operands[2]);
    return value->operands[2];
}

// Those that lengths of arrays are made of.
std::uint32_t SpirvModule::operation(const Instruction& constantOp, const Specialization& specialization) const
{
    const auto operand = [&](std::size_t i) { return constant(constantOp.operands[3 + i], specialization); };
    switch (constantOp.operands[2])
    {
    case spv::OpIMul: return operand(0) * operand(1);
    case spv::OpINotEqual: return operand(0) != operand(1);
    case spv::OpSelect: return operand(0) != 0 ? operand(1) : operand(2);
    default: throw std::runtime_error("an array's length is made in a way that this test does not know");
    }
}

std::uint32_t SpirvModule::typeBytes(std::uint32_t type, const Specialization& specialization) const
{
    const Instruction* definitionOfType = definition(type);
    require(definitionOfType != nullptr, "a type is not defined");
    const auto operands = definitionOfType->operands;
    switch (definitionOfType->op)
    {
    case spv::OpTypeInt:
    case spv::OpTypeFloat: return operands[1] / 8;
    case spv::OpTypeVector: return typeBytes(operands[1], specialization) * operands[2];
    case spv::OpTypeArray: return typeBytes(operands[1], specialization) * constant(operands[2], specialization);
    default: throw std::runtime_error("a shared variable has a type that this test does not know");
    }
}

std::uint32_t SpirvModule::sharedBytes(const Specialization& specialization) const
{
    std::uint32_t bytes = 0;
    for (const Instruction& variable : m_instructions)
        if (variable.op == spv::OpVariable && variable.operands[2] == spv::StorageClassWorkgroup)
            bytes += typeBytes(pointee(variable.operands[0]), specialization);
    return bytes;
}

std::set<std::uint32_t> SpirvModule::roundingWidths() const
{
    std::set<std::uint32_t> widths;
    for (const Instruction& instruction : m_instructions)
        if (instruction.op == spv::OpExecutionMode && instruction.operands[1] == spv::ExecutionModeRoundingModeRTE)
            widths.insert(instruction.operands[2]);
    return widths;
}

} // namespace pn::testing
