// SPDX-License-Identifier: GPL-3.0-or-later
// A linearised robot in files for other programs.
#pragma once

#include <filesystem>

#include "core/equilibria/linearization.hpp"
#include "core/project/json_tree.hpp"

namespace tendril {

/// {"A": rows, "B", "C", "D", "states": [{"name", "unit"}], "inputs", "outputs", "poles": […], …}
json::Node linearNode(const Model& model, const Linearization& found, const PoleAnalysis& poles);

/// Writes it by the ending of `file`: .json, .csv (one table: rates and outputs by states and inputs), .npz (NumPy,
/// SciPy); a folder, or a name without ending, gets A.csv … D.csv. std::invalid_argument for other endings,
/// std::runtime_error where it cannot be written.
void writeLinear(const std::filesystem::path& file, const Model& model, const Linearization& found,
                 const PoleAnalysis& poles);

}  // namespace tendril
