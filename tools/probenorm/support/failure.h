#pragma once

#include "support/exit.h"

#include <stdexcept>
#include <string>

namespace pn::cli {

// Ends a command with one line on stderr. Messages read "FILE: reason", or only the reason where no file is to blame.
class Failure : public std::runtime_error
{
public:
    Failure(Exit exit, const std::string& message) : std::runtime_error(message), m_exit(exit) {}

    Exit exit() const noexcept { return m_exit; }

private:
    Exit m_exit;
};

} // namespace pn::cli
