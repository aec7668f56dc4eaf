// SPDX-License-Identifier: BSD-3-Clause
#include "core/equilibria/linear_outputs.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/dynamics/station_motion.hpp"
#include "core/dynamics/tree_passes.hpp"
#include "core/math/pose.hpp"
#include "core/math/so3.hpp"

namespace tendril {
namespace {

using Kind = LinearOutput::Kind;

class RowMaker {
 public:
  RowMaker(const Model& model, Data& data, const VecX& q, const VecX& v)
      : model_(model), data_(data), q_(q), v_(v), zero_(VecX::Zero(model.nv)), motion_(model) {
    actuationMatrix(model, data, q);
    B_ = data.B;
    data.a = zero_;
    kinematics(model, data, q, v);
    accelerations(model, data);
    motionColumns(model, data);
  }

  void make(const LinearOutput& output, Eigen::Index row, OutputRows& out) {
    check(output);
    switch (output.kind) {
      case Kind::kPosition:
        return position(output.index, out.byPosition.row(row));
      case Kind::kVelocity:
        out.byVelocity(row, output.index) = 1;
        return;
      case Kind::kAcceleration:
        out.byAcceleration(row, output.index) = 1;
        return;
      case Kind::kPlacePosition:
        out.byPosition.row(row) = jacobian(output).row(3 + output.component);
        return;
      case Kind::kPlaceVelocity:
        return placeVelocity(output, 3 + output.component, row, out);
      case Kind::kPlaceSpin:
        return placeVelocity(output, output.component, row, out);
      case Kind::kDisplacement:
        out.byPosition.row(row) = B_.col(output.index).transpose();
        return;
      case Kind::kTendonLength:
        out.byPosition.row(row) = -B_.col(output.index).transpose();
        return;
      case Kind::kInput:
        out.byInput(row, output.index) = 1;
        return;
    }
  }

 private:
  void check(const LinearOutput& output) const {
    const bool place =
        output.kind == Kind::kPlacePosition || output.kind == Kind::kPlaceVelocity || output.kind == Kind::kPlaceSpin;
    const bool input =
        output.kind == Kind::kDisplacement || output.kind == Kind::kTendonLength || output.kind == Kind::kInput;
    const int count = place                            ? static_cast<int>(model_.links.size())
                      : input                          ? model_.nu
                      : output.kind == Kind::kPosition ? model_.nq
                                                       : model_.nv;
    if (output.index < 0 || output.index >= count || output.component < 0 || output.component > 2)
      throw std::invalid_argument("linearize: the robot has no output \"" + output.label.name + '"');
  }

  /// ∂q[index] by right perturbations.
  template <class Row>
  void position(int index, Row&& row) const {
    const auto inside = [index](const ManifoldBlock& b) { return index >= b.q && index < b.q + b.positions(); };
    const ManifoldBlock& block = *std::find_if(model_.manifold.begin(), model_.manifold.end(), inside);
    if (block.isVector()) {
      row[block.v + index - block.q] = 1;
      return;
    }
    const Vec4 turn = q_.segment<4>(block.quaternion());
    if (index < block.quaternion()) {
      row.template segment<3>(block.v + 3) = rotationFromQuaternion<double>(turn).row(index - block.q);
      return;
    }
    for (int k = 0; k < 3; ++k) {
      Vec4 half = Vec4::Zero();
      half[1 + k] = 0.5;
      row[block.v + k] = quaternionProduct<double>(turn, half)[index - block.quaternion()];
    }
  }

  Mat6X jacobian(const LinearOutput& output) {
    stationMotion(model_, data_, output.index, output.station, q_, v_, zero_, motion_);
    return motion_.jacobian;
  }

  /// A row of [ω; ṗ], world axes: its Jacobian, and how that changes with q.
  void placeVelocity(const LinearOutput& output, int component, Eigen::Index row, OutputRows& out) {
    out.byVelocity.row(row) = jacobian(output).row(component);
    const auto [frame, offset] = model_.place(output.index, output.station);
    const Frame& at = data_.frames[static_cast<std::size_t>(frame)];
    const Vec3 p = (at.X * offset).p;
    for (const ColumnRange& range : model_.frameUpstream(frame))
      for (int k = 0; k < range.size; ++k) {
        const Vec6 J = data_.J.col(range.column + k);
        Vec6 change = crossMotion<double>(J, at.V) + data_.columns.col(range.column + k).segment<6>(6);
        const Vec3 dp = J.tail<3>() + J.head<3>().cross(p);
        change.tail<3>() += change.head<3>().cross(p) + at.V.head<3>().cross(dp);
        out.byPosition(row, range.v + k) = change[component];
      }
  }

  const Model& model_;
  Data& data_;
  const VecX &q_, &v_;
  VecX zero_;
  StationMotion motion_;
  MatX B_;
};

}  // namespace

OutputRows outputRows(const Model& model, Data& data, const VecX& q, const VecX& v,
                      const std::vector<LinearOutput>& outputs) {
  OutputRows out(static_cast<Eigen::Index>(outputs.size()), model);
  if (outputs.empty()) return out;
  RowMaker maker(model, data, q, v);
  for (std::size_t k = 0; k < outputs.size(); ++k) maker.make(outputs[k], static_cast<Eigen::Index>(k), out);
  return out;
}

}  // namespace tendril
