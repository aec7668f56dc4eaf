// SPDX-License-Identifier: BSD-3-Clause
#include <limits>
#include <optional>

#include "core/constraints/anchor_state.hpp"
#include "core/dynamics/dynamics.hpp"
#include "core/session/recording/signals.hpp"
#include "core/signals/signal_reader.hpp"

namespace tendril {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

struct SignalSampler::Work {
  Work(std::shared_ptr<const Model> given, const SignalCatalogue& catalogue, std::span<const std::string> texts)
      : model(std::move(given)),
        program(catalogue, texts),
        reader(*model, program.sources()),
        anchorsAt(model->anchorSize > 0 ? anchorOffset(*model) : 0),
        values(program.sources().size()),
        row(program.columns().size()) {}

  /// What made the next instants.
  void use(const RunPart& part) {
    model = part.model;
    anchorsAt = model->anchorSize > 0 ? anchorOffset(*model) : 0;
    reader.use(*model, part.gravity, part.perturbed);
  }

  /// What contacts that stick remember at the instant that is read next.
  void takeAnchors(const VecXRef& z) {
    if (model->anchorSize > 0) loadAnchors(z, anchorsAt, reader.data());
  }

  std::size_t sample(const std::shared_ptr<const History>& records, const Run* run, std::size_t atMost) {
    if (!history || source != records) {
      source = records;
      history = std::make_shared<SignalHistory>(static_cast<int>(row.size()), records->capacity());
      memory = {};
    }
    const std::size_t size = records->size(), from = history->size();
    const std::size_t to = size - from > atMost ? from + atMost : size;
    for (std::size_t i = from; i < to; ++i) {
      if (run) use(run->partAt(records->time(i)));
      const History::Record r = records->record(i);
      std::optional<InstantBefore> before;
      if (i > 0 && reader.comparesInstants()) {
        const History::Record last = records->record(i - 1);
        before.emplace(InstantBefore{last.t, last.v});
      }
      takeAnchors(r.z);
      reader.read({r.t, r.q, r.v, r.u, r.z, r.kinetic, r.gravity, r.elastic, r.balance}, before ? &*before : nullptr,
                  values);
      program.evaluate(r.t, values, memory, row);
      history->append(r.t, row);
    }
    return size - to;
  }

  std::shared_ptr<const Model> model;
  SignalProgram program;
  SignalProgram::Memory memory;
  SignalReader reader;
  int anchorsAt = 0;  ///< in z
  std::vector<double> values, row;
  std::shared_ptr<const History> source;
  std::shared_ptr<SignalHistory> history;
};

SignalSampler::SignalSampler(std::shared_ptr<const Model> model, const SignalCatalogue& catalogue,
                             std::span<const std::string> texts)
    : work_(std::make_unique<Work>(std::move(model), catalogue, texts)) {}

SignalSampler::~SignalSampler() = default;

const std::vector<SignalColumn>& SignalSampler::columns() const {
  return work_->program.columns();
}

std::shared_ptr<const SignalHistory> SignalSampler::table() const {
  return work_->history;
}

std::size_t SignalSampler::sample(const std::shared_ptr<const History>& history, std::size_t atMost) {
  return work_->sample(history, nullptr, atMost);
}

std::size_t SignalSampler::sample(const Run& run, std::size_t atMost) {
  return work_->sample(run.history, &run, atMost);
}

void SignalSampler::use(const RunPart& part) {
  work_->use(part);
}

void SignalSampler::evaluate(double t, const VecXRef& q, const VecXRef& v, const VecXRef& u, std::span<double> out,
                             const VecXRef& z) {
  Work& w = *work_;
  w.takeAnchors(z);
  const VecX inputs = u;
  const Energy e = energy(*w.model, w.reader.data(), q, v, &inputs);
  w.reader.read({t, q, v, u, z, e.kinetic, e.gravity, e.elastic + e.contact, kNoNumber}, nullptr, w.values);
  SignalProgram::Memory fresh;
  w.program.evaluate(t, w.values, fresh, out);
}

}  // namespace tendril
