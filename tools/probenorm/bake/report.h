#pragma once

#include "bake/folder.h"
#include "support/json.h"

#include "image/output_file.h"

#include <cstdint>
#include <string>

namespace pn::cli {

// report.html: one page that needs nothing but itself, with each probe's numbers, pictures and warnings. It is written
// probe by probe, so that thousands of pictures are never in memory together, and appears with finish().
class Report
{
public:
    Report(const std::string& path, const std::string& title, const std::string& facts);

    void add(const Json& record, const BakeFolder& folder);
    void finish();

private:
    void write(const std::string& text);

    image::OutputFile m_file;
};

} // namespace pn::cli
