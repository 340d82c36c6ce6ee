#include "bake/commit_probes.h"

#include "image/parallel.h"

namespace pn::cli {

void commitFiles(const std::vector<image::OutputFile*>& files, std::uint32_t threads)
{
    if (files.empty())
        return;
    image::parallelRanges(static_cast<std::uint32_t>(files.size()), threads,
                          [&](std::uint32_t begin, std::uint32_t end) {
                              for (std::uint32_t i = begin; i < end; ++i)
                                  files[i]->sync();
                          });
    for (image::OutputFile* file : files)
        file->publish();
    image::syncFolderOf(files.front()->path());
}

void commitProbes(std::vector<std::unique_ptr<ProbeWork>>& group, std::uint32_t threads)
{
    std::vector<image::OutputFile*> files;
    for (const auto& work : group)
        for (const auto& file : work->files)
            files.push_back(file.get());
    const Watch start;
    commitFiles(files, threads);
    double seconds = 0.0;
    Watch(start).addTo(seconds);
    for (const auto& work : group)
        work->seconds.sync += seconds / static_cast<double>(group.size());
}

} // namespace pn::cli
