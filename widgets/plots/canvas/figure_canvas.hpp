// SPDX-License-Identifier: GPL-3.0-or-later
// Plots that are not over time: along another signal, spectra, histograms.
#pragma once

#include "widgets/plots/canvas/qcustomplot.hpp"

#include <memory>
#include <optional>
#include <vector>

#include "core/plots/figure.hpp"
#include "widgets/plots/canvas/axis_scale.hpp"
#include "widgets/plots/canvas/curve_style.hpp"
#include "widgets/plots/canvas/readout.hpp"

namespace tendril {

/// An instant of a curve, marked by a dot: what is shown, or a cursor.
struct FigureDot {
  int panel = 0;
  bool right = false;
  double x = 0, y = 0;  ///< SI
  int hue = 0;
  bool hollow = false;
};

/// Panels of curves above one another over a common x. A box zooms, the wheel zooms at the pointer (over an axis that
/// one alone), Shift-drag and middle drag pan, a double click and F fit. The pointer tells the nearest point.
class FigureCanvas : public QCustomPlot {
  Q_OBJECT
 public:
  explicit FigureCanvas(QWidget* parent = nullptr);
  ~FigureCanvas() override;

  /// Keeps what is zoomed to while the axes stay the same.
  void setFigure(std::shared_ptr<const figure::Figure> figure);
  const std::shared_ptr<const figure::Figure>& shown() const { return figure_; }
  /// What stands in place of curves; empty: nothing is wrong.
  void setProblem(const QString& problem);
  const QString& problem() const { return problem_; }
  void setDots(std::vector<FigureDot> dots);
  /// A table in the upper right corner; empty: none.
  void setTable(std::vector<ReadoutRow> rows);
  void fit();
  bool fitted() const { return fitted_; }

  QSize minimumSizeHint() const override { return {120, 72}; }

 Q_SIGNALS:
  /// A, C, M and Delete, which concern more than this plot.
  void keyPressed(int key);

 protected:
  bool event(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Overlay;
  /// One panel on the screen.
  struct Part {
    QCPAxisRect* rect;
    QSharedPointer<QCPAxisTicker> x, left, right;
  };
  struct Found {
    const figure::Curve* curve;
    std::size_t panel;
    figure::Point point;
  };

  void build();
  void addPart(const figure::Panel& panel, bool last);
  void addCurves(const figure::Panel& panel, const Part& part);
  QSharedPointer<QCPAxisTicker> tickerOf(const figure::Axis& axis, QCPAxis* on) const;
  void applyScheme();
  void countTicks();
  const Part* partAt(const QPointF& at) const;
  void zoom(QCPAxis* axis, double factor, double pixel);
  std::optional<Found> nearest(const QPointF& at) const;

  std::shared_ptr<const figure::Figure> figure_;
  QString problem_;
  QCPMarginGroup* aligned_;  // panels begin and end above one another
  std::vector<Part> parts_;
  std::vector<FigureDot> dots_;
  std::vector<ReadoutRow> table_;
  Overlay* overlay_;
  bool fitted_ = true;
  // hands
  enum class Drag { kNone, kBox, kPan };
  Drag drag_ = Drag::kNone;
  const Part* dragged_ = nullptr;
  QPointF pressedAt_, lastAt_;
  std::optional<QPointF> pointer_;
};

}  // namespace tendril
