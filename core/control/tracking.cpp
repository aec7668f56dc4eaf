// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/tracking.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/dynamics/tree_passes.hpp"
#include "core/equilibria/linearization.hpp"

namespace tendril {
namespace {

std::vector<ControllerSignal> coordinateSignalsOf(std::vector<std::string> names,
                                                  const std::vector<std::string>& units) {
  for (std::string& name : names) name = "the coordinate of " + name;
  return trackingSignals(names, units);
}

}  // namespace

std::vector<ControllerSignal> trackingSignals(const std::vector<std::string>& names,
                                              const std::vector<std::string>& units) {
  std::vector<ControllerSignal> out;
  for (std::size_t k = 0; k < names.size(); ++k)
    out.push_back({"reference[" + std::to_string(k) + "]", units[k], "Reference for " + names[k]});
  for (std::size_t k = 0; k < names.size(); ++k)
    out.push_back({"error[" + std::to_string(k) + "]", units[k], "What " + names[k] + " lacks to its reference"});
  return out;
}

ActuationState::ActuationState(const Model& model, std::vector<int> given)
    : inputs(std::move(given)), all_(VecX::Zero(model.nu)), unit_(all_) {
  const auto m = static_cast<Eigen::Index>(inputs.size());
  y.setZero(m), rate.setZero(m);
  columns.setZero(model.nv, m);
  square_.setZero(model.nv, model.nv);
  q_.setZero(model.nq), v_.setZero(model.nv), row_.setZero(model.nv);
}

void ActuationState::evaluate(const Model& model, Data& data, const VecXRef& q, const VecXRef& v) {
  q_ = q, v_ = v;
  kinematics(model, data, q, v);
  data.B.setZero();
  for (std::size_t i = 0; i < model.actuators.size(); ++i) {  // one after another: both need the strains along a tendon
    const Actuator& actuator = *model.actuators[i];
    actuator.actuationMatrix(model, data, data.B.middleCols(model.inputOffset[i], actuator.inputs()));
    actuator.coordinates(model, data, all_.segment(model.inputOffset[i], actuator.inputs()));
  }
  columns = data.B(Eigen::all, inputs);
  y = all_(inputs);
  rate.noalias() = columns.transpose() * v;
}

void ActuationState::rateDerivativeAtCurrent(const Model& model, Data& data, MatXMut out) {
  if (model.hasPointForces) return derivativeAlong(model, data, q_, v_, out);
  rowsAtCurrent(model, data, v_, out);
}

void ActuationState::derivativeAlong(const Model& model, Data& data, const VecXRef& q, const VecXRef& along,
                                     MatXMut out) {
  if (!model.hasPointForces) {  // one pass over the links serves all inputs
    data.scratch.setZero();
    kinematics(model, data, q, data.scratch);
    return rowsAtCurrent(model, data, along, out);
  }
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    unit_.setZero();
    unit_[inputs[k]] = 1;
    actuationDerivative(model, data, q, unit_, square_);
    out.row(static_cast<Eigen::Index>(k)).noalias() = along.transpose() * square_;
  }
}

void ActuationState::rowsAtCurrent(const Model& model, const Data& data, const VecXRef& along, MatXMut out) {
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    unit_.setZero(), row_.setZero();
    unit_[inputs[k]] = 1;
    addActuationProductDerivative(model, data, unit_, along, square_, row_);
    out.row(static_cast<Eigen::Index>(k)) = row_.transpose();
  }
}

OutputRanges outputRanges(const Model& model, const std::vector<int>& inputs) {
  VecX lower = VecX::Constant(model.nu, -std::numeric_limits<double>::infinity()), upper = -lower;
  model.clipInputs(lower), model.clipInputs(upper);
  return {lower(inputs), upper(inputs)};
}

namespace {

InputInfo infoOf(const Model& plant, int input) {
  const auto after = std::upper_bound(plant.inputOffset.begin(), plant.inputOffset.end(), input);
  const auto a = static_cast<std::size_t>(after - plant.inputOffset.begin() - 1);
  return plant.actuators[a]->inputInfo(input - plant.inputOffset[a]);
}

}  // namespace

void needCoordinates(const Model& plant, const std::vector<int>& inputs) {
  for (const int input : inputs)
    if (infoOf(plant, input).coordinate.empty())
      throw std::invalid_argument("gives \"" + plant.inputName(input) +
                                  "\", which works on no coordinate that could follow its reference: lead the base "
                                  "with pose_tracking or geometric_tracking, or follow signals (actual)");
}

std::vector<ControllerSignal> actuationSignals(const Model& plant, const std::vector<int>& inputs) {
  std::vector<std::string> names, units;
  for (const int input : inputs) {
    names.push_back(plant.inputName(input));
    units.push_back(infoOf(plant, input).coordinateUnit);
  }
  return coordinateSignalsOf(std::move(names), units);
}

std::vector<ControllerSignal> coordinateSignals(const Model& plant, const std::vector<int>& velocities) {
  const std::vector<std::string> all = coordinateUnits(plant);
  std::vector<std::string> names, units;
  for (const int v : velocities) {
    names.push_back(plant.velocityName(v));
    units.push_back(all[static_cast<std::size_t>(v)]);
  }
  return coordinateSignalsOf(std::move(names), units);
}

std::vector<int> vectorCoordinates(const Model& plant, const std::vector<int>& links) {
  std::vector<int> velocities;
  const auto add = [&](int from, int count) {
    for (int v = from; v < from + count; ++v) {
      if (plant.qOfV[static_cast<std::size_t>(v)] < 0)
        throw std::invalid_argument(plant.velocityName(v) +
                                    " is of a rotation in space (spherical and free joints), which has no coordinates "
                                    "to follow");
      velocities.push_back(v);
    }
  };
  if (links.empty()) add(0, plant.nv);
  for (const int i : links) {
    const Link& link = plant.links[static_cast<std::size_t>(i)];
    add(link.vJoint, link.nvJoint), add(link.vBody, link.nBody);
  }
  return velocities;
}

void writeTrackingSignals(const TrackingError& error, VecXMut signals) {
  signals << error.wanted.col(0), error.position;
}

}  // namespace tendril
