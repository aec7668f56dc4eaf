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
  QString guide = {};                                  ///< section of the guide about it: "formulas.md#joints"
  QString section = {};                                ///< what that section is called: "Joints"

  bool isEmpty() const { return title.isEmpty() && text.isEmpty(); }
};

/// Names of the dynamic properties by which any widget says what it is: title and text, and the section of the guide
/// about it as Guide::openPage takes it.
inline constexpr auto kHelpTitle = "helpTitle";
inline constexpr auto kHelpText = "helpText";
inline constexpr auto kHelpGuide = "helpGuide";

/// What a widget, or the nearest around it that says something, is: its help properties, else its tooltip. With the
/// section of guideOf().
HelpText helpOf(const QWidget* widget);
/// The section of the guide about a widget, or about the nearest around it that has one; empty: none has.
QString guideOf(const QWidget* widget);

/// A calm card beside what it explains. Its last line leads to the section of the guide, if there is one.
class HelpCard : public Popover {
  Q_OBJECT
 public:
  explicit HelpCard(QWidget* window);
  void setHelp(const HelpText& help);
  /// The section of what it shows.
  const QString& guide() const { return address_; }

 Q_SIGNALS:
  void guideAsked(const QString& address);

 private:
  QString address_;
  QLabel *title_, *kind_, *text_, *guide_;
  QGridLayout* rows_;
};

}  // namespace tendril
