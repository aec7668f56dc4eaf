// SPDX-License-Identifier: GPL-3.0-or-later
// Signals of recorded runs, sampled beside the window while they grow.
#pragma once

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "core/session/recording/run.hpp"
#include "core/session/recording/signals.hpp"
#include "widgets/plots/signals/plot_source.hpp"

namespace tendril {

class SignalFeed : public PlotSource {
  Q_OBJECT
 public:
  explicit SignalFeed(QObject* parent = nullptr);
  ~SignalFeed() override;

  /// The robot whose signals can be chosen, with the project's computed signals. Null: none. Cheap when nothing that
  /// the names depend on has changed.
  void setRobot(std::shared_ptr<const Model> model, NamedSignals computed);
  /// What has been recorded, and what of it plots show. Objects that had another name in an earlier run are found
  /// there.
  void setRuns(const RunList& runs, std::vector<PlotSpan> spans);
  /// The newest history may have grown.
  void poke();

  std::shared_ptr<const SignalCatalogue> catalogue() const override { return catalogue_; }
  std::vector<PlotSpan> spans() const override { return spans_; }
  std::pair<double, double> extent() const override;
  void want(const QStringList& texts) override;
  PlotColumn column(std::uint64_t run, const QString& text) const override;

 private:
  struct Source {
    std::uint64_t run;
    std::shared_ptr<const Model> model;
    std::shared_ptr<const History> history;
    bool foreign = false;  // Run::foreign
  };
  struct Job {
    std::vector<Source> sources;
    std::vector<std::string> texts;
    NamedSignals computed;
    std::shared_ptr<const Model> names;  // the robot whose names the texts use
  };
  struct Batch;
  struct RunState;
  using Columns = std::map<std::pair<std::uint64_t, std::string>, PlotColumn>;

  void post();
  void work(const std::stop_token& stop);
  void arrange(const Job& job, std::map<std::uint64_t, RunState>& states) const;
  bool sampleSome(std::map<std::uint64_t, RunState>& states, std::size_t atMost) const;
  void publish(const std::map<std::uint64_t, RunState>& states);

  // the window's thread
  std::shared_ptr<const SignalCatalogue> catalogue_;
  std::string robot_;  // what the names depend on
  std::vector<PlotSpan> spans_;
  Job job_;
  bool posting_ = false;  // job_ has changed and will be posted at the end of this event
  std::vector<std::pair<PlotSpan, std::shared_ptr<const History>>> shownHistories_;
  // both
  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  Job posted_;
  std::uint64_t version_ = 0;  // of posted_
  bool poked_ = false;
  Columns columns_;
  std::atomic<bool> told_ = false;
  std::jthread thread_;
};

}  // namespace tendril
