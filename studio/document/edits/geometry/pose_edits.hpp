// SPDX-License-Identifier: GPL-3.0-or-later
// Stored poses and the initial one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "studio/document/document.hpp"

namespace tendril {

struct Model;

/// Configuration under a name, as `studio.poses` keeps it: [{"name": "bent", "q": [0.1, …]}].
struct NamedPose {
  std::string name;
  std::vector<double> q;  ///< nq
  bool operator==(const NamedPose&) const = default;
};

/// The poses of a section's text; entries that are none are left out.
std::vector<NamedPose> readPoses(std::string_view json);
std::string writePoses(const std::vector<NamedPose>& poses);

namespace edits {

/// Makes q (nq of the model) what the project starts with, at rest: q0 of every joint and body.
Edit setInitialPose(const Model& model, const VecX& q);

}  // namespace edits
}  // namespace tendril
