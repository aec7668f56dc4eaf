// SPDX-License-Identifier: BSD-3-Clause
// Files that Assimp does not come back from.
#pragma once

#include <string>

namespace tendril {

/// Throws std::runtime_error that says what is wrong with a file of a scene (glTF, Collada) of which Assimp would make
/// an endless loop, or take memory without end: one that is longer by what it says than it is, and lists of indices
/// that are none. Nothing for other files, and for what Assimp refuses by itself.
void checkScene(const std::string& file);

}  // namespace tendril
