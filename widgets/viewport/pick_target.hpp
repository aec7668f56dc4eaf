// SPDX-License-Identifier: GPL-3.0-or-later
// What a click in the view means: the first one the link, each further one on the same spot a part of it.
#pragma once

#include <QMetaType>
#include <QPointF>

#include <optional>

#include "render/robot_scene.hpp"

namespace tendril {

/// Something that was clicked. kNothing: empty ground.
struct PickTarget {
  PickKind kind = PickKind::kNothing;  ///< kTendon: `input`; else of a link
  int link = -1;
  PickPart part = PickPart::kLink;
  std::optional<double> at;  ///< of a station: 0…1 over a soft body; empty on a rigid one (its base frame)
  int input = -1;            ///< of a tendon: index into u
  bool operator==(const PickTarget&) const = default;
};

/// Counts clicks on one spot.
class PickDescent {
 public:
  /// The target of a click. `at`: position over the body under it.
  PickTarget click(const Pick& pick, const QPointF& position, const Model& model, std::optional<double> at);
  /// The next click begins with the link again.
  void reset() { spot_.reset(); }
  /// The target one step up (Escape): station → body → joint → link → nothing.
  static PickTarget above(const PickTarget& target, const Model& model);

 private:
  std::optional<QPointF> spot_;
  PickTarget last_;
};

}  // namespace tendril

Q_DECLARE_METATYPE(tendril::PickTarget)
