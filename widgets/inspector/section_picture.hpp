// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/inspector/row_base.hpp"

namespace tendril {

/// A rod's section as a picture: on the left seen along x (y up, z right; the tip's dashed), on the right its profile
/// from base to tip. Round handles change the measures.
class SectionPicture : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kHeight = 116;

  SectionPicture(FormContext& context, QWidget* parent);
  /// The shape of this row can be drawn from its measures.
  static bool understands(const FieldRow& shape);

  /// Path of the section whose rows it shows.
  void setSection(const std::string& path) { section_ = path; }
  void setRows(const std::vector<FieldRow>& rows);
  /// There is nothing to draw: the measures cannot be evaluated, or differ between several objects.
  bool isEmpty() const { return measures_.empty(); }
  /// Where the handle of a measure stands, for its base (0) or tip (1) value; null if it has none.
  QPointF handleAt(const std::string& key, int end) const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  struct Measure {
    std::string key;
    std::string paths[2];  ///< to set the value at base and tip; empty: it follows from an expression
    double factor = 1;     ///< of the measure to the distance from the axis
    bool alongZ = false;
    bool hole = false;
    std::vector<double> samples;
  };
  struct Handle {
    std::size_t measure = 0;
    int end = 0;
    bool side = false;  ///< in the profile
    QPointF at;
  };

  QPointF centre() const;
  QRectF profileRect() const;
  double largest() const;
  std::vector<Handle> handles() const;
  int handleUnder(const QPointF& position) const;  ///< −1: none
  void paintSection(QPainter& painter, int end) const;
  void paintProfile(QPainter& painter) const;
  double extent(bool alongZ, bool hole, std::size_t sample) const;

  FormContext& context_;
  std::string section_;
  std::string shape_;
  std::vector<Measure> measures_;
  double scale_ = 1;  ///< pixels per metre, held while a handle is dragged
  int hovered_ = -1, dragged_ = -1;
  QString gesture_;
};

}  // namespace tendril
