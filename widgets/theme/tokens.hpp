// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of colours and measures that palette, style sheet, icons and painted widgets are derived from.
#pragma once

#include <QColor>

namespace tendril {

/// Meanings, never hues: a widget asks for what it draws.
enum class Token { kWindow, kPanel, kHairline, kText, kSecondary, kAccent, kWarn, kError, kGood, kHover, kPressed };

/// Colours of one scheme, in the order of Token. kHover and kPressed are opaque mixes of panel and text.
struct Scheme {
  QColor window, panel, hairline, text, secondary, accent, warn, error, good, hover, pressed;

  QColor color(Token token) const;
};

const Scheme& darkScheme();
const Scheme& lightScheme();

/// `amount` of b over a, 0 … 1.
QColor mixed(const QColor& a, const QColor& b, double amount);

/// WCAG contrast ratio of two opaque colours, 1 … 21.
double contrast(const QColor& a, const QColor& b);

// Measures in logical pixels; everything sits on the 4-px grid.
constexpr int kGrid = 4;
constexpr int kRadius = 6;
constexpr int kRowHeight = 28;
constexpr int kFieldHeight = 26;
constexpr int kHeaderHeight = 44;
constexpr int kTransportHeight = 44;
constexpr int kStatusHeight = 24;
constexpr int kTreeWidth = 264;
constexpr int kIconSize = 20;
constexpr int kSmallIconSize = 16;
constexpr int kMotionMs = 150;
constexpr int kTooltipMs = 400;

constexpr int kFontPx = 13;
constexpr int kSecondaryFontPx = 12;
constexpr int kHeadingFontPx = 15;
constexpr int kNumberFontPx = 12;

}  // namespace tendril
