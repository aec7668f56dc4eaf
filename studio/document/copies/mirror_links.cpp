// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/builder/parts/rod_size.hpp"
#include "core/description/bodies.hpp"
#include "studio/document/copies/mirror_parts.hpp"
#include "studio/document/copies/mirror_values.hpp"
#include "studio/document/edits/fail.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

/// Turn about x, about z, shear along y: of the six strains those that a mirror across y turns round.
constexpr std::array<bool, 6> kNegatedStrains = {true, false, true, false, true, false};

class LinkMirror {
 public:
  LinkMirror(const Description& part, desc::Link& link, std::vector<Problem>& problems)
      : link_(link), problems_(problems), evaluator_(part, problems) {}

  bool run() {
    mirrorJoint();
    if (link_.visual) mirrorPose(link_.visual->pose);
    return !link_.body || std::visit([this](auto& body) { return mirror(body); }, *link_.body);
  }

 private:
  void mirrorJoint() {
    desc::Joint& joint = link_.joint;
    mirrorAxes(joint.type, joint.axis, joint.axis2, joint.pitch);
    negateSome(joint.q0, negatedCoordinates(joint.type->positionInfo()));
    const std::vector<bool> negated = negatedCoordinates(joint.type->velocityInfo());
    negateSome(joint.v0, negated);
    for (std::size_t i = 0; i < std::min(joint.limits.size(), negated.size()); ++i)
      if (negated[i]) swapEnds(joint.limits[i]);
  }

  bool refuse(const char* why, const char* cure) { return fail(problems_, "links." + link_.name + ".body", why, cure); }

  bool mirror(desc::RigidBody& body) {
    mirrorWay(body.com);
    negate(body.inertia[3]);  // xy
    negate(body.inertia[5]);  // yz
    mirrorPose(body.tip);
    if (body.volumeCenter) mirrorWay(*body.volumeCenter);
    if (body.visual) mirrorPose(body.visual->pose);
    for (desc::Visual& shape : body.collision) mirrorPose(shape.pose);
    return true;
  }

  bool mirror(desc::RodBody& rod) {
    std::vector<bool> negated;  // coordinates of the whole rod
    const auto apply = [&](desc::RodDivision& division) {
      const std::vector<bool> own = coordinatesOf(division);
      negateSome(division.q0, own);
      negateSome(division.v0, own);
      negated.insert(negated.end(), own.begin(), own.end());
      for (std::size_t i = 0; i < 6; ++i)
        if (kNegatedStrains[i]) negate(division.referenceStrain[i]);
      mirrorSection(division.section);
      mirrorPose(division.pose);
      mirrorPose(division.tip);
    };
    if (!rod.divisions.empty()) {
      for (desc::RodDivision& division : rod.divisions) apply(division);
      negateSome(rod.single.q0, negated);  // of the whole body
      negateSome(rod.single.v0, negated);
    } else {
      apply(rod.single);
    }
    return problems_.empty();
  }
  std::vector<bool> coordinatesOf(const desc::RodDivision& division) {
    std::vector<bool> negated;
    const double length = evaluator_.number(division.length, {});
    const auto modes = division.strain.modes();
    for (std::size_t i = 0; i < modes.size(); ++i) {
      if (!*modes[i]) continue;
      const StrainBasisPtr basis =
          buildStrainBasis(**modes[i], length, Catalogue::ofProcess(), evaluator_, problems_, "links." + link_.name);
      if (basis) negated.insert(negated.end(), static_cast<std::size_t>(basis->count()), kNegatedStrains[i]);
    }
    return negated;
  }
  static void mirrorSection(desc::Section& section) {
    auto* profile = std::get_if<desc::ProfileSection>(&section.shape);
    if (!profile) return;
    for (auto& polygon : profile->polygons) {
      for (desc::Number2& corner : polygon) negate(corner[0]);
      std::reverse(polygon.begin(), polygon.end());  // the same sense of rotation
    }
  }

  bool mirror(desc::ConstantCurvatureBody& body) {
    // the turn about z; or those about y and z, and the elongation
    const std::vector<bool> negated = body.planar ? std::vector<bool>{true} : std::vector<bool>{false, true, false};
    negateSome(body.q0, negated);
    negateSome(body.v0, negated);
    return true;
  }

  /// Shapes that are their own mirror image, or have one.
  bool mirrorMesh(desc::TetrahedraBody& body) {
    auto* shape = std::get_if<desc::MeshShape>(&body.mesh.value);
    if (!shape || shape->surface)
      return refuse("a volume of a file has no mirror image", "mirror the mesh in the program it comes from");
    if (shape->helicoid && shape->helicoid->hands != desc::RibHands::kBoth)
      shape->helicoid->hands =
          shape->helicoid->hands == desc::RibHands::kRight ? desc::RibHands::kLeft : desc::RibHands::kRight;
    return true;
  }
  bool mirror(desc::VolumeBody& body) {
    if (!mirrorMesh(body)) return false;
    std::vector<bool> negated;
    for (const desc::Primitive& primitive : body.primitives) {
      const bool turned = primitive.type == "torsion" || primitive.type == "bending_z" || primitive.type == "shear_y";
      const bool same = primitive.type == "stretch" || primitive.type == "bending_y" || primitive.type == "shear_z" ||
                        primitive.type == "source";
      if (!turned && !same)
        return refuse("a primitive of a plugin has no mirror image here", "replace it by one that is built in");
      negated.insert(negated.end(), primitive.modes.size(), turned);
    }
    negateSome(body.q0, negated);
    negateSome(body.v0, negated);
    return true;
  }
  bool mirror(desc::FemBody& body) {
    if (!body.q0.empty() || !body.v0.empty())
      return refuse("the signs of modes of vibration are not known before they are computed",
                    "take its initial coordinates away first");
    return mirrorMesh(body);
  }
  bool mirror(desc::ExpressionBody&) {
    return refuse("a body that moves by formulas has no mirror image here", "copy it and change its formulas");
  }

  desc::Link& link_;
  std::vector<Problem>& problems_;
  Evaluator evaluator_;
};

}  // namespace

void mirrorAxes(JointType type, desc::Number3& axis, desc::Number3& axis2, desc::Number& pitch) {
  if (type == JointType::kPrismatic) return mirrorWay(axis);
  if (type->parameters().axis) mirrorTurn(axis);
  if (type->parameters().axis2) mirrorTurn(axis2);
  if (type->parameters().pitch) negate(pitch);  // a right screw becomes a left one
}

bool mirrorLink(const Description& part, desc::Link& link, std::vector<Problem>& problems) {
  return LinkMirror(part, link, problems).run();
}

}  // namespace tendril::edits
