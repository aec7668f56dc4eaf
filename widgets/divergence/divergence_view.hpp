// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QColor>
#include <QLabel>
#include <QStringList>
#include <QWidget>

#include <vector>

class QSlider;
class QVBoxLayout;

namespace tendril {

class TimePlot;

/// A link and its share of the error of the last step.
struct DivergenceShare {
  QString link = {};
  double share = 0;   ///< 0…1
  QColor color = {};  ///< as the robot is painted
};

/// A change of the project that may help.
struct DivergenceCure {
  QString text = {}, tip = {};
};

/// What is shown of the end of a run.
struct DivergenceTexts {
  QString headline = {};      ///< why it ended
  QStringList findings = {};  ///< one sentence or two each
};

/// Bars of links, the largest share first; a click chooses one.
class ShareBars : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kMost = 8;

  explicit ShareBars(QWidget* parent = nullptr);

  /// Sorted by share; of more than kMost the largest.
  void setShares(std::vector<DivergenceShare> shares);
  const std::vector<DivergenceShare>& shares() const { return shares_; }
  QSize sizeHint() const override;

 Q_SIGNALS:
  void chosen(const QString& link);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  std::vector<DivergenceShare> shares_;
};

/// Why a run ended: what its last steps show, and what may help, one click each. It finds nothing itself.
class DivergenceView : public QWidget {
  Q_OBJECT
 public:
  explicit DivergenceView(QWidget* parent = nullptr);

  /// No run has ended; or what is being looked at.
  void setNothing(const QString& text);
  /// `t` (s) and `error`: of the last steps, empty: none.
  void setReport(const DivergenceTexts& texts, std::vector<DivergenceShare> shares, std::vector<double> t,
                 std::vector<double> error, const std::vector<DivergenceCure>& cures);
  bool isPainting() const { return paint_->isChecked(); }
  QString text() const { return about_->text(); }
  ShareBars& bars() { return *bars_; }
  /// Back to the end of the run, without telling.
  void resetStep();

 Q_SIGNALS:
  void paintingChanged(bool on);
  void linkChosen(const QString& link);
  /// Index into the cures.
  void cureChosen(int cure);
  /// One of the last steps is wanted in the view: index into `t`, and one beyond for the end of the run.
  void stepChosen(int step);

 private:
  void clearCures();

  QLabel *about_, *curesTitle_, *sharesTitle_;
  ShareBars* bars_;
  QCheckBox* paint_;
  TimePlot* plot_;
  QSlider* step_;
  QWidget* found_;
  QVBoxLayout* cures_;
};

}  // namespace tendril
