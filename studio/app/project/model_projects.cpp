// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/model_projects.hpp"

#include <algorithm>
#include <utility>

#include "core/project/project.hpp"

namespace tendril {

void ModelProjects::keep(const std::shared_ptr<const Model>& model, std::shared_ptr<const Description> description) {
  const std::lock_guard lock(mutex_);
  std::erase_if(entries_, [](const Entry& entry) { return entry.model.expired(); });
  entries_.push_back({model, std::move(description)});
}

std::string ModelProjects::text(const std::shared_ptr<const Model>& model) const {
  std::shared_ptr<const Description> description;
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(entries_, [&](const Entry& entry) { return entry.model.lock() == model; });
    if (found == entries_.end()) return {};
    description = found->description;
  }
  return projectText(*description);
}

}  // namespace tendril
