#include "kept.h"

#include <fstream>
#include <stdexcept>

namespace scene {

std::vector<vec3> keptOr(const std::filesystem::path& folder, const std::string& name, std::size_t count,
                         const std::function<std::vector<vec3>()>& trace)
{
    if (folder.empty())
        return trace();
    const std::filesystem::path path = folder / (name + ".rgb32f");
    std::vector<vec3> values(count);
    const auto bytes = static_cast<std::streamsize>(count * sizeof(vec3));
    if (std::filesystem::exists(path))
    {
        std::ifstream file(path, std::ios::binary);
        if (!file.read(reinterpret_cast<char*>(values.data()), bytes) || file.peek() != EOF)
            throw std::runtime_error(path.string() + ": has another length than what is rendered");
        return values;
    }
    values = trace();
    std::filesystem::create_directories(folder);
    std::ofstream file(path, std::ios::binary);
    if (!file.write(reinterpret_cast<const char*>(values.data()), bytes).flush())
        throw std::runtime_error(path.string() + ": cannot be written");
    return values;
}

} // namespace scene
