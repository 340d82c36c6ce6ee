#include "bake/choose_probes.h"
#include "bake/manifest.h"
#include "commands/command.h"
#include "run/output.h"
#include "support/failure.h"
#include "support/interrupt.h"

#include <fmt/format.h>

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace pn::cli {
namespace {

struct ManifestOptions
{
    std::vector<std::string> files;
    std::string output = "-", root;
    bool overwrite = false;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        addTexts(app, "FILE", files, "Maps, cubemaps, or faces of cubemaps").required();
        addText(app, "-o,--output", output, "The manifest (stdout)").takes("FILE");
        addText(app, "--root", root, "What it names files from; bake needs the same (the manifest's folder)")
            .takes("DIR");
        addOverwrite(app, overwrite);
        messages.addTo(app);
    }
};

Exit run(ManifestOptions& options, Console&)
{
    for (const std::string& file : options.files)
    {
        throwIfInterrupted();
        if (access(file.c_str(), F_OK) != 0)
            throw Failure(Exit::FileIo, fmt::format("{}: {}", file, std::strerror(errno)));
    }
    if (!options.overwrite)
        requireNotInput({options.output}, options.files);
    std::string folder = options.root;
    if (folder.empty() && options.output != "-")
        folder = std::filesystem::path(options.output).parent_path().string();
    const std::string text = manifestOf(options.files, folder);
    parseManifest(text, options.output == "-" ? "standard output" : options.output, folder.empty() ? "." : folder,
                  CheckFiles::Yes);
    writeOutput(options.output, text);
    return Exit::Success;
}

} // namespace

const Command kManifestCommand{
    .name = "manifest",
    .summary = "Write a manifest of files for bake",
    .manual =
        R"(Writes a manifest for bake: one probe for each file, or for six files that are the faces of a cubemap, with the
settings that bake has by default. Positions and boxes are to be added by whoever knows them.

  probenorm manifest maps/*.exr -o probes.json
  probenorm bake probes.json -o baked)",
    .add = addCommand<ManifestOptions, run>,
};

} // namespace pn::cli
