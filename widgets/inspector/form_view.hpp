// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the inspector, one below the other. Internal to widgets/inspector.
#pragma once

#include <QScrollArea>
#include <QSet>

#include <map>
#include <vector>

#include "widgets/inspector/group_row.hpp"
#include "widgets/inspector/profile_picture.hpp"
#include "widgets/inspector/section_picture.hpp"
#include "widgets/inspector/value_row.hpp"

namespace tendril {

/// Shows the rows that depth, filter and folds let through; makes their widgets when they are first seen, and keeps
/// those whose shape did not change.
class FormView : public QScrollArea {
  Q_OBJECT
 public:
  FormView(FormContext& context, QWidget* parent);

  void setRows(std::vector<FieldRow> rows);
  const std::vector<FieldRow>& rows() const { return rows_; }
  void setDepth(description::Depth depth);
  description::Depth depth() const { return depth_; }
  void setFilter(const QString& text);
  const QString& filter() const { return filter_; }
  /// Unfolds and scrolls to the row at a path or around it; its field gets the focus if asked. False: there is none.
  bool showField(const QString& path, bool focus);
  void setError(const QString& path, const QString& text);
  void clearErrors();
  /// Those of the context.
  void showNotes();
  /// No row passes depth and filter.
  bool isBare() const { return bare_; }

 Q_SIGNALS:
  void depthNeeded(description::Depth depth);
  void laidOut();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  static std::string foldKey(const std::string& path);
  bool updateInPlace(const std::vector<FieldRow>& rows);
  void rebuild(std::vector<FieldRow> rows);
  void removeWidget(RowBase* widget);
  RowBase* widgetOf(std::size_t index);
  void showNote(RowBase& widget, const std::string& path);
  void showCompact(std::size_t group);
  bool isHidden(std::size_t index) const;  ///< shown on the line of its group
  bool passes(const FieldRow& row) const;
  std::vector<bool> visibleRows() const;
  int placePicture(std::size_t index, int y, const std::vector<bool>& visible);
  template <class Picture>
  int placeOne(Picture*& picture, const FieldRow& shape, int y);
  void layOut();
  void orderTabs();
  std::size_t indexFor(const std::string& path) const;
  void unfoldAround(std::size_t index);
  void toggleFold(const std::string& path);
  void removeEntry(const QString& path);

  FormContext& context_;
  QWidget* content_;
  std::vector<FieldRow> rows_;
  std::map<std::string, RowBase*> widgets_;  ///< by path
  SectionPicture* picture_ = nullptr;
  ProfilePicture* profile_ = nullptr;
  QSet<QString> folded_;
  description::Depth depth_ = description::Depth::kEssential;
  QString filter_;
  bool bare_ = true, layingOut_ = false;
};

}  // namespace tendril
