// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <utility>
#include <vector>

#include "widgets/floating/popover.hpp"

class QGridLayout;
class QLabel;

namespace tendril {

/// What is to be said of one thing.
struct HelpText {
  QString title = {}, kind = {};                       ///< "Young's modulus", "field"
  QString text = {};                                   ///< a few sentences
  std::vector<std::pair<QString, QString>> rows = {};  ///< "Unit" → "Pa"; rows without a value are left out

  bool isEmpty() const { return title.isEmpty() && text.isEmpty(); }
};

/// Names of the dynamic properties by which any widget says what it is: title and text.
inline constexpr auto kHelpTitle = "helpTitle";
inline constexpr auto kHelpText = "helpText";

/// What a widget, or the nearest around it that says something, is: its help properties, else its tooltip.
HelpText helpOf(const QWidget* widget);

/// A calm card beside what it explains.
class HelpCard : public Popover {
  Q_OBJECT
 public:
  explicit HelpCard(QWidget* window);
  void setHelp(const HelpText& help);

 private:
  QLabel *title_, *kind_, *text_;
  QGridLayout* rows_;
};

}  // namespace tendril
