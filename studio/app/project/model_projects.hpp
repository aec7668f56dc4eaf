// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/description/description.hpp"
#include "core/model/model.hpp"

namespace tendril {

/// Which project each model was built from, as long as somebody holds the model. Any thread.
class ModelProjects {
 public:
  void keep(const std::shared_ptr<const Model>& model, std::shared_ptr<const Description> description);
  /// As the project would be saved; empty: the model is not known.
  std::string text(const std::shared_ptr<const Model>& model) const;

 private:
  struct Entry {
    std::weak_ptr<const Model> model;
    std::shared_ptr<const Description> description;
  };
  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
};

}  // namespace tendril
