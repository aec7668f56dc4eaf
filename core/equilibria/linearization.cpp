// SPDX-License-Identifier: BSD-3-Clause
#include "core/equilibria/linearization.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/constraints/loop_closure.hpp"
#include "core/dynamics/contact/anchors.hpp"
#include "core/dynamics/hybrid/mobility.hpp"
#include "core/dynamics/loops.hpp"
#include "core/equilibria/free_directions.hpp"
#include "core/equilibria/linear_outputs.hpp"
#include "core/math/pose.hpp"
#include "core/math/so3.hpp"
#include "core/model/loop_state.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

constexpr double kLightest = 1e-9;  // of the heaviest coordinate: the least weight that scales one

[[noreturn]] void refuse(const std::string& message) {
  throw std::invalid_argument("linearize: " + message);
}

VecX sized(const char* name, const VecX& given, const VecX& otherwise) {
  if (given.size() == 0) return otherwise;
  if (given.size() != otherwise.size())
    refuse(std::string(name) + " has " + std::to_string(given.size()) + " entries, the robot needs " +
           std::to_string(otherwise.size()));
  if (!given.allFinite()) refuse(std::string(name) + " holds a number that is not finite");
  return given;
}

std::string perSecond(const std::string& unit) {
  return (unit.empty() ? "1" : unit) + "/s";
}

class Linearizer {
 public:
  Linearizer(const Model& model, Data& data, const OperatingPoint& point) : model_(model), data_(data), point_(point) {
    const VecX zero = VecX::Zero(model.nv);
    out_.q = sized("q", point.q, model.q0), out_.v = sized("v", point.v, zero);
    normalize(model, out_.q);
    u_ = sized("u", point.u, VecX::Zero(model.nu)), tau_ = sized("tau", point.tau, zero);
    data.anchors.setZero();
    if (!out_.v.isZero(0)) return;
    kinematics(model, data, out_.q, out_.v);
    anchorContacts(model, data);  // what touches at rest sticks there
  }

  Linearization run(const std::vector<LinearOutput>& outputs) {
    checkLoops();
    differentiate();
    reduce();
    addStates();
    addInputs();
    addOutputs(outputs);
    return std::move(out_);
  }

 private:
  Eigen::Index count() const { return static_cast<Eigen::Index>(out_.coordinates.size()); }

  void checkLoops() {
    if (model_.nl == 0) return;
    kinematics(model_, data_, out_.q, out_.v);
    if (const std::string open = openRows(model_, data_, kLoopsClosed); !open.empty())
      refuse("loops are open (" + open + "). Begin from an equilibrium, or from a state that closes them");
    loopErrors(model_, data_);
    rows_ = data_.loopErrorJacobian;
    const VecX rate = data_.loopJacobian * out_.v;
    const double speed = out_.v.cwiseAbs().maxCoeff();
    Eigen::Index worst = 0;
    if (rate.cwiseAbs().maxCoeff(&worst) > kLoopsClosed * std::max(1.0, speed))
      refuse("the velocities open the loop row \"" + model_.rowName(static_cast<int>(worst)) +
             "\". Give velocities that keep loops closed, or none");
  }

  /// Derivatives of the acceleration of the whole machine, and what each input does to it.
  void differentiate() {
    const Inputs inputs{
        .t = point_.t, .u = &u_, .tau = &tau_, .loads = point_.loads, .perturbation = point_.perturbation};
    forwardDynamicsDerivatives(model_, data_, out_.q, out_.v, inputs);
    byPosition_ = data_.dFDdq, byVelocity_ = data_.dFDdv;
    out_.acceleration = data_.acceleration;
    loopRowsV_ = data_.loopRowsV;
    weigh(data_.massMatrix.diagonal());
    if (!byPosition_.allFinite() || !byVelocity_.allFinite())
      refuse("derivatives at this state are not finite numbers. Check q, v, inputs and loads");
    MatX forces = data_.B;
    for (std::size_t i = 0; i < model_.actuators.size(); ++i) {
      const int first = model_.inputOffset[i];
      if (model_.actuators[i]->hasEffortLaw()) forces.col(first) *= -data_.effortByCoordinate[first];
    }
    byInput_ = MatX::Zero(model_.nv, model_.nu);
    if (model_.nu) accelerationsPerForce(model_, data_, out_.q, out_.v, point_.t, forces, byInput_);
  }

  void weigh(const VecX& mass) {
    const double heaviest = mass.size() ? mass.maxCoeff() : 0;
    inverseWeight_ = VecX::Ones(model_.nv);
    if (heaviest > 0) inverseWeight_ = mass.cwiseMax(kLightest * heaviest).cwiseSqrt().cwiseInverse();
  }

  /// out += −ad_v x of the blocks that are groups: how perturbations of their positions turn with the motion.
  MatX turned(const MatX& x) const {
    MatX out = MatX::Zero(model_.nv, x.cols());
    for (const ManifoldBlock& block : model_.groups) {
      if (block.kind == ManifoldBlock::Kind::kSO3) {
        const Vec3 w = out_.v.segment<3>(block.v);
        out.middleRows<3>(block.v) = -skew<double>(w) * x.middleRows<3>(block.v);
      } else {
        const Vec6 V = out_.v.segment<6>(block.v);
        out.middleRows<6>(block.v) = -crossMotionMatrix<double>(V) * x.middleRows<6>(block.v);
      }
    }
    return out;
  }

