// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "core/description/description.hpp"

namespace tendril {

class StudioContext;
class PrimitivePanel;
class StrainPanel;
struct Problem;

/// The functions that a soft body is made of: the strain-basis editor of a rod, the primitive editor of a volume,
/// whichever is selected; else what could be.
class ShapePanel : public QObject {
  Q_OBJECT
 public:
  explicit ShapePanel(StudioContext& context);

 private:
  void addAction();
  QWidget* makeNothing();
  void show();
  void showCandidates();
  void showBuildProblems(const std::vector<Problem>& problems);
  bool eventFilter(QObject* watched, QEvent* event) override;

  StudioContext& context_;
  QStackedWidget* pages_;
  QWidget* nothing_;
  QVBoxLayout* candidates_;
  StrainPanel* strains_;
  PrimitivePanel* primitives_;
};

/// The first error in words, with what to do; empty if there is none.
QString refusal(const std::vector<Problem>& problems);

/// What can be shown of a link's body: its rod or its volume, null for others.
const description::RodBody* rodOf(const Description& description, description::ObjectId link);
const description::VolumeBody* volumeOf(const Description& description, description::ObjectId link);

}  // namespace tendril
