// SPDX-License-Identifier: GPL-3.0-or-later
// A project as the rows of a tree.
#pragma once

#include <QString>

#include <vector>

#include "core/description/description.hpp"

namespace tendril {

/// What a row stands for.
struct TreeItem {
  enum class Kind {
    kHeading,  ///< "Links", "Actuators", …: cannot be selected
    kProject,
    kSimulation,
    kParameters,
    kParameter,
    kLink,
    kMaterial,
    kActuator,
    kLoad,
    kLoop,
    kObject,
    kController
  };
  Kind kind = Kind::kHeading;
  description::ObjectId id = 0;  ///< of an object
  int index = -1;                ///< of a parameter, or of an object in its list

  /// The same thing: objects by id wherever they stand, parameters by index.
  bool isSame(const TreeItem& other) const {
    return kind == other.kind && id == other.id && (id != 0 || index == other.index);
  }
  bool operator==(const TreeItem&) const = default;
};

struct TreeRow {
  TreeItem item = {};
  int parent = -1;  ///< row that it stands under, an earlier one; −1: top level
  QString text = {}, detail = {}, icon = {}, tooltip = {};
  bool hideable = false;  ///< is something in the view
  bool operator==(const TreeRow&) const = default;

  /// Can be given another name, removed, dragged.
  bool isObject() const { return item.id != 0 || item.kind == TreeItem::Kind::kParameter; }
};

/// Deeper than this, a link that is the only one on its parent stands below it without being moved in: chains of any
/// length stay readable.
constexpr int kDeepestIndentation = 14;

/// All rows, parents before what stands under them: project, links, objects, actuators, loads, loops, controllers,
/// materials, simulation, parameters. Lists without entries are left out.
std::vector<TreeRow> treeRows(const Description& description);

}  // namespace tendril
