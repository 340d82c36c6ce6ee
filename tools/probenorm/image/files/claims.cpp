#include "image/files/claims.h"

#include <utility>

namespace pn::image {
namespace {

thread_local const ClaimScope::Admit* asked = nullptr;

} // namespace

ClaimScope::ClaimScope(Admit admit) : m_admit(std::move(admit))
{
    asked = &m_admit;
}

ClaimScope::~ClaimScope()
{
    asked = nullptr;
}

bool areClaimsAsked()
{
    return asked != nullptr;
}

void askForClaim(std::uint64_t byteCount)
{
    if (asked != nullptr)
        (*asked)(byteCount);
}

} // namespace pn::image
