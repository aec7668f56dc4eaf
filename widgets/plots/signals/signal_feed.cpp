// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/signals/signal_feed.hpp"

#include <QMetaObject>

#include <algorithm>
#include <cmath>

#include "core/signals/signal_names.hpp"

namespace tendril {
namespace {

constexpr std::size_t kAtOnce = 400;     // records between two looks for other work
constexpr std::size_t kManyBatches = 3;  // more than this are put together
constexpr int kMostWanted = 256;

/// Everything that names of signals depend on.
std::string namesOf(const Model& model, const NamedSignals& computed) {
  std::string key;
  for (const Link& link : model.links)
    key += link.name + '\n' + std::string(link.joint.type->name()) + ',' + std::to_string(link.nBody) + ',' +
           std::to_string(link.parent) + '\n';
  for (const auto& actuator : model.actuators) key += actuator->name + '\n';
  for (const auto& controller : model.controllers) {
    key += controller->name + ':' + std::to_string(controller->signals().size());
    for (const int output : controller->outputs) key += ',' + std::to_string(output);
  }
  // The ends of ranges are signals of controllers.
  if (!model.controllers.empty())
    for (const auto& actuator : model.actuators)
      for (const InputRange& range : actuator->ranges)
        key += std::to_string(range.lower) + ',' + std::to_string(range.upper) + '\n';
  for (const auto& [name, text] : computed) key += name + '=' + text + '\n';
  return key;
}

/// How `model` calls what the texts name as `names` does.
Renames renamesFor(const Model& model, const Model* names) {
  return names ? namesIn(model, *names) : Renames();
}

}  // namespace

/// One sampler and what it samples.
struct SignalFeed::Batch {
  std::vector<std::string> texts;
  std::unique_ptr<SignalSampler> sampler;
  std::size_t left = 0;  // records not read yet
};

struct SignalFeed::RunState {
  std::shared_ptr<const Model> model;
  std::shared_ptr<const History> history;
  std::shared_ptr<const SignalCatalogue> catalogue;  // of that model: indices of another would be wrong
  NamedSignals computed;
  Renames renames;  // how that robot calls what has another name now
  std::vector<Batch> batches;
  std::unique_ptr<Batch> merged;  // will replace all batches when it has caught up

