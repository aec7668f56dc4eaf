// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/checks/check_parts.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <string>

#include "core/model/body/admissible_set.hpp"
#include "core/model/body/folding.hpp"
#include "core/model/loop_kinematics.hpp"
#include "core/model/model.hpp"
#include "core/model/rod/rod.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

constexpr double kMassless = 1e-14;   // of the inertia a coordinate has alone: below, some motion has none
constexpr double kNothing = 1e-20;    // of the heaviest coordinate: no inertia at all
constexpr double kDependent = 1e-9;   // of the largest pivot: rows that hold each other
constexpr double kCoincident = 1e-9;  // m
constexpr double kBeyond = 1e-9;      // of a limit: what counts as on it
constexpr int kMostJoints = 300;      // coordinates of joints whose mass matrix is looked at as a whole

std::string roughText(double x) {
  return messageNumber(x, 4);
}

class StartChecker {
 public:
  StartChecker(const Model& model, const Description& description, std::vector<Problem>& problems)
      : model_(model), d_(description), problems_(problems), data_(model) {}

  void run() {
    for (const Link& link : model_.links)
      if (link.body) checkBody(link);
    kinematics(model_, data_, model_.q0, VecX::Zero(model_.nv));
    for (const auto& actuator : model_.actuators)
      if (const auto* tendon = dynamic_cast<const Tendon*>(actuator.get())) checkTendon(*tendon);
    checkLimits();
    checkLoops();
    checkInertia();
  }

 private:
  void error(std::string path, std::string message, std::string cure) {
    problems_.push_back({.path = std::move(path), .message = std::move(message), .cure = std::move(cure)});
  }
  void warn(std::string path, std::string message, std::string cure) {
    error(std::move(path), std::move(message), std::move(cure));
    problems_.back().severity = Problem::Severity::kWarning;
  }
  std::string pathOf(const Link& link) const {
    const auto index = static_cast<std::size_t>(&link - model_.links.data());
    return (index < d_.links.size() ? "links." : "objects.") + link.name;
  }

  // ---- coordinates that bodies cannot have
  void checkBody(const Link& link) {
    const VecX q = model_.q0.segment(link.qBody, link.nBody);
    const std::string path = pathOf(link) + ".body.q0";
    if (const auto* set = dynamic_cast<const AdmissibleSet*>(link.body.get()); set && !(set->admissibleMargin(q) > 0))
      return error(path, "no volume can have these coordinates: " + set->violation(q), "begin nearer to 0");
    if (const auto* rod = dynamic_cast<const Rod*>(link.body.get()))
      if (const auto [stretch, x] = rod->leastStretch(q); !(stretch > 0))
        return error(
            path,
            "leaves nothing of the rod at x = " + roughText(x) + " m: its stretch there is " + roughText(stretch - 1),
            "a stretch must stay above -1");
    checkFolding(link, q);
  }
  /// Of bodies that can be computed all the same: rods, arcs, and volumes whose surface folds around their points.
  void checkFolding(const Link& link, const VecX& q) {
    if (!(foldingOf(*link.body, q).margin < kFoldingEdge)) return;
    warn(pathOf(link) + (q.isZero(0) ? ".body" : ".body.q0"), "begins bent too far: " + foldingText(*link.body, q),
         "bend it less at the start, or make its section thinner there");
  }

  // ---- tendons
  void checkTendon(const Tendon& tendon) {
    for (const Tendon::Segment& segment : tendon.segments()) {
      const Vec3 a = pointOf(segment.a), b = pointOf(segment.b);
      if ((a - b).norm() > kCoincident) continue;
      const std::string from = name(segment.a.link), to = name(segment.b.link);
      error("actuators." + tendon.name + ".route",
            "two points in a row coincide " +
                (from == to ? "in \"" + from + "\"" : "where \"" + from + "\" and \"" + to + "\" start") + ", at (" +
                roughText(segment.b.position.x()) + ", " + roughText(segment.b.position.y()) + ", " +
                roughText(segment.b.position.z()) + ") m of \"" + to + "\": a pull has no direction there",
            "remove one of them, or move them apart");
    }
  }
  Vec3 pointOf(const Tendon::Point& point) const {
    return data_.frames[static_cast<std::size_t>(point.link + 1)].X * point.position;
  }
  std::string name(int link) const { return link < 0 ? "world" : model_.links[static_cast<std::size_t>(link)].name; }

