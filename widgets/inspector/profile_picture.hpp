// SPDX-License-Identifier: GPL-3.0-or-later
// A section given by polygons, drawn; its corners can be dragged. Internal to widgets/inspector.
#pragma once

#include <QPolygonF>
#include <QWidget>

#include <string>
#include <vector>

#include "widgets/inspector/row_base.hpp"

namespace tendril {

/// The closed polygons of a section, seen along x: y up, z to the right, as the other sections. A corner that is
/// dragged is one gesture of edits of that corner; Shift moves it along one axis only.
class ProfilePicture : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kHeight = 184;

  ProfilePicture(FormContext& context, QWidget* parent);
  static bool understands(const FieldRow& shape) { return shape.text == "\"profile\""; }

  /// Path of the section whose rows it shows.
  void setSection(const std::string& path) { section_ = path; }
  void setRows(const std::vector<FieldRow>& rows);
  bool isEmpty() const { return polygons_.empty(); }
  /// Where a corner stands; null if there is none.
  QPointF cornerAt(std::size_t polygon, std::size_t corner) const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Corner {
    double y = 0, z = 0;  ///< m
    std::string path;     ///< empty: it follows from an expression
  };

  QPointF onScreen(const Corner& corner) const;
  Corner* cornerUnder(const QPointF& position);
  void fit();

  FormContext& context_;
  std::string section_;
  std::vector<std::vector<Corner>> polygons_;
  double scale_ = 1;  ///< pixels per metre, held while a corner is dragged
  double middleY_ = 0, middleZ_ = 0;
  std::string hovered_, dragged_;  ///< path of the corner
  Corner start_;                   ///< of the drag
  QString gesture_;
};

}  // namespace tendril
