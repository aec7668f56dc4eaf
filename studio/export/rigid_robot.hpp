// SPDX-License-Identifier: GPL-3.0-or-later
// A robot of rigid links alone, with all its numbers: what files for rigid robots are written from.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/description/description.hpp"
#include "core/model/model.hpp"
#include "core/model/propellers.hpp"
#include "studio/export/export_notes.hpp"
#include "studio/export/soft_chain.hpp"

namespace tendril {

struct RigidRobot {
  /// A place on a link (−1: the world), in its base frame.
  struct Place {
    int link = -1;
    Pose pose;
  };
  /// An input that pushes or places one coordinate of a joint.
  struct Motor {
    std::string name;
    int link = 0, coordinate = 0;
    InputRange range;
    bool position = false;
  };
  /// A cable of constant tension; between two lines it has no length.
  struct Cable {
    std::string name;
    std::vector<std::vector<LinkPoint>> lines;
    InputRange range;
    bool spool = false;  ///< its input is a length
  };
  struct Thrust {
    std::string name;
    int link = 0;
    Rotor rotor;
    InputRange range;
  };
  struct Closure {
    std::string name;
    Joint joint;
    Place a, b;
  };

  std::string name;
  Vec3 gravity = Vec3::Zero();
  double step = 0.002;
  std::vector<LinkSpec> links;       ///< of rigid bodies; `pose` in the parent's base frame, jointQ0 of full size
  std::vector<std::string> origins;  ///< per link: that of the model which it is, or is part of
  std::vector<Motor> motors;
  std::vector<Cable> cables;
  std::vector<Thrust> thrusts;
  std::vector<Closure> closures;
};

/// What becomes of soft bodies.
struct SoftLinks {
  int count = 0;  ///< rigid links of each chain; 0: soft links are refused
};

/// The robot of a model, without motors behind springs, whose inputs act on the joints, and how far chains are from
/// their bodies. What no rigid robot has is noted. std::runtime_error that names the soft links that are refused.
RigidRobot rigidRobot(const Description& description, const Model& model, const SoftLinks& soft, ExportNotes& notes,
                      std::vector<ChainError>& errors);

/// Base frames in the world: at the start, or where all joints are at zero.
std::vector<Pose> basePoses(const RigidRobot& robot, bool atStart);
/// Base frame in the joint frame at the start.
Pose startOf(const LinkSpec& link);

}  // namespace tendril
