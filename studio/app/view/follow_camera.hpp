// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <optional>

#include "core/session/snapshot.hpp"

namespace tendril {

class StudioContext;

/// The camera goes along with the selected link, or with the first one: the link stays where it is in the picture,
/// hands still turn and zoom.
class FollowCamera : public QObject {
  Q_OBJECT
 public:
  explicit FollowCamera(StudioContext& context);
  void setOn(bool on);
  bool isOn() const { return on_; }

 private:
  void follow(const Snapshot& snapshot);
  int linkOf(const Model& model) const;

  StudioContext& context_;
  bool on_ = false;
  std::optional<Vec3> last_;  ///< place of the link in the last picture, m
  int link_ = -1;
  std::uint64_t generation_ = 0;
};

}  // namespace tendril