  /// Z and W. Rows of loops allow A δv = −∂(A v)/∂q δq, with ∂(A v)/∂q = ½ (∂(Ȧ v)/∂v − A ad_v).
  void reduce() {
    if (model_.nl == 0) rows_ = MatX::Zero(0, model_.nv);
    const statics::IndependentCoordinates found = statics::independentCoordinates(model_, rows_, inverseWeight_);
    if (found.velocities.empty())
      refuse("nothing can move: loops and joints in mode position leave no coordinate free");
    out_.coordinates = found.velocities;
    out_.Z = found.directions;
    out_.W = MatX::Zero(model_.nv, count());
    if (model_.nl == 0 || out_.v.isZero(0) || found.dependent.empty()) return;
    MatX byV = loopRowsV_;  // less what stabilises
    for (const Loop& loop : model_.loops)
      for (std::size_t k = 0; k < loop.rows.size(); ++k) {
        const int row = loop.firstRow + static_cast<int>(k);
        byV.row(row) -= 2 / loop.stabilization * data_.loopJacobian.row(row);
      }
    const MatX right = -0.5 * (byV * out_.Z + data_.loopJacobian * turned(out_.Z));
    const MatX dependent = rows_(Eigen::all, found.dependent);
    const MatX solved = dependent.completeOrthogonalDecomposition().solve(right);
    out_.W(found.dependent, Eigen::all) = solved;
  }

  void addStates() {
    const Eigen::Index n = count();
    LinearSystem& system = out_.system;
    system.A = MatX::Zero(2 * n, 2 * n);
    accelerationByPosition_ = byPosition_ * out_.Z + byVelocity_ * out_.W;
    accelerationByVelocity_ = byVelocity_ * out_.Z;
    system.A.topLeftCorner(n, n) = turned(out_.Z)(out_.coordinates, Eigen::all);
    system.A.topRightCorner(n, n).setIdentity();
    system.A.bottomLeftCorner(n, n) = accelerationByPosition_(out_.coordinates, Eigen::all);
    system.A.bottomRightCorner(n, n) = accelerationByVelocity_(out_.coordinates, Eigen::all);
    const std::vector<std::string> units = coordinateUnits(model_);
    for (const int v : out_.coordinates)
      system.states.push_back({model_.velocityName(v), units[static_cast<std::size_t>(v)]});
    for (const int v : out_.coordinates)
      system.states.push_back({model_.velocityName(v) + ".rate", perSecond(units[static_cast<std::size_t>(v)])});
    out_.unbalanced = out_.acceleration(out_.coordinates).cwiseAbs().maxCoeff();
  }

  void addInputs() {
    for (std::size_t i = 0; i < model_.actuators.size(); ++i)
      for (int k = 0; k < model_.actuators[i]->inputs(); ++k) {
        const int input = model_.inputOffset[i] + k;
        const bool held = model_.actuators[i]->drivenVelocity(k) >= 0;
        (held ? out_.held : out_.inputs).push_back(input);
        if (!held) out_.system.inputs.push_back({model_.inputName(input), model_.actuators[i]->inputInfo(k).unit});
      }
    const Eigen::Index n = count(), m = static_cast<Eigen::Index>(out_.inputs.size());
    out_.system.B = MatX::Zero(2 * n, m);
    out_.system.B.bottomRows(n) = byInput_(out_.coordinates, out_.inputs);
  }

  void addOutputs(const std::vector<LinearOutput>& outputs) {
    const OutputRows rows = outputRows(model_, data_, out_.q, out_.v, outputs);
    const Eigen::Index n = count(), p = rows.byPosition.rows();
    LinearSystem& system = out_.system;
    system.C.resize(p, 2 * n);
    system.C.leftCols(n) =
        rows.byPosition * out_.Z + rows.byVelocity * out_.W + rows.byAcceleration * accelerationByPosition_;
    system.C.rightCols(n) = rows.byVelocity * out_.Z + rows.byAcceleration * accelerationByVelocity_;
    system.D = (rows.byInput + rows.byAcceleration * byInput_)(Eigen::all, out_.inputs);
    for (const LinearOutput& output : outputs) system.outputs.push_back(output.label);
  }

  const Model& model_;
  Data& data_;
  const OperatingPoint& point_;
  VecX u_, tau_, inverseWeight_;
  MatX rows_, loopRowsV_;
  MatX byPosition_, byVelocity_, byInput_;
  MatX accelerationByPosition_, accelerationByVelocity_;
  Linearization out_;
};

}  // namespace

Linearization linearize(const Model& model, Data& data, const OperatingPoint& point,
                        const std::vector<LinearOutput>& outputs) {
  return Linearizer(model, data, point).run(outputs);
}

std::string movesMost(const LinearSystem& system, const PoleAnalysis& poles, std::size_t pole) {
  Eigen::Index most = 0;
  poles.shapes.col(static_cast<Eigen::Index>(pole)).head(system.A.rows() / 2).cwiseAbs().maxCoeff(&most);
  return system.states[static_cast<std::size_t>(most)].name;
}

std::vector<std::string> coordinateUnits(const Model& model) {
  std::vector<std::string> units;
  for (const Link& link : model.links) {
    for (const CoordinateInfo& info : link.joint.type->velocityInfo()) units.emplace_back(info.unit());
    for (int k = 0; k < link.nBody; ++k) units.emplace_back(link.body->coordinateInfo(k).unit());
  }
  return units;
}

}  // namespace tendril
