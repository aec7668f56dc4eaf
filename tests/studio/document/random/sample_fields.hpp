// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <random>
#include <string>
#include <vector>

#include "core/description/description.hpp"

namespace tendril {

/// A field and JSON to try in it.
struct FieldSample {
  std::string path, json;
  bool isKind = false;  ///< it says of what kind something is
};

/// All fields of a description, absent optional ones included, each with a random value: in range, out of range or
/// nonsense.
std::vector<FieldSample> sampleFields(const Description& description, std::mt19937& random);

}  // namespace tendril
