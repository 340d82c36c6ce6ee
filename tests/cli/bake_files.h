#pragma once

#include "files.h"
#include "program.h"

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <vector>

namespace pn::test {

// A folder with a manifest of small cubemaps, each with a sun and a sky of its own.
class BakeScene
{
public:
    BakeScene(std::uint32_t probeCount, std::uint32_t faceSize);

    std::string manifest() const { return m_folder.path("probes.json"); }
    std::string path(const std::string& name) const { return m_folder.path(name); }
    std::string add(const std::string& name, const std::string& bytes) const { return m_folder.add(name, bytes); }

    nlohmann::json& json() { return m_json; } // of the manifest; save() writes it
    void save() const { add("probes.json", m_json.dump()); }
    nlohmann::json read(const std::string& name) const { return nlohmann::json::parse(readText(path(name))); }

    // "bake MANIFEST -o FOLDER --device cpu" and more.
    Names arguments(const std::string& folder, const Names& more = {}) const;

private:
    Folder m_folder;
    nlohmann::json m_json;
};

// The cube of a probe: a sky of value 1 + index / 64 and a sun of 64 in one texel.
std::string probeCube(std::uint32_t index, std::uint32_t faceSize);

// Until the clock of the scene's file system has moved on, so that what is there is older than what comes.
void waitForTick(const BakeScene& scene);

// Bakes what is older than the run, and expects it to go well.
Outcome bake(const BakeScene& scene, const std::string& folder, const Names& more = {});

// That a bake went on past probes that failed: this exit code, a summary on stdout, and as many lines on stderr as
// there are words, each with its word.
void expectFailedProbes(const Outcome& run, int exit, const Names& words);

// The lines of a folder's log.
std::vector<nlohmann::json> events(const std::string& folder);

// The reasons of a bake's failed probes, by id.
std::map<std::string, std::string> failures(const std::string& folder);

// The event in the last line of a folder's log; "unchanged" if that run baked and digested nothing.
std::string lastEvent(const std::string& folder);

// Every file of a baked folder by its name, but log and index, which differ between runs by design.
std::map<std::string, std::string> bakedFiles(const std::string& folder);

// Probes that a run has reported as done, which are those with a record, also where it was killed.
std::map<std::string, std::string> records(const std::string& folder);

// The names of the files that differ between two bakes; empty when they are the same bytes.
Names differences(const std::string& a, const std::string& b);

// That two folders of a scene hold the same bake, and that one holds what a fresh bake makes.
void expectSame(const BakeScene& scene, const std::string& a, const std::string& b);
void expectFresh(const BakeScene& scene, const std::string& folder);

} // namespace pn::test
