// SPDX-License-Identifier: GPL-3.0-or-later
// The configuration of a robot as a list of plain numbers that a person can type: quaternions as three angles.
#pragma once

#include <QString>

#include <vector>

#include "core/model/model.hpp"

namespace tendril {

/// One number of a configuration.
struct PoseEntry {
  QString link;                 ///< name of the link that it belongs to
  QString name;                 ///< "angle", "x", "roll", "bending_y[0]"
  QString unit;                 ///< SI; of angles rad
  double lower = 0, upper = 0;  ///< limits; infinite where there are none
  int q = 0;                    ///< index into q, or of the quaternion's w
  int rotation = -1;            ///< 0…2: roll, pitch, yaw of the quaternion at q; −1: the number itself

  std::vector<int> motors = {};  ///< indices into q of motors behind springs that turn it

  double value(const VecX& configuration) const;
  /// Sets it in a configuration of the model's size; the other two angles of a quaternion stay, and so do the
  /// deflections of springs: motors follow.
  void set(VecX& configuration, double value) const;
  bool operator==(const PoseEntry&) const = default;
};

/// All of them but the positions of motors behind springs, in the order of q.
std::vector<PoseEntry> poseEntries(const Model& model);

}  // namespace tendril