  bool has(const std::string& text) const {
    return std::any_of(batches.begin(), batches.end(), [&](const Batch& batch) {
      return std::find(batch.texts.begin(), batch.texts.end(), text) != batch.texts.end();
    });
  }
  Batch batchOf(std::vector<std::string> texts) const {
    std::vector<std::string> known;
    for (const std::string& text : texts) known.push_back(withObjectsRenamed(text, renames));
    auto sampler = std::make_unique<SignalSampler>(model, *catalogue, known);
    return {std::move(texts), std::move(sampler), 0};
  }
  void wantAll(const std::vector<std::string>& texts);
};

void SignalFeed::RunState::wantAll(const std::vector<std::string>& texts) {
  std::vector<std::string> missing;
  for (const std::string& text : texts)
    if (!has(text)) missing.push_back(text);
  // Signals that no plot shows any more are no longer sampled.
  std::erase_if(batches, [&](const Batch& batch) {
    return std::none_of(batch.texts.begin(), batch.texts.end(), [&](const std::string& text) {
      return std::find(texts.begin(), texts.end(), text) != texts.end();
    });
  });
  if (!missing.empty()) {
    merged.reset();
    batches.push_back(batchOf(std::move(missing)));
  }
  // Each sampler computes the motion of the robot anew; a few are fine, many are not.
  if (batches.size() > kManyBatches && !merged) merged = std::make_unique<Batch>(batchOf(texts));
}

SignalFeed::SignalFeed(QObject* parent)
    : PlotSource(parent), thread_([this](const std::stop_token& stop) { work(stop); }) {}

SignalFeed::~SignalFeed() {
  thread_.request_stop();
  thread_.join();
}

// ---- the window's thread

void SignalFeed::setRobot(std::shared_ptr<const Model> model, NamedSignals computed) {
  const std::string robot = model ? namesOf(*model, computed) : std::string();
  if (robot == robot_ && (catalogue_ != nullptr) == (model != nullptr)) return;
  robot_ = robot;
  catalogue_ = model ? std::make_shared<const SignalCatalogue>(*model, computed) : nullptr;
  job_.computed = std::move(computed);
  job_.names = std::move(model);
  post();
  Q_EMIT catalogueChanged();
}

void SignalFeed::setRuns(const RunList& runs, std::vector<PlotSpan> spans) {
  const bool other = spans != spans_;
  spans_ = std::move(spans);
  job_.sources.clear();
  shownHistories_.clear();
  for (const PlotSpan& span : spans_) {
    const auto run = findRun(runs, span.run);
    if (!run || !run->history || run->parts.empty()) continue;
    if (span.shown) shownHistories_.emplace_back(span, run->history);
    const bool known = std::any_of(job_.sources.begin(), job_.sources.end(),
                                   [&](const Source& source) { return source.run == run->id; });
    if (!known) job_.sources.push_back({run->id, run->model(), run->history, run->foreign});
  }
  post();
  if (other) Q_EMIT spansChanged();
}

std::pair<double, double> SignalFeed::extent() const {
  double from = HUGE_VAL, to = -HUGE_VAL;
  for (const auto& [span, history] : shownHistories_) {
    const std::size_t size = history->size();
    if (size == 0) continue;
    from = std::min(from, std::max(span.from, history->time(0)));
    to = std::max(to, std::min(span.to, history->time(size - 1)));
  }
  return from <= to ? std::pair(from, to) : std::pair(0.0, 0.0);
}

void SignalFeed::want(const QStringList& texts) {
  std::vector<std::string> wanted;
  for (const QString& text : texts)
    if (wanted.size() < kMostWanted) wanted.push_back(text.toStdString());
  if (wanted == job_.texts) return;
  job_.texts = std::move(wanted);
  post();
}

PlotColumn SignalFeed::column(std::uint64_t run, const QString& text) const {
  const std::lock_guard lock(mutex_);
  const auto at = columns_.find({run, text.toStdString()});
  return at == columns_.end() ? PlotColumn() : at->second;
}

void SignalFeed::poke() {
  {
    const std::lock_guard lock(mutex_);
    poked_ = true;
  }
  wake_.notify_one();
}

// Names, texts and runs that change together (a link has another name) reach the worker together: between them a text
// would mean nothing to some of the runs.
void SignalFeed::post() {
  if (posting_) return;
  posting_ = true;
  QMetaObject::invokeMethod(
      this,
      [this] {
        posting_ = false;
        {
          const std::lock_guard lock(mutex_);
          posted_ = job_;
          ++version_;
        }
        wake_.notify_one();
      },
      Qt::QueuedConnection);
}

// ---- the worker

void SignalFeed::work(const std::stop_token& stop) {
  std::map<std::uint64_t, RunState> states;
  std::uint64_t seen = 0;
  bool left = false;
  while (!stop.stop_requested()) {
    Job job;
    bool fresh = false;
    {
      std::unique_lock lock(mutex_);
      if (!left && !wake_.wait(lock, stop, [&] { return poked_ || version_ != seen; })) return;
      poked_ = false;
      fresh = version_ != seen;
      seen = version_;
      if (fresh) job = posted_;
    }
    if (fresh) arrange(job, states);
    left = sampleSome(states, kAtOnce);
    publish(states);
  }
}

void SignalFeed::arrange(const Job& job, std::map<std::uint64_t, RunState>& states) const {
  std::erase_if(states, [&](const auto& state) {
    return std::none_of(job.sources.begin(), job.sources.end(),
                        [&](const Source& source) { return source.run == state.first; });
  });
  for (const Source& source : job.sources) {
    RunState& state = states[source.run];
    const Model* const names = source.foreign ? nullptr : job.names.get();
    // While a run goes on its model may be replaced by one that moves alike (an edit); the first one serves.
    const bool sameSizes = state.model && state.model->nq == source.model->nq && state.model->nv == source.model->nv &&
                           state.model->nu == source.model->nu;
    const bool restarted = state.history != source.history && state.model != source.model;
    const bool keeps =
        sameSizes && !restarted && state.computed == job.computed && state.renames == renamesFor(*state.model, names);
    if (!keeps) {
      state = {};
      state.model = source.model;
      state.computed = job.computed;
      state.renames = renamesFor(*source.model, names);
      NamedSignals computed = job.computed;
      for (auto& [name, text] : computed) text = withObjectsRenamed(text, state.renames);
      state.catalogue = std::make_shared<const SignalCatalogue>(*source.model, computed);
    }
    state.history = source.history;
    state.wantAll(job.texts);
  }
}

bool SignalFeed::sampleSome(std::map<std::uint64_t, RunState>& states, std::size_t atMost) const {
  std::size_t left = 0;
  for (auto& [id, state] : states) {
    for (Batch& batch : state.batches) left += batch.left = batch.sampler->sample(state.history, atMost);
    if (!state.merged) continue;
    state.merged->left = state.merged->sampler->sample(state.history, atMost);
    left += state.merged->left;
    if (state.merged->left > 0) continue;
    std::vector<Batch> one;
    one.push_back(std::move(*state.merged));
    state.batches = std::move(one);
    state.merged.reset();
  }
  return left > 0;
}

void SignalFeed::publish(const std::map<std::uint64_t, RunState>& states) {
  Columns columns;
  for (const auto& [id, state] : states)
    for (const Batch& batch : state.batches)
      for (std::size_t i = 0; i < batch.texts.size(); ++i)
        columns[{id, batch.texts[i]}] = {batch.sampler->table(), static_cast<int>(i)};
  {
    const std::lock_guard lock(mutex_);
    columns_ = std::move(columns);
  }
  if (told_.exchange(true)) return;
  QMetaObject::invokeMethod(
      this,
      [this] {
        told_ = false;
        Q_EMIT grown();
      },
      Qt::QueuedConnection);
}

}  // namespace tendril
