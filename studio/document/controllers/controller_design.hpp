// SPDX-License-Identifier: GPL-3.0-or-later
// What a new controller begins with, so that its first run is calm: outputs, gains, where its reference rests.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/model.hpp"
#include "studio/document/document.hpp"

namespace tendril {

/// A kind of controller (its kType) that is to serve some actuators.
struct ControllerWish {
  std::string type;
  std::vector<ObjectId> outputs;
};

/// Gains: one for all, or one per coordinate that the controller follows.
struct ControllerDesign {
  std::string type;
  std::vector<ObjectId> outputs;
  std::vector<double> rest;       ///< per coordinate, or position of the frame: its initial value; empty: unknown
  std::vector<double> stiffness;  ///< of joints that pairs of motors turn, at the start, N·m/rad
  ObjectId link = 0;              ///< whose frame is led; 0: none
  std::vector<double> proportional, derivative, integral;
  std::optional<double> period;  ///< s between samples, where those of the simulation come too seldom
  /// Of a regulator: whether it holds the initial configuration, the inputs that it holds otherwise, and weights of
  /// inputs: one for all or one per input.
  bool holdsInitial = false;
  std::vector<double> held = {0}, inputWeights = {1};
  std::optional<Problem> problem;  ///< why it cannot be had
};

/// Whether it is a law that follows a reference, whether its gains are accelerations per error (1/s², 1/s) whatever the
/// masses are, and whether its reference has an entry per coordinate of the robot instead of one per input.
bool isTracking(std::string_view type);
bool gainsAreRates(std::string_view type);
bool followsAll(std::string_view type);
/// Whether it leads a frame of the robot: its reference has the entries of a task.
bool leadsFrame(std::string_view type);
/// Whether it moves a floating base: its reference is a pose.
bool movesBase(std::string_view type);
/// Whether it moves links through motors behind springs: its reference has an entry per coordinate of links.
bool movesMotors(std::string_view type);
/// What the entries of its reference and gains are of.
enum class Entries { kInputs, kAll, kFrame, kBase };
Entries entriesOf(std::string_view type);
/// The link at the end of the longest chain that moves; 0: none does.
ObjectId leadingLink(const Model& model, const Description& description);

/// Without a look at the robot: gains of rates where the law has them, else weak ones, no rest.
ControllerDesign modestDesign(ControllerWish wish);
/// With the robot at its initial state: errors are to die within about a tenth of a second (2 Hz, critically damped),
/// slower where samples of a millisecond come too seldom for that. Work of the engine. std::exception where the robot
/// cannot be computed.
ControllerDesign designController(const Model& model, const Description& description, ControllerWish wish);
/// The model has all of these actuators: it may be one edit behind the description.
bool hasActuators(const Model& model, const Description& description, const std::vector<ObjectId>& outputs);

}  // namespace tendril
