// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/contact/anchors.hpp"
#include "core/dynamics/contact/contacts.hpp"
#include "core/dynamics/drive_springs.hpp"
#include "core/dynamics/factorization.hpp"
#include "core/dynamics/rigid.hpp"
#include "core/dynamics/tree_passes.hpp"
#include "core/model/joint/joint_forces.hpp"

namespace tendril {
namespace {

/// Momentum of one link [angular; linear] in the tree frame and its kinetic energy. After bodyInertias.
Vec6 linkMomentum(const Model& model, const Data& data, size_t i, double& kinetic) {
  const Link& link = model.links[i];
  const Frame& frame = data.frames[1 + i];
  if (!link.body) {
    const Vec6 h = data.articulated[1 + i] * frame.V;
    kinetic += 0.5 * frame.V.dot(h);
    return h;
  }
  const BodyData& body = *data.bodies[i];
  const Vec6 V = transformTwistInverse<double>(frame.X, frame.V);
  const auto qd = data.v.segment(link.vBody, link.nBody);
  Vec6 h = body.I * V;
  h.noalias() += body.H.lazyProduct(qd);
  double own = 0.5 * V.dot(h);
  for (int k = 0; k < link.nBody; ++k) own += 0.5 * qd[k] * (body.H.col(k).dot(V) + body.M.col(k).dot(qd));
  kinetic += own;
  return transformWrench<double>(frame.X, h);
}

double gravityEnergy(const Model& model, const Data& data, size_t i) {
  const Link& link = model.links[i];
  const Pose X = worldPose(data, static_cast<int>(1 + i));
  double mass = link.rigid.mass;
  Vec3 moment = mass * link.rigid.com;
  if (link.body) {
    const BodyData& body = *data.bodies[i];
    mass = body.mass - body.displaced, moment = body.firstMoment - body.displacedMoment;
  } else if (link.fluid) {
    mass -= link.fluid->displaced, moment -= link.fluid->displaced * link.fluid->center;
  }
  return -data.gravity.dot(X.R * moment + mass * X.p);
}

}  // namespace

Energy energy(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecX* u) {
  kinematics(model, data, q, v);
  bodyInertias(model, data);
  Energy out;
  if (u && u->size() == model.nu && model.hasEffortLaws) out.elastic = out.cables = storedByActuators(model, data, *u);
  for (size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    linkMomentum(model, data, i, out.kinetic);
    out.gravity += gravityEnergy(model, data, i);
    if (link.nqJoint) out.elastic += jointElasticEnergy(link.joint, data.q.data() + link.qJoint);
    if (link.body) out.elastic += link.body->elasticEnergy(data.q.segment(link.qBody, link.nBody));
    for (int k = 0; k < link.nvJoint && link.joint.driveInertia.size(); ++k) {
      const double rate = data.v[link.vJoint + k];
      out.kinetic += 0.5 * link.joint.driveInertia[k] * rate * rate;
    }
  }
  out.elastic += driveSpringEnergy(model, data.q);
  out.contact = contactEnergy(model, data) + anchorEnergy(model, data);
  return out;
}

Vec6 momentum(const Model& model, Data& data, const VecXRef& q, const VecXRef& v) {
  kinematics(model, data, q, v);
  bodyInertias(model, data);
  Vec6 sum = Vec6::Zero();
  double kinetic = 0;
  for (size_t i = 0; i < model.links.size(); ++i) sum += linkMomentum(model, data, i, kinetic);
  sum.head<3>() += data.origin.cross(Vec3(sum.tail<3>()));
  return sum;
}

}  // namespace tendril
