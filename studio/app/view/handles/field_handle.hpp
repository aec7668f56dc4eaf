// SPDX-License-Identifier: GPL-3.0-or-later
// Handles of the fields of a project: where they stand in the world now, and what they write.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/glyphs/force_arrows.hpp"
#include "studio/app/project/target.hpp"
#include "widgets/handles/handle.hpp"

namespace tendril {

/// Paths of fields with their values as JSON, as Document::setFields takes them.
using FieldValues = std::vector<std::pair<std::string, std::string>>;

/// A handle and the fields that it writes.
struct FieldHandle {
  Handle handle;
  std::function<FieldValues(const HandleValue&)> fields;
};

/// What can be grabbed of a selected thing; of a part of a link what belongs to that part. Fields that are expressions
/// have no handle. Links that the snapshot's model does not have yet (it is being built) have none.
/// `arrows`: how long those of forces and moments are.
std::vector<FieldHandle> handlesOf(const Description& description, const Snapshot& snapshot, const Target& target,
                                   const ArrowLengths& arrows);

}  // namespace tendril
