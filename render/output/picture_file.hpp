// SPDX-License-Identifier: BSD-3-Clause
// Pixels to files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tendril {

/// Writes RGBA bytes, row by row from the top (4 · width · height), as *.png or *.jpg; alpha only where `alpha` is set
/// and the format has it. Throws std::runtime_error that says what to do.
void writePictureFile(const std::string& path, int width, int height, const std::vector<std::uint8_t>& rgba,
                      bool alpha = false);

/// Whether writePictureFile knows the file's extension.
bool isPictureFile(const std::string& path);

}  // namespace tendril
