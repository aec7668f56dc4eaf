// SPDX-License-Identifier: GPL-3.0-or-later
// What a click in the view means: the first one the link, each further one on the same link a part of it.
#pragma once

#include <QMetaType>

#include <optional>
#include <span>

#include "render/scene/robot_scene.hpp"

namespace tendril {

/// Something that was clicked. kNothing: empty ground.
struct PickTarget {
  PickKind kind = PickKind::kNothing;  ///< kTendon: `input`; kLoop: `loop`; kContact: `contact`; else of a link
  int link = -1;
  PickPart part = PickPart::kLink;
  std::optional<double> at;  ///< of a station: 0…1 over a soft body; empty on a rigid one (its base frame)
  int input = -1;            ///< of a tendon: index into u
  int loop = -1;             ///< of a loop: index into Model::loops
  int contact = -1;          ///< of a surface: index into Model::contacts
  bool operator==(const PickTarget&) const = default;
};

/// The way down through a link and up again: link, joint (if it can move), body (if it has one), station.
struct PickDescent {
  /// What a click selects. `selected`: all that is selected now; a click on the only link there goes one part further
  /// down, at the end of the way it stays. `at`: position over the body under the cursor.
  static PickTarget click(const Pick& pick, std::span<const SceneSelection> selected, const Model& model,
                          std::optional<double> at);
  /// What a click with Ctrl adds, or takes away where it is selected already: the part of the link that is selected,
  /// else the link.
  static PickTarget toggle(const Pick& pick, std::span<const SceneSelection> selected);
  /// The target one step up (Escape), the way that clicks go down; nothing above a link.
  static PickTarget above(const PickTarget& target, const Model& model);
};

}  // namespace tendril

Q_DECLARE_METATYPE(tendril::PickTarget)
