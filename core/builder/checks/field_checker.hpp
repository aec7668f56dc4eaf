// SPDX-License-Identifier: BSD-3-Clause
// Checks of single fields and objects, one overload per type. Internal to core/builder.
#pragma once

#include "core/builder/checks/check.hpp"
#include "core/builder/parts/evaluator.hpp"
#include "core/description/fields/walk.hpp"

namespace tendril {

class FieldChecker {
 public:
  FieldChecker(const Description& description, const BuildOptions& options, std::vector<Problem>& problems);

  using FieldInfo = description::FieldInfo;
  using Path = const std::string&;

  // Values.
  void operator()(const description::Number& value, const FieldInfo& info, Path path);
  void operator()(const description::Formula& value, const FieldInfo& info, Path path);
  void operator()(const description::Measure& value, const FieldInfo& info, Path path);
  void operator()(const description::Attachment& value, const FieldInfo& info, Path path);
  void operator()(const std::string& value, const FieldInfo& info, Path path);
  void operator()(const description::LinkRef& value, const FieldInfo& info, Path path);
  void operator()(const description::BodyRef& value, const FieldInfo& info, Path path);
  void operator()(const description::MaterialRef& value, const FieldInfo& info, Path path);
  void operator()(const description::ActuatorRef& value, const FieldInfo& info, Path path);

  // Objects, before their fields.
  void operator()(const description::Pose& pose, const FieldInfo&, Path path);
  void operator()(const description::Joint& joint, const FieldInfo&, Path path);
  void operator()(const description::Loop& loop, const FieldInfo&, Path path);
  void operator()(const description::Link& link, const FieldInfo&, Path path);
  void operator()(const description::Contact& contact, const FieldInfo&, Path path);
  void operator()(const description::Solid& solid, const FieldInfo&, Path path);
  void operator()(const description::FreeObject& object, const FieldInfo&, Path path);
  void operator()(const description::RigidBody& body, const FieldInfo&, Path path);
  void operator()(const description::RodBody& body, const FieldInfo&, Path path);
  void operator()(const description::RodDivision& division, const FieldInfo&, Path path);
  void operator()(const description::ConstantCurvatureBody& body, const FieldInfo&, Path path);
  void operator()(const description::VolumeBody& body, const FieldInfo&, Path path);
  void operator()(const description::FemBody& body, const FieldInfo&, Path path);
  void operator()(const description::ExpressionBody& body, const FieldInfo&, Path path);
  void operator()(const description::Primitive& primitive, const FieldInfo&, Path path);
  void operator()(const description::MeshShape& shape, const FieldInfo&, Path path);
  void operator()(const description::TubeMesh& tube, const FieldInfo&, Path path);
  void operator()(const description::HelicoidMesh& helicoid, const FieldInfo&, Path path);
  void operator()(const description::GripperMesh& gripper, const FieldInfo&, Path path);
  void operator()(const description::TubeSection& section, const FieldInfo&, Path path);
  void operator()(const description::ProfileSection& section, const FieldInfo&, Path path);
  void operator()(const description::Visual& visual, const FieldInfo&, Path path);
  void operator()(const description::Actuator& actuator, const FieldInfo&, Path path);
  void operator()(const description::RoutePiece& piece, const FieldInfo&, Path path);
  void operator()(const description::PressureActuator& chamber, const FieldInfo&, Path path);
  void operator()(const description::PropellersActuator& propellers, const FieldInfo&, Path path);
  void operator()(const description::Rotor& rotor, const FieldInfo&, Path path);
  void operator()(const description::FluidLoad& fluid, const FieldInfo&, Path path);
  void operator()(const description::TableSignal& table, const FieldInfo&, Path path);

  template <class T>
  void operator()(const T&, const FieldInfo&, Path) {}  // nothing to say of the others

 private:
  void error(std::string path, std::string message, std::string cure);
  bool checkRange(double value, const FieldInfo& info, Path path, const std::string& where = "");
  /// The value, without reporting again what the walk reports.
  double value(const description::Number& number) { return quiet_.number(number, {}); }
  template <class List>
  std::vector<double> values(const List& numbers);
  void checkUnit(const std::vector<double>& quaternion, Path path);
  void checkCount(std::size_t count, int expected, bool list, Path path);
  /// Of a joint or a loop.
  template <class J>
  void checkAxes(const J& joint, Path path);
  void checkLimits(const description::Joint& joint, Path path);
  // Drives of a joint.
  void checkDrive(const description::DirectDrive& drive, const JointKind& joint, Path path);
  void checkDrive(const description::ElasticDrive& drive, const JointKind& joint, Path path);
  void checkDrive(const description::VariableStiffnessDrive& drive, const JointKind& joint, Path path);
  /// One entry of a map of link matrices: 6 numbers or 6×6; its symmetric part must not be negative.
  void checkMatrices(const description::BodyMatrices& map, bool symmetric, Path path);
  /// Initial coordinates of a soft body.
  template <class B>
  void checkState(const B& body, Path path);
  template <class M>
  void checkBore(const M& mesh, Path path);
  void checkTetrahedra(const description::TetrahedraBody& body, Path path);
  void checkRodState(const description::RodBody& body, Path path);

  const BuildOptions& options_;
  std::vector<Problem>& problems_;
  Evaluator evaluator_;
  std::vector<Problem> ignored_;
  Evaluator quiet_;
  double length_ = 1;                     ///< of the rod or division whose fields are being visited, m
  std::vector<std::string> coordinates_;  ///< of the body by formulas whose fields are being visited
};

}  // namespace tendril
