#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <vector>

namespace pn::test {

using Names = std::vector<std::string>;

// What one run of the program left behind.
struct Outcome
{
    int exit = -1; // 128 + the signal when one ended it
    std::string out;
    std::string err;

    nlohmann::json json() const { return nlohmann::json::parse(out); }
};

// Runs probenorm with these arguments; input becomes its standard input. With a device such as /dev/full for its
// standard output, nothing of that is kept.
Outcome run(const Names& arguments, const std::string& input = "", const std::string& device = "");

// What a command prints with --format json; an empty object where it fails, which is a failure of the test.
nlohmann::json jsonOf(Names arguments, const std::string& input = "");
nlohmann::json cpuJson(Names arguments); // with --device cpu

// Waits for a minute at most.
bool isSoon(const std::function<bool()>& condition);

// A run that goes on while the test does something.
class RunningProgram
{
public:
    explicit RunningProgram(const Names& arguments, const std::string& outDevice = "",
                            const std::string& errDevice = "", const std::vector<int>& closedStreams = {});
    ~RunningProgram();
    RunningProgram(const RunningProgram&) = delete;
    RunningProgram& operator=(const RunningProgram&) = delete;

    void write(const std::string& input);
    void signal(int number);
    bool isWaiting() const; // asleep, that is
    bool isCatching(int number) const;
    Outcome finish(); // closes its standard input

    // Sends a signal. Its standard input stays open, so nothing else ends a run that waits for more. A run that goes on
    // for a minute is killed.
    Outcome endBy(int number);

private:
    Outcome outcomeOf(int status);

    int m_process = -1;
    int m_input = -1;
    std::string m_folder;
};

// That a run failed as all failures do: this exit code, nothing on stdout, one line on stderr that has each of words.
void expectFailure(const Outcome& run, int exit, const Names& words);

} // namespace pn::test
