#pragma once

#include "support/json.h"

#include "bench/statistics.h"

#include <string>
#include <vector>

// How every bench prints what it measured: as a table, or as JSON with the same rows.
namespace pn::cli {

struct BenchCell
{
    std::string column;
    std::string text;
};

struct BenchRow
{
    std::string name;
    std::string unsupported = {}; // why it was not measured
    std::vector<BenchCell> cells;
    Json json = Json::object();

    // ms, GB/s, limit and share.
    void addSpeed(const bench::Speed& speed);
};

struct BenchReport
{
    std::string bench;         // "project"
    std::string what = {};     // "sum of 33554432 floats (128 MiB)"; may be empty
    std::string rowTitle = {}; // "case"
    std::string limit = {};    // which plain passes are the limit: "read", "copy" or "upload"; may be empty
    std::uint32_t runs = 0;    // that the median is of
    Json settings = Json::object();
    std::string device = {};
    std::string driver = {};
    std::vector<BenchRow> rows = {};
};

void printReport(const BenchReport& report, bool json);

Json spreadJson(const bench::Spread& seconds);

} // namespace pn::cli
