// SPDX-License-Identifier: GPL-3.0-or-later
// One plot: axes, curves, marks, and the hands that move them. It knows what it is given, nothing of where it is from.
#pragma once

#include "widgets/plots/canvas/qcustomplot.hpp"

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "widgets/plots/canvas/axis_scale.hpp"
#include "widgets/plots/canvas/curve_style.hpp"
#include "widgets/plots/canvas/curve_worker.hpp"

namespace tendril {

class CanvasCaptions;
class CanvasOverlay;
class PowerTicker;
class ScaledTicker;

/// A curve as the canvas draws it.
struct PlotCurve {
  QString id;          ///< unique in the plot
  QString name, unit;  ///< "arm.tip.z", "m"
  int color = 0;
  CurveKind kind = CurveKind::kActual;
  bool visible = true;
  std::shared_ptr<const SignalHistory> table;  ///< null: nothing to draw yet
  int column = -1;
  double from = 0, to = 0;  ///< s: the stretch that belongs to the curve
  int run = 0;              ///< of kOtherRun: which of the runs for comparison, from 0
  QString runName = {};     ///< of kOtherRun: "run 2"
  QString label = {};       ///< in tables and captions; empty: the name
  QString actual = {};      ///< of kReference: id of the curve that follows it

  const QString& shown() const { return label.isEmpty() ? name : label; }
};

/// How a plot over time is to look, besides its curves.
struct CanvasLook {
  bool logX = false, logY = false;        ///< axes by powers of ten; what is not positive is left out
  QString xTitle = {};                    ///< empty: t
  QString yTitles[2] = {};                ///< left, right; empty: what the curves have in common
  std::optional<DisplayUnit> xUnit = {};  ///< absent: what suits the numbers
  std::optional<DisplayUnit> units[2] = {};
  std::string band = {};  ///< PlotSpec::band about references
  bool statistics = false;
  bool operator==(const CanvasLook&) const = default;
};

/// Times that all plots of a board share, in s.
struct PlotMarks {
  std::optional<double> shown;  ///< what the 3D view shows
  std::optional<double> hover;  ///< under the pointer, in whichever plot
  std::optional<double> cursors[2];
  bool operator==(const PlotMarks&) const = default;
};

class PlotCanvas : public QCustomPlot {
  Q_OBJECT
 public:
  enum class Tool {
    kZoom,   ///< a drag draws the box that is zoomed to
    kScrub,  ///< a click or drag chooses the time that is shown
  };
  enum class Side { kLeft, kRight };

  explicit PlotCanvas(QWidget* parent = nullptr);
  ~PlotCanvas() override;

  // ---- what is drawn
  /// Curves whose ids were there before keep their points until new ones come.
  void setCurves(std::vector<PlotCurve> curves);
  const std::vector<PlotCurve>& curves() const { return curves_; }
  void setLook(const CanvasLook& look);
  const CanvasLook& look() const { return look_; }
  /// Between the cursors, or of what is seen (s).
  std::pair<double, double> statisticsRange() const;
  /// Of a curve; empty while they are not asked for or not there yet.
  std::optional<figure::SignalStatistics> statisticsOf(const QString& id) const;
  /// The axis of a curve: the first visible unit stands left, every other one right.
  Side sideOf(const PlotCurve& curve) const;
  /// What to thin out for the present ranges and size; `plot` comes back in the answers.
  std::vector<CurveRequest> requests(int plot) const;
  void take(const CurveAnswer& answer);
  /// Fits what is automatic and draws.
  void refresh();
  /// The value of a curve at t, between its rows; NaN where it has none.
  static double valueAt(const PlotCurve& curve, double t);

  // ---- ranges
  void setTimeRange(double from, double to);
  std::pair<double, double> timeRange() const { return {xAxis->range().lower, xAxis->range().upper}; }
  bool autoY() const { return autoY_; }
  void setAutoY(bool on);
  /// Switches the automatic range off. Ranges that are not finite or have no width are ignored.
  void setYRange(Side side, double lower, double upper);
  std::pair<double, double> yRange(Side side) const;
  /// Keeps the automatic range still while it nearly fits: for a plot that scrolls.
  void setCalm(bool on) { calm_ = on; }

  // ---- marks and tools
  void setMarks(const PlotMarks& marks);
  const PlotMarks& marks() const { return marks_; }
  void setTool(Tool tool);
  Tool tool() const { return tool_; }

  // ---- look
  const Scheme& scheme() const;
  /// As much room on the right as a second axis takes, so that plots above one another have their times in line.
  void setRightRoom(bool on);
  bool hasRightAxis() const { return yAxis2->visible(); }
  QSize minimumSizeHint() const override { return {120, 72}; }

 Q_SIGNALS:
  void timeRangeChosen(double from, double to);
  /// All of time and all values.
  void fitRequested();
  void seekRequested(double t);
  void hoverMoved(double t);
  void hoverLeft();
  void cursorMoved(int cursor, double t);
  /// Axis ranges or the size have changed: new points are needed.
  void viewChanged();
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
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  friend class CanvasOverlay;
  friend class CanvasCaptions;
  enum class Drag { kNone, kBox, kPan, kScrub, kCursorA, kCursorB };

  void layOut();
  void countTicks(const QSize& size);
  void applyScheme();
  void styleGraph(QCPGraph* graph, const PlotCurve& curve) const;
  void assignAxes();
  void fitAuto();
  SignalHistory::Range rangeOf(Side side) const;
  QCPAxis* axisOf(Side side) const { return side == Side::kLeft ? yAxis : yAxis2; }
  AxisScale scaleOf(Side side) const;
  AxisScale chosenScale(int axis, double lower, double upper) const;
  void showBand(const PlotCurve& curve, const CurveAnswer& answer);
  void dropBand(const QString& id);
  QString unitOf(Side side) const;
  QString captionOf(Side side) const;
  void replotOverlay();
  // hands
  Drag dragAt(const QPointF& at) const;
  double timeAt(double x) const { return xAxis->pixelToCoord(x); }
  bool nearTime(const std::optional<double>& t, double x) const;
  QRectF boxOf(const QPointF& from, const QPointF& to) const;
  void zoomTo(const QRectF& box);
  void zoomTime(double factor, double about);
  void zoomValues(QCPAxis* axis, double factor, double about);
  void pan(double dx, double dy);
  void updatePointer(const QPointF& at);

  std::vector<PlotCurve> curves_;
  std::map<QString, QCPGraph*> graphs_;
  std::map<QString, SignalHistory::Range> ranges_;            // of the visible part
  std::map<QString, std::pair<QCPGraph*, QCPGraph*>> bands_;  // low and high, by the reference's id
  std::map<QString, figure::SignalStatistics> statistics_;
  QSharedPointer<ScaledTicker> timeTicker_, leftTicker_, rightTicker_;
  QSharedPointer<PowerTicker> powerTickers_[3];  // the same of axes by powers of ten
  CanvasCaptions* captions_;
  CanvasOverlay* overlay_;
  QStringList leftUnits_, rightUnits_;
  PlotMarks marks_;
  CanvasLook look_;
  std::pair<double, double> wantedTimes_ = {0, 10};  // s; an axis by powers of ten may show less
  Tool tool_ = Tool::kZoom;
  bool autoY_ = true, calm_ = false;
  // hands
  Drag drag_ = Drag::kNone;
  QPointF pressedAt_, lastAt_;
  std::optional<QPointF> pointer_;
};

}  // namespace tendril
