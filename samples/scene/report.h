// Results as a table for people and as JSON for programs.
#pragma once

#include "experiment.h"

#include <string>

namespace scene {

std::string tableText(const Results& results);
std::string jsonText(const Results& results);

} // namespace scene
