#pragma once

#include <cstdint>
#include <functional>

namespace pn::image {

// While it lives, admit is asked about each file that this thread reads, once its header has told how many bytes its
// texels take, and before memory is given to them. What admit throws ends the reading. It must be no std::exception,
// which readers take for a fault of the file.
class ClaimScope
{
public:
    using Admit = std::function<void(std::uint64_t byteCount)>;

    explicit ClaimScope(Admit admit);
    ~ClaimScope();
    ClaimScope(const ClaimScope&) = delete;
    ClaimScope& operator=(const ClaimScope&) = delete;

private:
    Admit m_admit;
};

// Whether somebody is asked on this thread; and asks.
bool areClaimsAsked();
void askForClaim(std::uint64_t byteCount);

} // namespace pn::image
