// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "core/equilibria/linearization.hpp"
#include "core/session/snapshot.hpp"
#include "widgets/linear/linear_view.hpp"

namespace tendril {

class StudioContext;

/// The robot as a linear system, about an equilibrium or about what is shown: poles and step responses, found beside
/// the window. The run is not touched.
class LinearPanel : public QObject {
  Q_OBJECT
 public:
  explicit LinearPanel(StudioContext& context);
  ~LinearPanel() override;

  LinearView& view() { return *view_; }

 private:
  struct Wish {
    std::shared_ptr<const Model> model;
    Vec3 gravity = Vec3::Zero();
    OperatingPoint point;
    bool instant = false;  ///< about `point` itself
    std::string loop;      ///< the regulator that closes it; empty: none does
  };
  struct Answer {
    Wish wish;
    Linearization found;  ///< its system with the loop as it was wanted
    PoleAnalysis poles;
    bool sampled = false;  ///< the regulator takes samples
    std::string failure;
  };
  struct Responses;

  void connectView();
  void linearizeNow();
  void forget();
  void take(const std::shared_ptr<const Answer>& answer, std::uint64_t number);
  void showLoops();
  void respond(double factor);
  void takeResponses(const Responses& found, const QString& unit);
  void save();
  void write(const QString& file);
  static std::shared_ptr<const Answer> answerTo(const Wish& wish, const std::atomic<bool>& cancel,
                                                const PoleProgress& progress);
  static void closeLoop(const Wish& wish, Answer& answer);
  static LinearSummary summaryOf(const Answer& answer);
  static QString aboutText(const Answer& answer);

  StudioContext& context_;
  LinearView* view_;
  QThreadPool worker_, files_;
  std::shared_ptr<const Answer> answer_;
  std::shared_ptr<std::atomic<bool>> cancel_;  ///< of the search under way
  std::uint64_t wanted_ = 0, responded_ = 0;   ///< numbers of what was asked for last
};

}  // namespace tendril
