// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace tendril::cli {

/// Loads the plugins of the folders in the environment variable TENDRIL_PLUGINS (separated by colons), then `files`.
/// Who names them has agreed to run them. A faulty one of a folder is reported and left out, a faulty one of `files` is
/// an Error.
void loadPlugins(const std::vector<std::string>& files, std::ostream& diagnostics);

}  // namespace tendril::cli
