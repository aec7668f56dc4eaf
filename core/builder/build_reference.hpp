// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "core/builder/build_context.hpp"
#include "core/control/reference/reference.hpp"

namespace tendril {

/// One value per entry: one that is given for all is repeated. A problem at `path` where another number is given.
VecX entryValues(const description::OneOrMany<description::Number>& value, int size, BuildContext& context,
                 const std::string& path);

/// A reference of `size` numbers; null, with problems at the fields under `path`, if it cannot be.
std::shared_ptr<const Reference> buildReference(const description::ReferenceMotion& motion, int size,
                                                BuildContext& context, const std::string& path);

}  // namespace tendril