  // ---- drives
  void checkLimits() {
    if (model_.prescribedJoints.empty()) return;
    VecX u(model_.nu);
    model_.inputsAt(0, u);
    for (const PrescribedJoint& d : model_.prescribedJoints) {
      for (const Link& link : model_.links) {
        const int k = d.v - link.vJoint;
        if (k < 0 || k >= link.nvJoint || k >= link.joint.lower.size()) continue;
        const double lower = link.joint.lower[k], upper = link.joint.upper[k], at = u[d.input];
        const double slack = kBeyond * (1 + std::abs(at));
        if (at >= lower - slack && at <= upper + slack) continue;
        warn("actuators." + model_.inputName(d.input),
             "begins at " + roughText(at) + ", beyond the limit " + roughText(at < lower ? lower : upper) +
                 " of the joint of \"" + link.name + "\": the stop pushes against it",
             "move the limit, or begin within it");
      }
    }
  }

  // ---- loops
  void checkLoops() {
    for (const Loop& loop : model_.loops) checkSides(loop);
    if (model_.nl > 0 && !model_.prescribedJoints.empty()) checkPrescribedLoops();
  }
  /// Sides that nothing moves against each other.
  void checkSides(const Loop& loop) {
    for (const std::vector<ConstraintRow>* rows : {&loop.rows, &loop.dropped}) {
      MatX A(static_cast<Eigen::Index>(rows->size()), model_.nv);
      loopJacobian(model_, data_, loop, *rows, A);
      if (A.size() && !A.isZero(1e-12)) return;
    }
    warn("loops." + loop.name, "nothing that moves lies between its sides: it holds nothing",
         "remove it, or free a joint between them");
  }
  /// Drives that would have to move what the loops hold: rows that depend on each other once driven columns are gone.
  void checkPrescribedLoops() {
    MatX A(model_.nl, model_.nv);
    for (const Loop& loop : model_.loops)
      loopJacobian(model_, data_, loop, loop.rows,
                   A.middleRows(loop.firstRow, static_cast<Eigen::Index>(loop.rows.size())));
    const auto rank = [](const MatX& rows) {
      Eigen::ColPivHouseholderQR<MatX> qr;
      qr.setThreshold(kDependent);
      qr.compute(rows.transpose());
      return rows.isZero(0) ? Eigen::Index(0) : qr.rank();
    };
    const Eigen::Index whole = rank(A);
    std::string drives;
    for (const PrescribedJoint& d : model_.prescribedJoints) {
      A.col(d.v).setZero();
      drives += (drives.empty() ? "\"" : ", \"") + model_.inputName(d.input) + '"';
    }
    const Eigen::Index held = whole - rank(A);
    if (held <= 0) return;
    warn("loops." + model_.loops.front().name,
         "with the positions of " + drives + " the loops hold " + std::to_string(held) +
             (held == 1 ? " motion twice" : " motions twice") + ": drives that do not fit them exactly are blocked",
         "drive fewer joints, or drive some of them by forces");
  }

