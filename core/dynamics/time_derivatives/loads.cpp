// SPDX-License-Identifier: BSD-3-Clause
// What is served, and the series of what acts from outside.
#include "core/dynamics/time_derivatives/loads.hpp"

#include <stdexcept>
#include <string>

#include "core/dynamics/time_derivatives/actuation.hpp"
#include "core/dynamics/time_derivatives/workspace.hpp"
#include "core/model/body/body_series.hpp"
#include "core/model/body/section_chain.hpp"

namespace tendril::series {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw NoTimeDerivatives("no derivatives by time: " + what);
}

/// A link's twist in B up to coefficient `last`, and R_WB from Ṙ = R [ω].
void stationOf(const Workspace& w, int i, int last, StationSeries& out) {
  const Mat3& A = w.turns[static_cast<std::size_t>(i)];
  const Motion* V = w.motion.data() + i * w.K;
  for (int k = 0; k <= last; ++k) {
    const Vec3 turning = A * Vec3(V[k].x[0], V[k].y[0], V[k].z[0]), moving = A * Vec3(V[k].x[2], V[k].y[2], V[k].z[2]);
    for (int a = 0; a < 3; ++a) out.V[a][k] = turning[a], out.V[3 + a][k] = moving[a];
  }
  out.R = w.axes[static_cast<std::size_t>(i)].cast<LoadSeries>();
  turnAxes(out, last);
}

void subtract(Workspace& w, int i, const Vec6T<LoadSeries>& F, int first, int last) {
  const Mat3& A = w.turns[static_cast<std::size_t>(i)];
  for (int k = first; k <= last; ++k) {
    const Vec3 m = A.transpose() * Vec3(F[0][k], F[1][k], F[2][k]), f = A.transpose() * Vec3(F[3][k], F[4][k], F[5][k]);
    Wrench& to = w.wrench[static_cast<std::size_t>(i * w.K + k)];
    to.x -= Packet2{m[0], f[0]}, to.y -= Packet2{m[1], f[1]}, to.z -= Packet2{m[2], f[2]};
  }
}

/// A turn of the link's frame against the parent's, at t = 0.
Mat3 turnNow(const Workspace& w, std::size_t i) {
  const LinkConstants& link = w.links[i];
  const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> X(link.X.R);
  if (link.path == LinkConstants::Path::kTurn) {
    const double c = w.cosine[i * static_cast<std::size_t>(w.K)], s = w.sine[i * static_cast<std::size_t>(w.K)];
    return X * (Mat3() << c, -s, 0, s, c, 0, 0, 0, 1).finished();
  }
  if (link.path != LinkConstants::Path::kGeneral) return X;
  const GeneralJoint& joint = w.general[static_cast<std::size_t>(link.general)];
  return X * Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(joint.R[0].data());
}

/// R_WB of all links at t = 0.
void setAxes(Workspace& w) {
  for (std::size_t i = 0; i < w.links.size(); ++i) {
    const int parent = w.links[i].parent;
    const Mat3 turn = turnNow(w, i) * w.turns[i].transpose();
    if (parent < 0) {
      w.axes[i] = turn;
    } else {
      w.axes[i] = w.axes[static_cast<std::size_t>(parent)] * w.turns[static_cast<std::size_t>(parent)] * turn;
    }
  }
}

}  // namespace

void turnAxes(StationSeries& frame, int last) {
  for (int a = 0; a < 3; ++a)
    for (int k = 0; k < last; ++k) {
      Vec3 sum = Vec3::Zero();
      for (int l = 0; l <= k; ++l) {
        const Vec3 row(frame.R(a, 0)[l], frame.R(a, 1)[l], frame.R(a, 2)[l]);
        sum += row.cross(Vec3(frame.V[0][k - l], frame.V[1][k - l], frame.V[2][k - l]));  // row · [ω]
      }
      for (int b = 0; b < 3; ++b) frame.R(a, b)[k + 1] = sum[b] / (k + 1);
    }
}

Vec6T<LoadSeries> loadWrench(const Model& model, std::size_t load, const StationSeries& frame, double t, int last) {
  const LoadSpec& given = model.loads[load];
  const Pose& at = model.loadOffsets[load];
  const PoseT<LoadSeries> offset{at.R.cast<LoadSeries>(), at.p.cast<LoadSeries>()};
  const StationSeries station{frame.R * offset.R, transformTwistInverse<LoadSeries>(offset, frame.V),
                              LoadSeries::parameter(t)};
  Vec6T<LoadSeries> F;
  const std::string_view why = given.load->evaluateSeries(station, last, F);
  if (!why.empty())
    refuse("load '" + given.name + "' on link '" + model.links[static_cast<std::size_t>(given.link)].name + "' " +
           std::string(why));
  return transformWrench<LoadSeries>(offset, F);
}

void checkServed(const Model& model, int order) {
  if (order < 0 || order > kMostTimeDerivatives)
    throw std::invalid_argument("the order of time derivatives must be 0 to " + std::to_string(kMostTimeDerivatives));
  if (const std::string why = whyNoTimeDerivatives(model); !why.empty()) refuse(why);
}

void subtractLoads(Workspace& w, double t, int first, int last) {
  if (!w.hasLoads) return;
  if (first == 0) setAxes(w);
  StationSeries base;
  for (const int i : w.loadedLinks) {
    stationOf(w, i, last, base);
    for (std::size_t k = 0; k < w.model.loads.size(); ++k)
      if (w.model.loadFrames[k] == 1 + i) subtract(w, i, loadWrench(w.model, k, base, t, last), first, last);
  }
}

}  // namespace tendril::series

namespace tendril {
namespace {

std::string whyNotBody(const Link& link) {
  if (!link.body || dynamic_cast<const SectionChainBody*>(link.body.get())) return {};
  std::string what = "link '" + link.name + "' is a soft body (" + std::string(link.body->type()) + ") without them";
  const auto* body = dynamic_cast<const SeriesBody*>(link.body.get());
  if (!body) return what;
  const std::string why = body->whyNoSeries();
  return why.empty() ? why : what + ": " + why;
}

}  // namespace

std::string whyNoTimeDerivatives(const Model& model) {
  for (const Link& link : model.links) {
    if (std::string why = whyNotBody(link); !why.empty()) return why;
    const JointKind& kind = *link.joint.type.operator->();
    if (kind.velocities() > 6 || kind.positions() > 12)
      return "the joint of link '" + link.name + "' has more coordinates than they take";
  }
  if (!model.loops.empty()) return "loop '" + model.loops.front().name + "' closes this robot; open trees have them";
  if (!model.contacts.empty())
    return "this robot has contacts, whose forces have no derivatives where a touch begins; take the contacts out";
  return series::whyNoActuationSeries(model);
}

}  // namespace tendril
