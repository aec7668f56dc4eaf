// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/soft_chain.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "core/model/constant_curvature/constant_curvature.hpp"
#include "core/model/quadrature/quadrature.hpp"
#include "core/model/rod/rod.hpp"

namespace tendril {
namespace {

constexpr int kPoints = 8;  // of Gauss in each stretch of a part

/// A section of a soft body, per length.
struct Slice {
  RigidInertia perLength;  ///< com and inertia in the section's axes, about its centre of mass
  Vec6 stiffness = Vec6::Zero(), damping = Vec6::Zero();
  std::array<bool, 6> varies{};
  bool coupled = false;
};

RigidInertia sectionMass(const SectionProperties& s, double density) {
  RigidInertia out;
  out.mass = density * s.A;
  out.com = Vec3(0, s.Sy / s.A, s.Sz / s.A);
  Mat3 about = Mat3::Zero();
  about.diagonal() << s.Jx, s.Jy, s.Jz;
  about(1, 2) = about(2, 1) = -s.Jyz;
  const Vec3& c = out.com;
  out.inertia = density * (about - s.A * (c.squaredNorm() * Mat3::Identity() - c * c.transpose()));
  return out;
}

/// A soft body as something with sections along a line, undeformed.
class SoftLine {
 public:
  explicit SoftLine(const Body& body) : data_(body.makeData()) {
    const VecX zero = VecX::Zero(body.size());
    const Eigen::Map<const VecX> map(zero.data(), zero.size());
    body.kinematics(*data_, {map, map, map});
    body.sections(*data_);
    length = body.length();
    tip = data_->stations.front().X;
  }
  virtual ~SoftLine() = default;
  virtual Pose pose(double at) const = 0;
  virtual Slice slice(double at) const = 0;
  /// 0, places where sections may change at once, 1.
  virtual std::vector<double> ends() const { return {0, 1}; }
  double length = 0;
  Pose tip;

 protected:
  std::unique_ptr<BodyData> data_;
};

class RodLine final : public SoftLine {
 public:
  explicit RodLine(const Rod& rod) : SoftLine(rod), rod_(rod) {}
  Pose pose(double at) const override { return rod_.poseAt(*data_, at); }
  Slice slice(double at) const override {
    const RodPoint point = rod_.pointAt(at);
    const RodDivision& division = rod_.division(point.division);
    const RodDivisionSpec& spec = division.spec;
    const SectionProperties section = spec.section.properties(point.s);
    const Mat6 elastic = sectionStiffness(section, spec.young, spec.young / (2 * (1 + spec.poisson)));
    const Mat6 viscous = sectionStiffness(section, 3 * spec.viscosity, spec.viscosity) + spec.relaxation * elastic;
    Slice out;
    out.perLength = sectionMass(section, spec.density);
    out.stiffness = elastic.diagonal(), out.damping = viscous.diagonal();
    for (std::size_t k = 0; k < 6; ++k) out.varies[k] = spec.strain[k] != nullptr;
    const Mat6 rest = elastic - Mat6(elastic.diagonal().asDiagonal());
    out.coupled = rest.cwiseAbs().maxCoeff() > 1e-9 * elastic.cwiseAbs().maxCoeff();
    return out;
  }
  std::vector<double> ends() const override {
    std::vector<double> out = {0};
    for (int d = 1; d < rod_.divisionCount(); ++d) out.push_back(rod_.division(d).start / length);
    out.push_back(1);
    return out;
  }

