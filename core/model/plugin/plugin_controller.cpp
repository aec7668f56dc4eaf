// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/plugin/plugin_controller.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace tendril {
namespace {

constexpr double kTryStep = 0.01;  // s between samples that it is tried on

std::string textOf(const char* text) {
  constexpr std::size_t kLongest = 300;
  return text ? std::string(text, strnlen(text, kLongest)) : std::string();
}

bool sameBits(const VecX& a, const VecX& b) {
  return a.size() == b.size() &&
         (a.size() == 0 || std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0);
}

}  // namespace

PluginController::PluginController(PluginCallerPtr caller, const TendrilController& table)
    : caller_(std::move(caller)), table_(table), name_(textOf(table.name)), meaning_(textOf(table.meaning)) {
  for (int i = 0; i < table.parameter_count; ++i) {
    const TendrilCoefficient& p = table.parameters[i];
    parameters_.push_back({textOf(p.name), textOf(p.unit), textOf(p.meaning), p.standard, p.minimum, p.maximum});
  }
  for (int i = 0; i < table.signal_count; ++i)
    signals_.push_back(
        {textOf(table.signals[i].name), textOf(table.signals[i].unit), textOf(table.signals[i].meaning)});
}

std::string PluginController::misfit(const Size& size) const {
  if (!table_.fits) return {};
  return caller_->call([&] { return table_.fits(size.nq, size.nv, size.outputs); });
}

std::string PluginController::evaluate(std::span<const double> parameters, double t, double step, const VecXRef& q,
                                       const VecXRef& v, Answer& answer) const {
  answer.demand.inner().setConstant(std::numeric_limits<double>::quiet_NaN());
  answer.signals.inner().setConstant(std::numeric_limits<double>::quiet_NaN());
  std::string why = caller_->call([&] {
    return table_.evaluate(parameters.data(), t, step, static_cast<int>(q.size()), q.data(), static_cast<int>(v.size()),
                           v.data(), static_cast<int>(answer.demand.inner().size()), answer.state.inner().data(),
                           answer.demand.inner().data(), answer.signals.inner().data());
  });
  if (!(answer.state.intact() && answer.demand.intact() && answer.signals.intact())) {
    answer.state.restore(), answer.demand.restore(), answer.signals.restore();
    return "writes outside of its arrays";
  }
  if (!why.empty()) return why;
  if (!answer.demand.inner().allFinite()) return "gives a demand that is not finite";
  if (!answer.state.inner().allFinite()) return "gives a state that is not finite";
  return answer.signals.inner().allFinite() ? std::string() : "gives a signal that is not finite";
}

std::string PluginController::tryOut(std::span<const double> parameters, const Size& size,
                                     const std::vector<Sample>& samples) const {
  std::vector<VecX> before;
  for (const bool again : {false, true}) {
    Answer answer(*this, size);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const VecX q = samples[i].q, v = samples[i].v;  // its own, should it write into them
      const std::vector<double> given(parameters.begin(), parameters.end());
      std::string why = evaluate(given, kTryStep * static_cast<double>(i), i == 0 ? 0 : kTryStep, q, v, answer);
      if (!why.empty()) return why;
      if (!sameBits(q, samples[i].q) || !sameBits(v, samples[i].v) ||
          !std::equal(given.begin(), given.end(), parameters.begin()))
        return "changes what it is given";
      VecX all(size.outputs + answer.state.inner().size() + answer.signals.inner().size());
      all << answer.demand.inner(), answer.state.inner(), answer.signals.inner();
      if (!again)
        before.push_back(std::move(all));
      else if (!sameBits(all, before[i]))
        return "answers differently when it is asked the same again";
    }
  }
  return {};
}

}  // namespace tendril
