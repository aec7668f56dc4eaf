// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/runs/run_history.hpp"

#include <limits>
#include <utility>

#include "core/model/controller.hpp"
#include "core/signals/signal_catalogue.hpp"

namespace tendril {
namespace {

constexpr std::size_t kChunk = 256;  // histories grow by whole chunks

/// Calls apply(signal, place in State::z) for each signal of a controller.
template <class F>
void eachNumber(const Model& model, F&& apply) {
  const SignalCatalogue catalogue(model);
  for (const Signal& signal : catalogue.signals())
    if (signal.width == 1 && signal.sources[0].kind == SignalSource::Kind::kController)
      apply(signal.name, signal.sources[0].index);
}

}  // namespace

RunHistory::RunHistory(const Model& model, std::size_t rows) : nq_(model.nq), nv_(model.nv), nu_(model.nu) {
  for (const ControllerLayout& controller : controllerLayouts(model)) size_ += controller.size();
  eachNumber(model, [this](const std::string&, int place) { places_.push_back(place); });
  // t and four energies; a record with numbers of controllers also notes that it has them
  const std::size_t width = static_cast<std::size_t>(6 + nq_ + nv_ + nu_ + size_);
  std::shared_ptr<StateLayout> layout;
  if (size_ > 0) {
    layout = std::make_shared<StateLayout>();
    layout->add("controllers", size_);
  }
  history_ = std::make_shared<History>(1, nq_, nv_, nu_, (rows + kChunk) * width * sizeof(double), std::move(layout));
}

std::vector<std::string> RunHistory::signalsOf(const Model& model) {
  std::vector<std::string> names;
  eachNumber(model, [&](const std::string& name, int) { names.push_back(name); });
  return names;
}

void RunHistory::append(const std::vector<double>& row) {
  using Map = Eigen::Map<const VecX>;
  const double* q = row.data() + 1;
  const double* v = q + nq_;
  const double* u = v + nv_;
  const double* e = u + nu_;
  VecX z = VecX::Constant(size_, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = 0; k < places_.size(); ++k) z[places_[k]] = e[4 + k];
  history_->append(row[0], Map(q, nq_), Map(v, nv_), Map(u, nu_), {e[0], e[1], e[2]}, e[3], z);
}

}  // namespace tendril