 private:
  const Rod& rod_;
};

class ArcLine final : public SoftLine {
 public:
  explicit ArcLine(const ConstantCurvature& arc) : SoftLine(arc), arc_(arc) {
    const VecX zero = VecX::Zero(arc.size());
    const Eigen::Map<const VecX> map(zero.data(), zero.size());
    arc.inertia(*data_, {map, map, map});
    section_ = arc.sweptPieces().front().section.properties(0.5);
    MatX stiffness = MatX::Zero(arc.size(), arc.size()), damping = stiffness, rest = stiffness;
    arc.addStiffness(zero, stiffness);
    arc.addDampingDerivatives(zero, zero, rest, damping);
    slice_.perLength = sectionMass(section_, data_->mass / (section_.A * length));
    constexpr std::array kStrain = {1, 2, 3};  // of the turns about y and z, and the elongation
    for (int k = 0; k < arc.size(); ++k) {
      const auto strain = static_cast<std::size_t>(kStrain[static_cast<std::size_t>(arc.slot(k))]);
      slice_.varies[strain] = true;
      slice_.stiffness[static_cast<Eigen::Index>(strain)] = stiffness(k, k) * length;
      slice_.damping[static_cast<Eigen::Index>(strain)] = damping(k, k) * length;
    }
  }
  Pose pose(double at) const override { return arc_.poseAt(*data_, at); }
  Slice slice(double) const override { return slice_; }

 private:
  const ConstantCurvature& arc_;
  SectionProperties section_;
  Slice slice_;
};

std::unique_ptr<SoftLine> lineOf(const Body& body) {
  if (const auto* rod = dynamic_cast<const Rod*>(&body)) return std::make_unique<RodLine>(*rod);
  if (const auto* arc = dynamic_cast<const ConstantCurvature*>(&body)) return std::make_unique<ArcLine>(*arc);
  return nullptr;
}

/// Calls `at(where, length it stands for)` over [from, to].
template <class At>
void integrateLine(const SoftLine& line, double from, double to, const At& at) {
  const std::vector<double> ends = line.ends();
  const std::vector<QuadraturePoint> rule = gaussLegendre(kPoints);
  for (std::size_t e = 0; e + 1 < ends.size(); ++e) {
    const double a = std::max(from, ends[e]), b = std::min(to, ends[e + 1]);
    if (b <= a) continue;
    for (const QuadraturePoint& point : rule) at(a + (b - a) * point.s, (b - a) * point.weight * line.length);
  }
}

RigidInertia massOf(const SoftLine& line, double from, double to, const Pose& frame) {
  double mass = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();  // about the frame's origin
  const auto shifted = [](double m, const Vec3& d) -> Mat3 {
    return m * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
  };
  integrateLine(line, from, to, [&](double at, double weight) {
    const RigidInertia slice = line.slice(at).perLength;
    const Pose X = frame.inverse() * line.pose(at);
    const Vec3 center = X * slice.com;
    const double m = weight * slice.mass;
    mass += m, first += m * center;
    second += weight * X.R * slice.inertia * X.R.transpose() + shifted(m, center);
  });
  RigidInertia out;
  out.mass = mass, out.com = first / mass;
  out.inertia = second - shifted(mass, out.com);
  return out;
}

/// Springs that give way as [from, to] does: flexibilities in series, dissipation of the same moment.
std::vector<SoftChain::Spring> springsOf(const SoftLine& line, double from, double to, bool& coupled) {
  Vec6 flexibility = Vec6::Zero(), loss = Vec6::Zero();
  integrateLine(line, from, to, [&](double at, double weight) {
    const Slice slice = line.slice(at);
    coupled = coupled || slice.coupled;
    for (int k = 0; k < 6; ++k) {
      if (!slice.varies[static_cast<std::size_t>(k)] || !(slice.stiffness[k] > 0)) continue;
      flexibility[k] += weight / slice.stiffness[k];
      loss[k] += weight * slice.damping[k] / (slice.stiffness[k] * slice.stiffness[k]);
    }
  });
  std::vector<SoftChain::Spring> out;
  for (const int k : {3, 4, 5, 0, 1, 2})  // slides first: they have the axes of the part before the cut
    if (flexibility[k] > 0) out.push_back({k, 1 / flexibility[k], loss[k] / (flexibility[k] * flexibility[k])});
  return out;
}

/// A cylinder as long and as wide as the part, or a box where the section is not round.
std::vector<Visual> visualsOf(const Body& body, const SoftLine& line, const SoftChain::Part& part) {
  const double middle = (part.from + part.to) / 2;
  const Vec3 a = (part.rest.inverse() * line.pose(part.from)).p, b = (part.rest.inverse() * line.pose(part.to)).p;
  const double length = (b - a).norm();
  if (!(length > 0)) return {};
  Visual visual;
  visual.pose = part.rest.inverse() * line.pose(middle);
  visual.pose.p = (a + b) / 2;
  for (const SweptPiece& piece : body.sweptPieces()) {
    if (middle < piece.from || middle > piece.to) continue;
    const double s = (middle - piece.from) / std::max(piece.to - piece.from, 1e-12);
    Vec2 reach = Vec2::Zero();
    for (const Vec2& point : piece.section.outline(s, 64)) reach = reach.cwiseMax(point.cwiseAbs());
    const bool round = piece.section.shapeName() == "circle" || piece.section.shapeName() == "tube";
    visual.shape = round ? Visual::Shape::kCylinder : Visual::Shape::kBox;
    visual.size = round ? Vec3(reach.x(), length, 0) : Vec3(length, 2 * reach.x(), 2 * reach.y());
    return {visual};
  }
  return {};
}

constexpr std::array<const char*, 6> kSuffix = {" torsion", " bending_y", " bending_z",
                                                " stretch", " shear_y",   " shear_z"};

Joint jointOf(const SoftChain::Spring& spring) {
  Joint joint;
  joint.type = spring.strain < 3 ? JointType::kRevolute : JointType::kPrismatic;
  joint.axis = Vec3::Unit(spring.strain % 3);
  joint.stiffness = VecX::Constant(1, spring.stiffness);
  joint.damping = VecX::Constant(1, spring.damping);
  return joint;
}

}  // namespace

std::size_t SoftChain::partOf(const Vec3& point) const {
  std::size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < line.size(); ++k) {
    const double distance = (line[k].p - point).squaredNorm();
    if (distance < least) least = distance, best = k;
  }
  return std::min(best / kSamples, parts.size() - 1);
}

