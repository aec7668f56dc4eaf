// SPDX-License-Identifier: GPL-3.0-or-later
// What people do with the variants of a project. All of it is of the project itself, whatever variant is shown.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "studio/document/document.hpp"

namespace tendril::edits {

/// The wish if no variant has this name, else with a number: "soft", "soft 2".
std::string freeVariantName(const Description& project, std::string_view wish);

/// A variant that changes nothing yet.
Edit addVariant(std::string name);
/// A copy behind it.
Edit duplicateVariant(std::string name, std::string copy);
/// Renames, and follows the name in controllers that compute with it.
Edit renameVariant(std::string from, std::string to);
/// A variant that controllers compute with is not removed.
Edit removeVariant(std::string name);
/// Paths and values (JSON) that a variant has from now on; one that is not there is made.
Edit keepInVariant(std::string name, std::vector<std::pair<std::string, std::string>> values);
/// Takes what a variant says of a path away.
Edit removeVariantChange(std::string name, std::string path);

}  // namespace tendril::edits
