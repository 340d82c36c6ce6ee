// probenorm, but PNG files that say so crash their decoder or keep it busy for ever.
#include "commands/program.h"

#include <csignal>
#include <string_view>

namespace {

pn::image::Container decode(std::span<const std::byte> file, const std::string& path, const pn::image::Choice& choice,
                            const pn::image::Limits& limits)
{
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    if (text.starts_with("\x89PNG\r\n\x1A\ncrash"))
        std::raise(SIGSEGV);
    volatile bool isBusy = text.starts_with("\x89PNG\r\n\x1A\nspin");
    while (isBusy)
    {
    }
    return pn::image::decodeFile(file, path, choice, limits);
}

} // namespace

int main(int argc, char** argv)
{
    return pn::cli::runProgram(argc, argv, decode);
}
