#pragma once

#include "bake/folder.h"
#include "support/json.h"

#include "image/files/output_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pn::cli {

// Files of the report of so many probes, relative to the bake's folder: report.html, and where there are more than it
// holds by itself, its parts "report.0001.js" and so on.
std::vector<std::string> reportNames(std::size_t probeCount);

// report.html: a page with each probe's numbers, pictures and warnings. Up to 2000 probes it needs nothing but itself.
// Above, it loads its parts, and shows the pictures that lie beside it. It is written probe by probe, so that thousands
// of them are never in memory together; the page appears with finish(), after its parts.
class Report
{
public:
    struct Head
    {
        std::string title;
        std::string facts; // a line
        Json failed;       // an array: "id" and "reason" of each probe without results
    };

    Report(const BakeFolder& folder, const Head& head, std::size_t probeCount);

    // What the page has of a probe, with its picture where that is in the page. Any thread may call it.
    std::string rowOf(const Json& record) const;

    void add(const std::string& row); // probeCount times
    void finish();

private:
    void flush();
    std::string pictureOf(const Json& record) const;

    const BakeFolder& m_folder;
    std::size_t m_probeCount;
    bool m_isWhole;
    image::OutputFile m_page;
    std::string m_rows; // not yet written
    std::size_t m_rowCount = 0;
    std::size_t m_partCount = 0;
};

} // namespace pn::cli
