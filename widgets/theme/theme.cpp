// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.hpp"

#include <QApplication>
#include <QFontDatabase>
#include <QPainter>
#include <QProxyStyle>
#include <QSlider>
#include <QStyleFactory>
#include <QStyleOption>

#include "widgets/theme/groove_press.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/system_scheme.hpp"

// Resources of a static library are not registered by themselves; the macro must stand outside any namespace.
static void registerResources() {
  Q_INIT_RESOURCE(tendril_assets);
}

namespace tendril {
namespace {

void drawFrame(QPainter* painter, const QRect& area, const QStyleOption* option, bool plain = false) {
  const double corner = area.height() < kFieldHeight - 4 ? 4 : kRadius;
  const Scheme& scheme = AppTheme::instance().scheme();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(option->state.testFlag(QStyle::State_HasFocus) ? scheme.accent : scheme.hairline, 1));
  const bool hot = option->state.testFlag(QStyle::State_MouseOver) && option->state.testFlag(QStyle::State_Enabled);
  painter->setBrush(plain ? scheme.panel : hot ? scheme.hover : scheme.window);
  painter->drawRoundedRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
}

/// Fusion with the timing and the focus behaviour of the design.
class CalmStyle : public QProxyStyle {
 public:
  CalmStyle() : QProxyStyle(QStyleFactory::create("Fusion")) {}
  using QProxyStyle::polish;
  using QProxyStyle::unpolish;
  void polish(QWidget* widget) override {
    QProxyStyle::polish(widget);
    if (qobject_cast<QSlider*>(widget)) widget->installEventFilter(&groovePress_);
  }
  void unpolish(QWidget* widget) override {
    if (qobject_cast<QSlider*>(widget)) widget->removeEventFilter(&groovePress_);
    QProxyStyle::unpolish(widget);
  }
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override {
    if (hint == SH_ToolTip_WakeUpDelay) return kTooltipMs;
    if (hint == SH_Menu_SubMenuPopupDelay) return kMotionMs;
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;  // the style's own are of another family than ours
    return QProxyStyle::styleHint(hint, option, widget, data);
  }
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
    if (metric == PM_DockWidgetSeparatorExtent) return kGrid;
    return QProxyStyle::pixelMetric(metric, option, widget);
  }
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
    if (element == PE_IndicatorCheckBox) return drawCheck(option, painter);
    if (element != PE_IndicatorDockWidgetResizeHandle)
      return QProxyStyle::drawPrimitive(element, option, painter, widget);
    // A hairline in four pixels that a hand can take; the accent while the hand is there.
    const AppTheme& theme = AppTheme::instance();
    const bool hot = option->state.testFlag(State_MouseOver);
    const QRect& area = option->rect;
    painter->fillRect(area, theme.color(Token::kPanel));
    const QRect line = option->state.testFlag(State_Horizontal) ? QRect(area.right(), area.top(), 1, area.height())
                                                                : QRect(area.left(), area.top(), area.width(), 1);
    painter->fillRect(hot ? area : line, theme.color(hot ? Token::kAccent : Token::kHairline));
  }
  /// Fields that Fusion would frame in a manner of its own.
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget) const override {
    if (control != CC_ComboBox && control != CC_SpinBox)
      return QProxyStyle::drawComplexControl(control, option, painter, widget);
    painter->save();
    drawFrame(painter, option->rect, option, control == CC_SpinBox);
    painter->restore();
    if (control == CC_SpinBox) return;  // all of ours are without buttons
    const QRect arrow = subControlRect(control, option, SC_ComboBoxArrow, widget);
    QRect place(0, 0, kArrow, kArrow);
    place.moveCenter(arrow.center());
    themeIcon(QStringLiteral("chevron-down"), Token::kSecondary).paint(painter, place);
  }

  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                         const QWidget* widget) const override {
    const QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    return type == CT_ComboBox || type == CT_SpinBox ? size.expandedTo({0, kFieldHeight}) : size;
  }

 private:
  static constexpr int kArrow = 14;

  GroovePress groovePress_;

  static void drawCheck(const QStyleOption* option, QPainter* painter) {
    painter->save();
    const QRect box(option->rect.left(), option->rect.center().y() - kArrow / 2, kArrow, kArrow);
    drawFrame(painter, box, option);
    if (option->state.testFlag(State_On)) themeIcon(QStringLiteral("check")).paint(painter, box);
    painter->restore();
  }
};

QFont fontOf(const QStringList& families, int pixels, QFont::Weight weight) {
  QFont font;
  font.setFamilies(families);
  font.setPixelSize(pixels);
  font.setWeight(weight);
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

}  // namespace

AppTheme& AppTheme::instance() {
  static AppTheme theme;
  return theme;
}

void AppTheme::install() {
  if (installed_) return;
  installed_ = true;
  registerResources();
  for (const char* file : {"Inter-Regular.otf", "Inter-SemiBold.otf", "JetBrainsMono-Regular.ttf"})
    QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/") + QLatin1String(file));
  QApplication::setStyle(new CalmStyle);
  QApplication::setFont(font());
  systemDark_ = paletteIsDark();
  followSystemScheme(this, [this](bool dark) { setSystemDark(dark); });
  apply();
}

void AppTheme::setMode(ThemeMode mode) {
  if (mode == mode_) return;
  const bool before = isDark();
  mode_ = mode;
  if (before != isDark()) apply();
}

void AppTheme::setSystemDark(bool dark) {
  const bool before = isDark();
  systemDark_ = dark;
  if (before != isDark()) apply();
}

bool AppTheme::isDark() const {
  return mode_ == ThemeMode::kDark || (mode_ == ThemeMode::kSystem && systemDark_);
}

void AppTheme::apply() {
  if (!installed_) return;
  QApplication::setPalette(paletteOf(scheme()));
  qApp->setStyleSheet(styleSheetOf(scheme()));
  Q_EMIT changed();
}

QFont AppTheme::font() {
  return fontOf({"Inter"}, kFontPx, QFont::Normal);
}
QFont AppTheme::secondaryFont() {
  return fontOf({"Inter"}, kSecondaryFontPx, QFont::Normal);
}
QFont AppTheme::headingFont() {
  return fontOf({"Inter"}, kHeadingFontPx, QFont::DemiBold);
}
QFont AppTheme::numberFont() {
  return fontOf({"JetBrains Mono", "Inter"}, kNumberFontPx, QFont::Normal);
}

QPalette paletteOf(const Scheme& scheme) {
  QPalette palette;
  palette.setColor(QPalette::Window, scheme.window);
  palette.setColor(QPalette::Base, scheme.panel);
  palette.setColor(QPalette::AlternateBase, scheme.window);
  palette.setColor(QPalette::Button, scheme.panel);
  palette.setColor(QPalette::ToolTipBase, scheme.panel);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
    palette.setColor(role, scheme.text);
  palette.setColor(QPalette::PlaceholderText, scheme.secondary);
  palette.setColor(QPalette::Highlight, scheme.accent);
  palette.setColor(QPalette::HighlightedText, contrast(scheme.accent, Qt::white) > 4 ? Qt::white : scheme.window);
  palette.setColor(QPalette::Link, scheme.accent);
  palette.setColor(QPalette::Mid, scheme.hairline);
  palette.setColor(QPalette::Dark, scheme.hairline);
  palette.setColor(QPalette::Light, scheme.hover);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, mixed(scheme.panel, scheme.secondary, 0.5));
  return palette;
}

}  // namespace tendril
