#include "bake_files.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace pn::test {

std::string probeCube(std::uint32_t index, std::uint32_t faceSize)
{
    return ddsCube(faceSize, [=](std::uint32_t face, std::uint32_t x, std::uint32_t y) {
        const bool isSun = face == index % 6 && x == index % faceSize && y == 0;
        const float sky = 1.0f + static_cast<float>(index) / 64.0f;
        return isSun ? Rgb{64, 64, 32} : Rgb{sky, 1, static_cast<float>(x) / static_cast<float>(faceSize)};
    });
}

BakeScene::BakeScene(std::uint32_t probeCount, std::uint32_t faceSize)
{
    m_json = {{"version", 1}, {"defaults", {{"cubemap", "ktx2"}, {"mips", true}}}, {"probes", nlohmann::json::array()}};
    for (std::uint32_t i = 0; i < probeCount; ++i)
    {
        const std::string id = "probe-" + std::to_string(i);
        add(id + ".dds", probeCube(i, faceSize));
        m_json["probes"].push_back({{"id", id}, {"file", id + ".dds"}, {"position", {i, 1.5, 0}}});
    }
    save();
}

void waitForTick(const BakeScene& scene)
{
    const auto now = [&scene] { return std::filesystem::last_write_time(scene.add("clock", "")); };
    const auto before = now();
    while (now() == before)
        continue;
    std::filesystem::remove(scene.path("clock"));
}

Names BakeScene::arguments(const std::string& folder, const Names& more) const
{
    Names all = {"bake", manifest(), "-o", path(folder), "--device", "cpu"};
    all.insert(all.end(), more.begin(), more.end());
    if (std::find(more.begin(), more.end(), "--progress") == more.end()) // a slow machine's would stand between errors
        all.insert(all.end(), {"--progress", "none"});
    return all;
}

Outcome bake(const BakeScene& scene, const std::string& folder, const Names& more)
{
    waitForTick(scene);
    const Outcome result = run(scene.arguments(folder, more));
    EXPECT_EQ(result.exit, 0) << result.err;
    return result;
}

void expectFailedProbes(const Outcome& run, int exit, const Names& words)
{
    EXPECT_EQ(run.exit, exit) << run.err;
    EXPECT_NE(run.out.find("report.html"), std::string::npos) << run.out;
    std::istringstream lines(run.err);
    std::string line;
    for (const std::string& word : words)
    {
        std::getline(lines, line);
        EXPECT_NE(line.find(word), std::string::npos) << word << " is not in: " << line;
    }
    EXPECT_FALSE(std::getline(lines, line)) << line;
}

std::vector<nlohmann::json> events(const std::string& folder)
{
    std::vector<nlohmann::json> events;
    std::istringstream log(readText(folder + "/bake.log.jsonl"));
    for (std::string line; std::getline(log, line);)
        events.push_back(nlohmann::json::parse(line));
    return events;
}

std::map<std::string, std::string> failures(const std::string& folder)
{
    std::map<std::string, std::string> reasons;
    for (const nlohmann::json& event : events(folder))
        if (event["event"] == "failed")
            reasons[event["id"]] = event["reason"];
    return reasons;
}

std::string lastEvent(const std::string& folder)
{
    const nlohmann::json line = events(folder).back();
    return line.value("digested", 1) == 0 && line["baked"] == 0 ? "unchanged" : std::string(line["event"]);
}

std::map<std::string, std::string> bakedFiles(const std::string& folder)
{
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && entry.path().filename() != "bake.log.jsonl" &&
            entry.path().filename() != "bake.index")
            files[std::filesystem::relative(entry.path(), folder).string()] = readText(entry.path().string());
    return files;
}

std::map<std::string, std::string> records(const std::string& folder)
{
    std::map<std::string, std::string> found;
    if (!std::filesystem::exists(folder))
        return found;
    for (const auto& [name, bytes] : bakedFiles(folder))
        if (name.starts_with("probes/probe-") && name.ends_with(".json"))
            found[name] = bytes;
    return found;
}

Names differences(const std::string& a, const std::string& b)
{
    const std::map<std::string, std::string> first = bakedFiles(a);
    std::map<std::string, std::string> second = bakedFiles(b);
    Names names;
    for (const auto& [name, bytes] : first)
    {
        if (second.count(name) == 0 || second[name] != bytes)
            names.push_back(name);
        second.erase(name);
    }
    for (const auto& [name, bytes] : second)
        names.push_back(name);
    return names;
}

void expectSame(const BakeScene& scene, const std::string& a, const std::string& b)
{
    EXPECT_EQ(differences(scene.path(a), scene.path(b)), Names{}) << a << ' ' << b;
}

void expectFresh(const BakeScene& scene, const std::string& folder)
{
    bake(scene, "fresh", {"--overwrite"});
    expectSame(scene, folder, "fresh");
}

} // namespace pn::test
