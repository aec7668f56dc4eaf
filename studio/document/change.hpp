// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between two descriptions, so that either can be made of the other. Found field by field with describe():
// a field that is added to the description is undone without a line here. Lists of objects are compared object by
// object, by id; everything else as a whole.
#pragma once

#include <memory>
#include <vector>

#include "studio/document/document.hpp"

namespace tendril {

enum class Direction { kBack, kForth };

/// What differs in one field of the description.
class FieldChange {
 public:
  virtual ~FieldChange() = default;
  /// `field`: the field of the description that this was made from.
  virtual void apply(void* field, Direction direction) const = 0;
  virtual void collect(std::vector<ItemRef>&) const {}
};

class Change {
 public:
  /// Both descriptions have ids everywhere and their references resolved. View state (Document::isViewKey) counts as
  /// equal.
  static Change between(const Description& before, const Description& after);

  bool empty() const { return fields_.empty(); }
  /// Makes the one description of the other; view state and given ids (lastId) stay.
  void apply(Description& description, Direction direction) const;
  /// Objects that differ.
  std::vector<ItemRef> items() const;

 private:
  struct Field {
    std::size_t index;
    std::unique_ptr<const FieldChange> change;
  };
  std::vector<Field> fields_;
};

/// The section `studio` without what is view state, as compact JSON.
std::string studioContent(const std::string& studio);
/// `content` with the view state of `current`.
std::string withViewOf(const std::string& content, const std::string& current);

}  // namespace tendril
