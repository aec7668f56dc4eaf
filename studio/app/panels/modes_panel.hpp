// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <atomic>
#include <memory>
#include <vector>

#include "core/equilibria/modes.hpp"
#include "core/session/snapshot.hpp"
#include "widgets/modes/modes_view.hpp"

namespace tendril {

class StudioContext;

/// Modes of vibration about the equilibrium near what is shown: found beside the window, listed, swung in the view. The
/// run is not touched; what swings is a picture.
class ModesPanel : public QObject {
  Q_OBJECT
 public:
  explicit ModesPanel(StudioContext& context);
  ~ModesPanel() override;

  ModesView& view() { return *view_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Answer {
    std::shared_ptr<const Model> model;
    VecX u;
    Modes modes;
    std::string failure;
    bool stable = false;
  };
  void find();
  void take(const std::shared_ptr<const Answer>& answer, std::uint64_t number);
  void forget();
  void swing(int mode);
  void stop();
  void makeFrames();
  void showNext();
  void save();
  bool write(const QString& file) const;

  StudioContext& context_;
  ModesView* view_;
  QThreadPool worker_;
  std::shared_ptr<const Answer> answer_;
  std::shared_ptr<std::atomic<bool>> cancel_;  ///< of the search under way
  std::uint64_t wanted_ = 0;                   ///< number of the search that was asked for last
  int mode_ = -1;                              ///< that swings
  std::vector<Snapshot> frames_;               ///< of one cycle
  std::uint64_t drawn_ = 0;                    ///< number of the frames that were asked for last
  QTimer ticks_;
  QElapsedTimer clock_;
  double phase_ = 0;  ///< 0…1
};

}  // namespace tendril