std::optional<SoftChain> softChain(const Body& body, int count) {
  const std::unique_ptr<SoftLine> line = lineOf(body);
  if (!line) return std::nullopt;
  SoftChain chain;
  chain.tip = line->tip;
  for (int k = 0; k <= count; ++k) {
    SoftChain::Part part;
    part.from = k == 0 ? 0 : (k - 0.5) / count;
    part.to = k == count ? 1 : (k + 0.5) / count;
    if (k > 0) {
      part.rest = line->pose(part.from);
      part.springs =
          springsOf(*line, static_cast<double>(k - 1) / count, static_cast<double>(k) / count, chain.coupled);
    }
    part.rigid = massOf(*line, part.from, part.to, part.rest);
    part.visuals = visualsOf(body, *line, part);
    for (int s = 0; s < SoftChain::kSamples; ++s)
      chain.line.push_back(line->pose(part.from + (part.to - part.from) * (s + 0.5) / SoftChain::kSamples));
    chain.parts.push_back(std::move(part));
  }
  return chain;
}

std::vector<int> appendChain(const SoftChain& chain, int base, std::vector<LinkSpec>& links) {
  std::vector<int> out = {base};
  const std::string name = links[static_cast<std::size_t>(base)].name;
  const auto color = links[static_cast<std::size_t>(base)].color;
  for (std::size_t k = 1; k < chain.parts.size(); ++k) {
    const SoftChain::Part& part = chain.parts[k];
    const std::string partName = name + ' ' + std::to_string(k);
    int parent = out.back();
    const std::size_t joints = std::max<std::size_t>(part.springs.size(), 1);
    for (std::size_t j = 0; j < joints; ++j) {
      LinkSpec link;
      const bool last = j + 1 == joints;
      link.name = last ? partName : partName + kSuffix[static_cast<std::size_t>(part.springs[j].strain)];
      link.parent = parent, link.station = kBaseStation;
      if (j == 0) link.pose = chain.parts[k - 1].rest.inverse() * part.rest;
      if (!part.springs.empty()) link.joint = jointOf(part.springs[j]);
      if (last) link.rigid = part.rigid, link.visuals = part.visuals;
      link.color = color;
      parent = static_cast<int>(links.size());
      links.push_back(std::move(link));
    }
    out.push_back(parent);
  }
  return out;
}

}  // namespace tendril
