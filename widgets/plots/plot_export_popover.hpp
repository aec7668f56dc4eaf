// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QButtonGroup>
#include <QCheckBox>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>

#include "widgets/floating/popover.hpp"
#include "widgets/plots/canvas/plot_export.hpp"

namespace tendril {

class PlotBoard;
class PlotCard;

/// Asks what to export: which plots, in which format, how large, how much of time.
class PlotExportPopover : public Popover {
  Q_OBJECT
 public:
  enum class Format { kPng, kSvg, kPdf, kCsv };

  PlotExportPopover(PlotBoard& board, QWidget* window);

  void toggleFor(PlotCard* card, QWidget* anchor);
  void setFormat(Format format);
  Format format() const;
  void setAllPlots(bool on);
  void setAllTimes(bool on);
  /// Writes what is chosen. Pictures are there when this returns; tables are written beside the window, `finished`
  /// tells.
  void exportTo(const QString& path);
  void copyPicture(PlotCard* card);
  /// Who writes pictures; without one there are tables only.
  void setFigureWriter(FigureWriter writer) { writer_ = std::move(writer); }

 Q_SIGNALS:
  /// A file was written, or not: then `error` says why.
  void finished(const QString& path, const QString& error);

 private:
  QSpinBox* number(int least, int most, int value, const QString& name, const QString& unit);
  void layOut();
  void writeTable(const std::vector<FigurePlot>& plots, const QString& path);
  void showRows();
  void askPath();
  std::vector<FigurePlot> plots() const;
  FigureStyle style() const;
  void report(const QString& path, const QString& error);

  PlotBoard& board_;
  QPointer<PlotCard> card_;
  QButtonGroup which_, format_, times_;
  FigureWriter writer_;
  QSpinBox *width_, *height_, *dpi_;
  QCheckBox* paper_;
  QWidget *pictureRow_, *timesRow_;
  QLabel* error_;
  QPushButton* save_;
  QString folder_;
};

}  // namespace tendril
