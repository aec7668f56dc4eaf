// SPDX-License-Identifier: BSD-3-Clause
// Arrays of numbers in VTK's XML files: text, base64 or raw, plain or compressed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tendril {

/// How the arrays of one file are written.
struct VtuEncoding {
  bool swapped = false;        ///< the other byte order than this machine's
  bool wideHeader = false;     ///< lengths are 8 bytes, not 4
  bool compressed = false;     ///< with zlib
  bool appendedBase64 = true;  ///< of the appended block; false: raw
};

enum class VtuFormat { kText, kBase64, kRaw };

/// Type of a number: letter i, u or f, and its bytes.
struct VtuNumber {
  char kind = 'f';
  int bytes = 8;
};
/// "Float64", "Int32", "UInt8", … Throws std::runtime_error for others.
VtuNumber vtuNumber(std::string_view type);

/// `count` numbers of an array as doubles or integers. Throws std::runtime_error if there are fewer, or what is there
/// cannot be decoded; more are ignored. Never allocates much more than count numbers take.
std::vector<double> decodeReals(std::string_view text, std::size_t count, VtuNumber number, VtuFormat format,
                                const VtuEncoding& encoding);
std::vector<std::int64_t> decodeIntegers(std::string_view text, std::size_t count, VtuNumber number, VtuFormat format,
                                         const VtuEncoding& encoding);

}  // namespace tendril
