// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters and computed signals of a part that is put into another project: what both call by one name.
#pragma once

#include <map>
#include <string>

#include "studio/document/document.hpp"

namespace tendril::edits {

/// Names in the part, and what they are called in the project.
using Names = std::map<std::string, std::string>;

/// Adds the parameters of the part to the target. One that the target has as well is shared if it is the same and names
/// none that differs; else it comes under a free name ("size_2"), in all formulas of the part, too. Returns those that
/// came.
Names takeParameters(Description& part, Description& target);
/// The same with computed signals, whose objects must have their names of the target already ("miss 2").
Names takeSignals(Description& part, Description& target);

}  // namespace tendril::edits