  // ---- inertia
  /// Joints alone, bodies as they are: whether some motion of the joints carries no mass.
  void checkInertia() {
    std::vector<int> free;
    for (const Link& link : model_.links)
      for (int k = 0; k < link.nvJoint; ++k)
        if (!isPrescribed(link.vJoint + k)) free.push_back(link.vJoint + k);
    if (free.empty() || free.size() > kMostJoints) return;
    const MatX whole = jointInertia();
    const MatX M = whole(free, free);
    const double heaviest = M.diagonal().maxCoeff();
    for (Eigen::Index k = 0; k < M.rows(); ++k)
      if (!(M(k, k) > std::max(kNothing * heaviest, rounding_[free[static_cast<std::size_t>(k)]])))
        return explain(free[static_cast<std::size_t>(k)]);
    const VecX inverse = M.diagonal().cwiseSqrt().cwiseInverse();
    const Eigen::SelfAdjointEigenSolver<MatX> eigen(MatX(inverse.asDiagonal() * M * inverse.asDiagonal()));
    if (!(eigen.eigenvalues()[0] < kMassless)) return;
    Eigen::Index most = 0;
    eigen.eigenvectors().col(0).cwiseAbs().maxCoeff(&most);
    explain(free[static_cast<std::size_t>(most)]);
  }
  bool isPrescribed(int v) const {
    return std::any_of(model_.prescribedJoints.begin(), model_.prescribedJoints.end(),
                       [v](const PrescribedJoint& d) { return d.v == v; });
  }
  /// The mass matrix of the joints, their drives included, bodies held as they are (nv × nv; only joints count).
  MatX jointInertia() {
    MatX M = MatX::Zero(model_.nv, model_.nv);
    std::vector<Mat6> composite(model_.links.size(), Mat6::Zero());  // in the tree frame
    rounding_ = VecX::Zero(model_.nv);
    for (std::size_t i = model_.links.size(); i-- > 0;) {
      const Link& link = model_.links[i];
      const Mat6 toBase = adjointMatrix<double>(data_.frames[i + 1].X.inverse());
      composite[i] += toBase.transpose() * inertiaOf(i) * toBase;
      if (link.parent >= 0) composite[static_cast<std::size_t>(link.parent)] += composite[i];
      const MatX J = data_.J.middleCols(link.columnJoint, link.nvJoint), U = composite[i] * J;
      for (int k = 0; k < link.nvJoint; ++k)
        rounding_[link.vJoint + k] = kMassless * J.col(k).cwiseAbs().dot(composite[i].cwiseAbs() * J.col(k).cwiseAbs());
      for (const ColumnRange& above : model_.frameUpstream(static_cast<int>(i) + 1)) {
        const MatX block = data_.J.middleCols(above.column, above.size).transpose() * U;
        M.block(above.v, link.vJoint, above.size, link.nvJoint) = block;
        M.block(link.vJoint, above.v, link.nvJoint, above.size) = block.transpose();
      }
      if (link.joint.driveInertia.size()) M.diagonal().segment(link.vJoint, link.nvJoint) += link.joint.driveInertia;
    }
    return M;
  }
  /// Of link i with its body at rest, in its base frame.
  Mat6 inertiaOf(std::size_t i) {
    const Link& link = model_.links[i];
    if (link.body) {
      link.body->inertia(*data_.bodies[i], bodyCoordinates(link, data_));
      return data_.bodies[i]->I;
    }
    const Mat3 c = skew<double>(link.rigid.com);
    Mat6 I = Mat6::Zero();
    I.topLeftCorner<3, 3>() = link.rigid.inertia - link.rigid.mass * c * c;
    I.topRightCorner<3, 3>() = link.rigid.mass * c;
    I.bottomLeftCorner<3, 3>() = -link.rigid.mass * c;
    I.bottomRightCorner<3, 3>() = link.rigid.mass * Mat3::Identity();
    if (link.fluid) I += link.fluid->added;
    return I;
  }
  void explain(int v) {
    for (const Link& link : model_.links) {
      if (v < link.vJoint || v >= link.vJoint + link.nvJoint) continue;
      warn(pathOf(link) + ".joint",
           "moves without inertia (" + model_.velocityName(v) +
               "): neither its link nor what hangs on it gives any to "
               "this motion, and no simulation starts",
           "give the link, or what hangs on it, mass and inertia about every axis in which it can move, give the drive "
           "inertia, or fix the joint");
      return;
    }
  }

  const Model& model_;
  const Description& d_;
  std::vector<Problem>& problems_;
  Data data_;
  VecX rounding_;  ///< nv: of the diagonal of jointInertia
};

}  // namespace

void checkStart(const Model& model, const Description& description, std::vector<Problem>& problems) {
  StartChecker(model, description, problems).run();
}

}  // namespace tendril
