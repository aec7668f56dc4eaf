// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/tokens.hpp"

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

Scheme completed(Scheme scheme) {
  scheme.hover = mixed(scheme.panel, scheme.text, 0.07);
  scheme.pressed = mixed(scheme.panel, scheme.text, 0.13);
  return scheme;
}

Scheme scheme(const char* window, const char* panel, const char* hairline, const char* text, const char* secondary,
              const char* accent, const char* warn, const char* error, const char* good) {
  return completed({QColor(window),
                    QColor(panel),
                    QColor(hairline),
                    QColor(text),
                    QColor(secondary),
                    QColor(accent),
                    QColor(warn),
                    QColor(error),
                    QColor(good),
                    {},
                    {}});
}

double linear(double channel) {
  return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color) {
  return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

}  // namespace

QColor Scheme::color(Token token) const {
  switch (token) {
    case Token::kWindow:
      return window;
    case Token::kPanel:
      return panel;
    case Token::kHairline:
      return hairline;
    case Token::kText:
      return text;
    case Token::kSecondary:
      return secondary;
    case Token::kAccent:
      return accent;
    case Token::kWarn:
      return warn;
    case Token::kError:
      return error;
    case Token::kGood:
      return good;
    case Token::kHover:
      return hover;
    case Token::kPressed:
      return pressed;
  }
  return text;
}

const Scheme& darkScheme() {
  //                                  window     panel      hairline   text       secondary  accent     warn       error
  //                                  good
  static const Scheme table =
      scheme("#15181D", "#1C2027", "#2F3641", "#E6EAF0", "#9AA4B2", "#4DA3FF", "#E3B341", "#F85149", "#3FB950");
  return table;
}

const Scheme& lightScheme() {
  static const Scheme table =
      scheme("#F4F6F8", "#FFFFFF", "#D9DEE5", "#1B2129", "#5B6673", "#1F6FEB", "#9A6700", "#CF222E", "#1A7F37");
  return table;
}

QColor mixed(const QColor& a, const QColor& b, double amount) {
  const auto channel = [amount](float from, float to) {
    return static_cast<float>(from + (to - from) * std::clamp(amount, 0.0, 1.0));
  };
  return QColor::fromRgbF(channel(a.redF(), b.redF()), channel(a.greenF(), b.greenF()), channel(a.blueF(), b.blueF()));
}

double contrast(const QColor& a, const QColor& b) {
  const double one = luminance(a) + 0.05, other = luminance(b) + 0.05;
  return std::max(one, other) / std::min(one, other);
}

}  // namespace tendril
