// SPDX-License-Identifier: BSD-3-Clause
// Bodies of constant curvature, volumes and their meshes.
#include <variant>

#include "core/builder/checks/field_checker.hpp"
#include "core/text/number_text.hpp"

namespace tendril {

template <class B>
void FieldChecker::checkState(const B& body, Path path) {
  if (!body.q0.empty()) checkCount(body.q0.size(), body.size(), true, path + ".q0");
  if (!body.v0.empty()) checkCount(body.v0.size(), body.size(), true, path + ".v0");
}

template <class M>
void FieldChecker::checkBore(const M& mesh, Path path) {
  if (value(mesh.inner) >= value(mesh.radius))
    error(path + ".inner", "is not less than the outer radius", "make the wall thicker than 0");
}

void FieldChecker::operator()(const description::ConstantCurvatureBody& body, const FieldInfo&, Path path) {
  length_ = value(body.length);
  if (body.elongation && !body.q0.empty() && !body.planar && body.q0.size() == 3 &&
      value(body.q0[2]) <= -value(body.length))
    error(path + ".q0[2]", "leaves nothing of the length", "the elongation must be more than −length");
  checkState(body, path);
}

void FieldChecker::checkTetrahedra(const description::TetrahedraBody& body, Path path) {
  const auto* shape = std::get_if<description::MeshShape>(&body.mesh.value);
  if (shape && !shape->surface && !body.length) error(path + ".length", "is missing", "say how long the shape is");
  if (body.length) length_ = value(*body.length);
  const double points = value(body.quadrature);
  if (points == 2 || points == 3)
    error(path + ".quadrature", "is " + numberText(points), "must be 1 or 4 points per tetrahedron");
}

void FieldChecker::operator()(const description::VolumeBody& body, const FieldInfo&, Path path) {
  if (body.primitives.empty()) error(path + ".primitives", "is empty", "give at least one deformation");
  checkTetrahedra(body, path);
  checkState(body, path);
}

void FieldChecker::operator()(const description::FemBody& body, const FieldInfo&, Path path) {
  checkTetrahedra(body, path);
}

void FieldChecker::operator()(const description::ExpressionBody& body, const FieldInfo&, Path path) {
  coordinates_ = body.coordinates;
  if (body.coordinates.empty()) error(path + ".coordinates", "is empty", "name at least one coordinate");
  checkTetrahedra(body, path);
  checkState(body, path);
}

void FieldChecker::operator()(const description::Primitive& primitive, const FieldInfo&, Path path) {
  if (primitive.modes.empty())
    error(path + ".modes", "is empty", "give at least one function, or remove the primitive");
}

void FieldChecker::operator()(const description::MeshShape& shape, const FieldInfo&, Path path) {
  if (shape.shapeCount() != 1)
    error(path, "has " + std::to_string(shape.shapeCount()) + " shapes",
          "give one of cylinder, tube, box, trimmed_helicoid, gripper, surface");
}

void FieldChecker::operator()(const description::TubeMesh& tube, const FieldInfo&, Path path) {
  checkBore(tube, path);
}

void FieldChecker::operator()(const description::HelicoidMesh& helicoid, const FieldInfo&, Path path) {
  checkBore(helicoid, path);
  const double ring = value(helicoid.ring), strips = value(helicoid.strips), between = length_ - 2 * ring;
  if (between <= 0)
    return error(path + ".ring", "leaves nothing between the rings", "make it less than half the length");
  const double distance = (helicoid.turns ? between / value(*helicoid.turns) : value(helicoid.pitch)) / strips;
  if (value(helicoid.thickness) >= distance)
    error(path + ".thickness", "leaves no gap between ribs at a distance of " + numberText(distance) + " m",
          "make them thinner or fewer, or their turns longer");
  if (helicoid.hands != description::RibHands::kBoth && strips > 1 && ring == 0)
    error(path + ".ring", "is 0, and ribs of one hand do not meet", "give rings, which join them, or one rib");
}

void FieldChecker::operator()(const description::GripperMesh& gripper, const FieldInfo&, Path path) {
  checkBore(gripper, path);
  if (value(gripper.cap) >= length_)
    error(path + ".cap", "is not less than the length", "leave a chamber behind the cap");
}

}  // namespace tendril
