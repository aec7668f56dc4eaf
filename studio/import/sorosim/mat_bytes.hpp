// SPDX-License-Identifier: GPL-3.0-or-later
// The elements that MAT files are made of.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "studio/import/sorosim/mat_file.hpp"

namespace tendril {

using MatBytes = std::span<const std::uint8_t>;

/// What is wrong with the bytes of a file.
struct MatError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A piece of a file: its type and what it holds.
struct MatElement {
  std::uint32_t type = 0;
  MatBytes data;
};

constexpr std::uint32_t kMatMatrix = 14, kMatCompressed = 15;

/// The number at a place. MatError behind the end.
std::uint32_t matNumber(MatBytes bytes, std::size_t at);
/// The elements that stand one after another. MatError where one is cut off.
std::vector<MatElement> matElements(MatBytes bytes);
/// What zlib makes of a compressed element; `room`: the most bytes, which it takes what it makes from.
std::vector<std::uint8_t> matInflated(MatBytes bytes, std::size_t& room);

/// A matrix: its name, the class of an object, and its value.
struct MatMatrix {
  std::string name, className;
  MatValue value;
  MatBytes bytes;  ///< of a matrix of bytes without a name on top, which has no numbers then
};
/// `depth`: of matrices in matrices. MatError for what is none.
MatMatrix matMatrix(MatBytes bytes, int depth = 0);

/// The objects of classes, from 1, out of the part of a file that holds them.
std::vector<MatRecord> matObjects(MatBytes part);

}  // namespace tendril
