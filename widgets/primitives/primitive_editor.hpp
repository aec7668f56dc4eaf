// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <QWidget>

#include <utility>
#include <vector>

#include "widgets/functions/named_choice.hpp"
#include "widgets/primitives/primitive_card.hpp"
#include "widgets/primitives/volume_gauge.hpp"

namespace tendril {

/// The primitives of a volume as a stack of cards in the order of composition, and whether the deformed body keeps its
/// volume. Shows what it is given and says what a user wants; it knows no project.
class PrimitiveEditor : public QWidget {
  Q_OBJECT
 public:
  PrimitiveEditor(FunctionCheck check, const std::vector<NamedChoice>& presets, QWidget* parent = nullptr);

  void setStack(const QString& body, const PrimitiveStack& stack);
  /// The coordinates of the body (poseEntries), in order; none while its model is not there.
  void setEntries(const std::vector<PoseEntry>& entries);
  void setConfiguration(const VecX& q);
  /// What was refused, at its primitive or at the top (−1), in place of what was said before; empty: nothing any more.
  void setProblem(int primitive, const QString& problem);
  /// A remark about what a hand does just now ("stops here: …"); empty: none.
  void setRemark(const QString& remark);
  VolumeGauge& gauge() { return *gauge_; }
  PrimitiveCard& card(int index) { return *cards_[static_cast<std::size_t>(index)]; }
  int cardCount() const { return static_cast<int>(cards_.size()); }

 Q_SIGNALS:
  void presetChosen(const QString& name);
  /// The body in the view shall show det F in colours, or no more.
  void coloursWanted();
  void familyChosen(const QString& family);
  void added(const QString& type);
  void removed(int primitive);
  void moved(int primitive, int to);
  void typeChosen(int primitive, const QString& type);
  void modeEdited(int primitive, int mode, const QString& text);
  void modeAdded(int primitive);
  void modeRemoved(int primitive, int mode);
  void coefficientMoved(int coordinate, double value);

 private:
  QWidget* makeHead(const std::vector<NamedChoice>& presets);
  QWidget* makeFoot();
  void rebuild(std::size_t count);
  void addCard(int index);
  void showEntries();
  void drag(int card, const QPoint& global);
  void drop(int card);
  void endDrag();
  /// Where a card would come to stand that is held at this height of the list.
  int placeAt(int card, int y) const;
  void showMark(int card, int to);

  FunctionCheck check_;
  PrimitiveStack stack_;
  std::vector<PoseEntry> entries_;
  VecX q_;
  std::vector<PrimitiveCard*> cards_;
  QWidget* list_;
  QVBoxLayout* down_;
  QScrollArea* scroll_;
  QFrame* mark_;
  QLabel *body_, *count_, *order_, *problem_, *remark_;
  ChoiceField* family_;
  VolumeGauge* gauge_;
  int to_ = -1, focusMode_ = -1, focusCard_ = -1;
};

}  // namespace tendril
