// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <vector>

#include "studio/inverse/inverse_run.hpp"
#include "widgets/inverse/inverse_view.hpp"

namespace tendril {

class StudioContext;

/// What the robot needs along a motion, with derivatives by time, found beside the window without integrating.
class InversePanel : public QObject {
  Q_OBJECT
 public:
  explicit InversePanel(StudioContext& context);
  ~InversePanel() override;

  InverseView& view() { return *view_; }

 private:
  struct Wish {
    Description project;
    std::filesystem::path directory;
    QString motion;
    int order = 0;
    bool full = false;
  };
  struct Answer {
    std::vector<InverseColumn> columns;
    std::vector<std::vector<double>> values;  ///< per column
    InverseSummary summary;
    QString failure;
  };
  void start();
  void cancel();
  void take(const std::shared_ptr<const Answer>& answer, std::uint64_t number);
  void chooseFile();
  void save();
  bool write(const QString& file) const;

  StudioContext& context_;
  InverseView* view_;
  QThreadPool worker_;
  std::shared_ptr<const Answer> answer_;
  std::shared_ptr<std::atomic<bool>> cancel_;  ///< of the run under way
  std::uint64_t number_ = 0;                   ///< of the run that was asked for last
};

}  // namespace tendril
