// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QObject>
#include <QToolButton>

#include "widgets/variants/variants_view.hpp"

namespace tendril {

class StudioContext;
class VariantComparison;

/// The variants of the project: listed with what they change, made, shown and edited; the chip in the header that says
/// which one is shown.
class VariantsPanel : public QObject {
  Q_OBJECT
 public:
  explicit VariantsPanel(StudioContext& context);

  VariantsView& view() { return *view_; }

 private:
  void addActions();
  void connectView();
  void refresh();
  void fillMenu();
  void showChip();
  void tellBase();
  void show(const QString& name);
  void add();
  QString shown() const;

  StudioContext& context_;
  VariantsView* view_;
  VariantComparison* comparison_;
  QMenu* menu_;
  QToolButton* chip_;
  QString toldFor_;  ///< variant beside which it was said where other edits go
};

}  // namespace tendril
