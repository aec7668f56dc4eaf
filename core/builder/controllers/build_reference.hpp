// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/builder/build_context.hpp"
#include "core/control/task.hpp"

namespace tendril {

/// One value per entry: one that is given for all is repeated. A problem at `path` where another number is given.
VecX entryValues(const description::OneOrMany<description::Number>& value, int size, BuildContext& context,
                 const std::string& path);

/// A reference of `size` numbers; null, with problems at the fields under `path`, if it cannot be.
std::shared_ptr<const Reference> buildReference(const description::ReferenceMotion& motion, int size,
                                                BuildContext& context, const std::string& path);

/// What the frame of a task follows: a motion of poses, or of the entries of the task. Empty, with problems at the
/// fields under `path`, if it cannot be.
std::optional<PoseReference> buildPoseReference(const description::ReferenceMotion& motion, TaskKind kind,
                                                BuildContext& context, const std::string& path);

SplineEnd splineEnd(description::SplineEnds ends);

}  // namespace tendril
