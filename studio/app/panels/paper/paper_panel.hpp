// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QStandardItemModel>
#include <QTreeView>
#include <QVBoxLayout>
#include <QWidget>

#include "core/project/json_tree.hpp"

namespace tendril {

class StudioContext;

/// The page of a paper's example: its figures, each made by a click, and all numbers of the project with where they
/// come from: a paper, or a proposal of our own.
class PaperPanel : public QObject {
  Q_OBJECT
 public:
  explicit PaperPanel(StudioContext& context);

  /// A row for each entry of `provenance`, below it the numbers that it is about; those of no entry come last.
  const QStandardItemModel& sources() const { return sources_; }

 private:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void layOut(QWidget& content);
  void refresh();
  void showFigures(const json::Node& project);
  void showSources(const json::Node& project);

  StudioContext& context_;
  QLabel *title_, *figuresTitle_, *hint_;
  QVBoxLayout* figures_;
  QTreeView* view_;
  QStandardItemModel sources_;
  std::string shown_;  ///< text of the project that is shown, only to compare
};

/// A number of a project, or a list of numbers, as it stands in the file: path as setByPath has it, text.
struct ProjectNumber {
  std::string path, text;
};
/// All of a project but those of the section studio, in the order of the file.
std::vector<ProjectNumber> projectNumbers(const json::Node& project);
/// Index of the entry (path, source) that is about a path, the most special one; −1: none.
int sourceOf(const std::vector<std::pair<std::string, std::string>>& entries, const std::string& path);

}  // namespace tendril
