// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <map>
#include <optional>

#include "studio/document/document.hpp"
#include "studio/document/edits/geometry/strain_edits.hpp"
#include "widgets/strains/strain_editor.hpp"

namespace tendril {

class StudioContext;
struct Snapshot;

/// The strain-basis editor, tied to the rod of a link in the project and to the robot that runs.
class StrainPanel : public QObject {
  Q_OBJECT
 public:
  explicit StrainPanel(StudioContext& context);

  StrainEditor& editor() { return *editor_; }
  /// The rod of this link from now on; 0: none.
  void show(ObjectId link);
  void setProblem(const QString& problem) { editor_->setProblem(-1, problem); }

 private:
  void connectEditor();
  void showModel(const Snapshot& snapshot);
  void showFrame(const Snapshot& snapshot);
  void showMargin(const Snapshot& snapshot);
  CheckedFunction check(const QString& text) const;
  edits::StrainPlace place(int strain) const;
  std::string path(int strain) const;
  /// Tells at the strain what was refused.
  void apply(int strain, const Edit& edit);
  /// `what`: the field in a sentence about it.
  void setField(int strain, const QString& what, const std::string& path, const QString& json);
  void setFields(int strain, const QString& what, const std::vector<std::pair<std::string, std::string>>& values);
  void setOrder(int strain, const QString& text);
  /// Gauss points that the division is to name with this order of a strain; none if what it says may stay.
  std::optional<int> pointsFor(int strain, int order);
  void setReference(int strain, const QString& text);
  void move(int coordinate, double value);

  StudioContext& context_;
  StrainEditor* editor_;
  ObjectId link_ = 0;
  std::size_t division_ = 0;
  /// Gauss points of a division as its project named them, and as this panel has set them since.
  struct Points {
    int named = 0, set = 0;
  };
  std::map<std::string, Points> points_;  ///< by path of the division
  double length_ = 1;                     ///< of the division, m
};

}  // namespace tendril
